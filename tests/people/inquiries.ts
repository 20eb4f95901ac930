import type { receiveInquiry } from '#app/people/receive-inquiry.server'

type Inquiry = Parameters<typeof receiveInquiry>[0]

let senders = 0

/** From somebody new each time. */
export function anInquiry(details: Partial<Inquiry> = {}): Inquiry {
  senders += 1
  return {
    firstName: 'Wanjiru',
    lastName: 'Kamau',
    email: `wanjiru${senders}@example.com`,
    phone: '+1 512 555 0100',
    interest: 'safari',
    network: null,
    message: 'Four of us, in October, and one is afraid of small planes.',
    ...details,
  }
}
