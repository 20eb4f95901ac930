import type { Letter } from './letter'

/** Tells somebody who asked for it that a departure can be booked: the one letter that they asked for. */
export const departureOpened = (about: {
  tourName: string
  dates: string
  deposit: string
  pageAddress: string
  stopAddress: string
}): Letter => ({
  subject: `${about.tourName}: ${about.dates} can be booked`,
  blocks: [
    { paragraph: 'Karibu,' },
    {
      paragraph: `You asked us to tell you when the next departure opens. It has: ${about.dates}. A ${about.deposit} deposit holds a seat.`,
    },
    { link: { label: 'See the journey and its seats', address: about.pageAddress } },
    {
      quiet: `This is the one letter that you asked for; no other follows. To have your address forgotten now: ${about.stopAddress}`,
    },
  ],
})
