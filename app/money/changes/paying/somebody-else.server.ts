import { z } from 'zod'
import { isPaid } from '#app/bookings/status'
import {
  insertPayerLink,
  isLinkOpen,
  type PayerLink,
  payerLinksOf,
  withdrawPayerLink,
} from '#app/money/books/payer-links.server'
import { unsettledIntentsOf } from '#app/money/payments/intent-records.server'
import type { Payer } from '#app/money/payments/payers.server'
import type { Cents } from '#app/platform/money'
import { dollarAmount } from '#app/platform/typed/dollars'
import { personName } from '#app/platform/typed/text'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { immediately } from '#db/connection.server'
import { isPartOf, paymentDueOf } from './later-payment.server'
import { partWords } from './refusal-words'
import { withdraw } from './settle.server'

/** So many links of a booking can be open at once, and so many are ever made. */
const OPEN_LINKS_AT_MOST = 6
const LINKS_AT_MOST = 60

/** What the page sends: who else pays, and how much. */
export const PayerLinkForm = z.object({
  payerName: personName({ label: 'The name', missing: 'Please enter who pays' }),
  amount: dollarAmount,
})

export type NotLinked =
  | { refused: 'nothing-due' | 'too-many' }
  | { refused: 'wrong-part'; remainingCents: Cents }

/**
 * Makes a link by which somebody else pays so much of what the guest behind `payer` owes: of a share, or of
 * the booking (rules 2.27). Their money goes back there if it does, and the link opens nothing else. One that
 * is open already, for the same name and amount, is that one.
 */
export function linkForSomebody(
  payer: Payer,
  { payerName, amountCents }: { payerName: string; amountCents: Cents },
  now: Date,
): PayerLink | NotLinked {
  return immediately((tx) => {
    const { booking, share } = payer
    const { remainingCents } = paymentDueOf(payer)
    if (remainingCents === 0 || !isPaid(booking.status)) return { refused: 'nothing-due' }
    if (!isPartOf(remainingCents, amountCents)) return { refused: 'wrong-part', remainingCents }
    const links = payerLinksOf(booking.id)
    const open = links.filter(isLinkOpen)
    const forTravelerId = share?.id ?? null
    // A form that is sent twice makes one link.
    const same = open.find(
      (one) =>
        one.payerName === payerName && one.amountCents === amountCents && one.forTravelerId === forTravelerId,
    )
    if (same) return same
    if (open.length >= OPEN_LINKS_AT_MOST || links.length >= LINKS_AT_MOST) return { refused: 'too-many' }
    const row = { bookingId: booking.id, forTravelerId, payerName, amountCents }
    const link = insertPayerLink(row, now, tx)
    recordBookingAct(now, booking, { actor: 'traveler' }, 'payer-link-made', { amountCents })
    return link
  })
}

/**
 * Withdraws a link of one's own: nothing can be paid by it anymore. False where it was paid, or is no link of
 * theirs. Throws StripeUnavailable, with nothing changed.
 */
export async function withdrawLink(payer: Payer, linkId: number, clock: () => Date): Promise<boolean> {
  const link = linksOf(payer).find(({ id }) => id === linkId)
  if (!link) return false
  for (const open of unsettledIntentsOf(link.bookingId)) {
    if (open.payerLinkId === link.id && (await withdraw(open, clock)) !== 'canceled') return false
  }
  return immediately((tx) => {
    if (!isLinkOpen(link) || isBeingPaid(link)) return false
    const now = clock()
    withdrawPayerLink(link, now, tx)
    const { amountCents } = link
    recordBookingAct(now, payer.booking, { actor: 'traveler' }, 'payer-link-withdrawn', { amountCents })
    return true
  })
}

const isBeingPaid = ({ id, bookingId }: PayerLink): boolean =>
  unsettledIntentsOf(bookingId).some(({ payerLinkId }) => payerLinkId === id)

/** The links that the guest behind `payer` made, or, for the lead traveler, all of the booking. */
export const linksOf = ({ booking, share, by }: Payer): PayerLink[] =>
  payerLinksOf(booking.id).filter(({ forTravelerId }) => by === 'lead' || forTravelerId === share?.id)

/** Why no link was made, as the guest reads it. */
export function notLinkedWords(refusal: NotLinked): string {
  switch (refusal.refused) {
    case 'nothing-due':
      return 'Nothing is due anymore, so nobody else has to pay.'
    case 'too-many':
      return `Up to ${OPEN_LINKS_AT_MOST} links can be open at once. Please withdraw one first, or write to us.`
    case 'wrong-part':
      return partWords(refusal.remainingCents)
  }
}
