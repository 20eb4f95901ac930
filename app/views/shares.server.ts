import type { Booking } from '#app/bookings/find-booking.server'
import { payAddress } from '#app/bookings/find-booking.server'
import { dueWords } from '#app/bookings/installments/due'
import { partyOf } from '#app/bookings/party.server'
import { nextInstallment } from '#app/money/books/amounts-owed.server'
import { ledgerOf } from '#app/money/books/ledger.server'
import { isLinkOpen, linkState, payerLinkAddress, payerLinksOf } from '#app/money/books/payer-links.server'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import { FORMER_TRAVELER, whoPaid, whoPays } from '#app/money/books/who-paid.server'
import { unsettledIntentsOf } from '#app/money/payments/intent-records.server'
import { businessTime, today } from '#app/platform/clock.server'
import { travelerWords } from '#app/travelers/detail-fields'

/** What each of a party pays of their own share, as staff see it; null where one pays for everybody. */
export function sharesForStaff(booking: Booking, showsLinks: boolean) {
  if (!booking.eachPays) return null
  const payers = payersOfShares(booking)
  return sharesOwed(booking).map((share) => {
    const { traveler, shareCents, paidCents, onItsWayCents, owedCents } = share
    const next = nextInstallment(share)
    const isLead = traveler.position === 1
    return {
      ...{ shareCents, paidCents, onItsWayCents, owedCents, isLead },
      position: traveler.position,
      name: travelerWords(traveler),
      next: next ? { owedCents: next.owedCents, due: dueWords(next, today()) } : null,
      paidBy: payers.get(traveler.id) ?? [],
      payLink: showsLinks ? payAddress(isLead ? booking : traveler) : null,
    }
  })
}

/** By traveler, the names of who paid for their share alone. */
function payersOfShares(booking: Booking): Map<number, string[]> {
  const payers = new Map<number, Set<string>>()
  for (const entry of ledgerOf(booking.id)) {
    const { share, paidBy } = whoPaid(booking, entry)
    if (entry.kind !== 'payment' || !share) continue
    payers.set(share.id, (payers.get(share.id) ?? new Set()).add(paidBy ?? booking.customerName))
  }
  return new Map([...payers].map(([id, names]) => [id, [...names]]))
}

/** The links by which somebody else pays, as staff see them, oldest first. */
export function payerLinksForStaff(booking: Booking, showsLinks: boolean) {
  const party = partyOf(booking.id)
  return payerLinksOf(booking.id).map((link) => {
    const share = party.find(({ id }) => id === link.forTravelerId)
    return {
      id: link.id,
      payerName: link.payerName,
      amountCents: link.amountCents,
      /** Null where it counts for all. */
      share: share ? travelerWords(share) : link.forTravelerId === null ? null : FORMER_TRAVELER,
      madeAt: businessTime(link.createdAt),
      state: linkState(link),
      address: showsLinks && isLinkOpen(link) ? payerLinkAddress(link) : null,
    }
  })
}

/** The payment pages of a booking that are open: one, or one for each share. */
export const openPagesOf = (booking: Booking) =>
  unsettledIntentsOf(booking.id).map((intent) => {
    const { share, paidBy } = whoPays(booking, intent)
    return {
      id: intent.id,
      amountCents: intent.amountCents,
      isProcessing: intent.processingAt !== null,
      since: businessTime(intent.createdAt),
      share: share && travelerWords(share),
      paidBy,
    }
  })
