import type { Booking } from '#app/bookings/find-booking.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { refundTermsOfShare } from '#app/bookings/traveler-letters.server'
import { receiptsOfTraveler } from '#app/money/books/own-receipts.server'
import { shareOwed } from '#app/money/books/shares-owed.server'
import { paymentDueOf } from '#app/money/changes/paying/later-payment.server'
import { payerByLink } from '#app/money/payments/payers.server'
import { today } from '#app/platform/clock.server'
import { autopayOf } from '#app/views/autopay.server'
import { figuresOf } from './share-views.server'
import { payerLinksView } from './somebody-else.server'

/**
 * What a companion's own page shows of money: while each pays their own, their share and the links by which
 * somebody else pays of it; and what they paid by this link. Null for the lead traveler, whose page is the
 * booking's.
 */
export function ownMoney(traveler: PartyTraveler, booking: Booking) {
  if (traveler.position === 1) return null
  const payer = payerByLink(traveler.linkToken)
  const owed = payer && shareOwed(booking, traveler.id)
  return {
    share: owed
      ? {
          figures: figuresOf(owed),
          next: paymentDueOf(payer).next,
          refund: refundTermsOfShare(booking, traveler, today()),
        }
      : null,
    autopay: owed ? autopayOf(booking, traveler.id) : null,
    receipts: receiptsOfTraveler(booking, traveler.id),
    payerLinks: payer && payerLinksView(payer),
  }
}
