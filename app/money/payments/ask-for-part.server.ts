import { type AboutBooking, agreedTerms, questions, seeBooking } from '#app/bookings/about-booking'
import { findBooking, payAddress } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { aboutBooking, postToTraveler } from '#app/bookings/traveler-letters.server'
import type { Letter } from '#app/mail/letter'
import { askedNow } from '#app/money/asked-now.server'
import { type Cents, dollarsOf, showCents } from '#app/platform/money'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { immediately } from '#db/connection.server'
import { isPartOf } from './later-payment.server'

/** Asks a traveler for a part of what is left to pay, which its link states. */
const partAsked = (
  about: AboutBooking & { amountCents: Cents; remainingCents: Cents; payAddress: string },
): Letter => ({
  subject: `A payment of ${showCents(about.amountCents)} for your booking: ${about.reference}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: `Here is the link to pay ${showCents(about.amountCents)} for booking ${about.reference}, as we discussed. ${showCents(about.remainingCents)} is left to pay in all, and this payment counts toward what is due first.`,
    },
    { link: { label: `Pay ${showCents(about.amountCents)}`, address: about.payAddress } },
    ...agreedTerms(about),
    seeBooking(about),
    questions(about),
  ],
})

export type AskWish = { reference: string; amountCents: Cents; formKey: string }

export type PartAsked =
  | { asked: true }
  | { refused: 'not-found' | 'not-standing' | 'nothing-due' }
  | { refused: 'wrong-part'; remainingCents: Cents }

/**
 * Sends a traveler a payment link for so much of what is left to pay; once for a form. The link says after how
 * much that was, so that its page does not offer the part again once it is paid.
 */
export function askForPart({ reference, amountCents, formKey }: AskWish, staff: Staff, now: Date): PartAsked {
  return immediately(() => {
    const booking = findBooking(reference)
    if (!booking) return { refused: 'not-found' }
    if (!isPaid(booking.status)) return { refused: 'not-standing' }
    const { remainingCents } = askedNow(booking)
    if (remainingCents === 0) return { refused: 'nothing-due' }
    if (!isPartOf(remainingCents, amountCents)) return { refused: 'wrong-part', remainingCents }
    const stated = `amount=${dollarsOf(amountCents)}&after=${dollarsOf(booking.keptCents)}`
    const letter = partAsked({
      ...aboutBooking(booking, now),
      amountCents,
      remainingCents,
      payAddress: `${payAddress(booking)}?${stated}`,
    })
    if (postToTraveler(booking, { kind: 'part-asked', once: formKey, letter }, now) === null)
      return { asked: true }
    const subject = `booking:${reference}`
    recordAct({ ...byStaff(staff), action: 'part-asked', subject, detail: { amountCents } }, now)
    return { asked: true }
  })
}
