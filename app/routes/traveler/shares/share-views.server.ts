import type { Booking } from '#app/bookings/find-booking.server'
import { isOverdue } from '#app/bookings/installments/due'
import type { PartyTraveler } from '#app/bookings/party.server'
import { amountsOwed, nextInstallment } from '#app/money/books/amounts-owed.server'
import { type ShareOwed, sharesOwed } from '#app/money/books/shares-owed.server'
import { mayEachPay } from '#app/money/changes/party/each-pays.server'
import { nameInShare } from '#app/money/letters/share-mail.server'
import { chargedFor, liveConsentOf } from '#app/money/payments/autopay-consents.server'
import { today } from '#app/platform/clock.server'
import { cents } from '#app/platform/money'
import { scheduleTogether } from '#app/routes/payment/payment-parts'
import { travelerWords } from '#app/travelers/detail-fields'
import type { ScheduledPayment } from '#app/views/booking-facts.server'

export type ShareFigures = ReturnType<typeof figuresOf>

/** A share as a page shows it. Amounts in cents. */
export function figuresOf(owed: ShareOwed) {
  const { traveler, shareCents, paidCents, onItsWayCents, owedCents } = owed
  return {
    position: traveler.position,
    isLead: traveler.position === 1,
    called: nameInShare(traveler),
    shareCents,
    paidCents,
    onItsWayCents,
    owedCents,
  }
}

/** What of a share is still to be paid, and when; what falls due on one day is one payment. */
export const shareSchedule = ({ installments }: ShareOwed): ScheduledPayment[] =>
  scheduleTogether(
    installments
      .filter(({ owedCents }) => owedCents > 0)
      .map(({ number, name, owedCents, dueOn, waits }) => ({
        ...{ number, label: name, amountCents: owedCents, owedCents, dueOn },
        ...{ onItsWayCents: cents(0), writtenOffCents: cents(0), paidOn: null },
        ...(waits && { waits }),
      })),
  )

/** Whose shares the lead traveler can pay besides the one that is shown, and all of them at once. */
export function otherShares(booking: Booking, shown: PartyTraveler | null) {
  const open = sharesOwed(booking).filter(({ owedCents }) => owedCents > 0)
  const each = open
    .filter(({ traveler }) => traveler.id !== shown?.id)
    .map(({ traveler, owedCents }) => ({
      whose: String(traveler.position),
      words: payWords(nameInShare(traveler), traveler.position),
      owedCents,
    }))
  if (!shown || open.length < 2) return each
  return [
    ...each,
    { whose: 'all', words: 'Pay everybody’s share', owedCents: amountsOwed(booking).remainingCents },
  ]
}

export const payWords = (called: string, position: number): string =>
  position === 1 ? 'Pay your own share' : `Pay ${called}’s share`

type Standing = 'paid' | 'on-its-way' | 'late' | 'on-time'

function standingOf({ owedCents, onItsWayCents, installments }: ShareOwed): Standing {
  if (owedCents === 0) return onItsWayCents > 0 ? 'on-its-way' : 'paid'
  const isLate = installments.some(
    ({ owedCents, dueOn, waits }) => owedCents > 0 && !waits && isOverdue(dueOn, today()),
  )
  return isLate ? 'late' : 'on-time'
}

export type WhoPaysView = NonNullable<ReturnType<typeof whoPaysView>>

/**
 * Who pays for a party, as its lead traveler sees it; null where each paying their own is not offered. `next`
 * is the next payment of a share.
 */
export function whoPaysView(booking: Booking) {
  if (!mayEachPay(booking)) return null
  const shares = sharesOwed(booking)
  return {
    eachPays: booking.eachPays,
    shares: shares.map((owed) => {
      const next = nextInstallment(owed)
      return {
        ...figuresOf(owed),
        name: travelerWords(owed.traveler),
        /** Letters reach them. */
        hasEmail: Boolean(owed.traveler.email),
        standing: standingOf(owed),
        isAutomatic: liveConsentOf(chargedFor(booking, owed.traveler.id)) !== undefined,
        next: next && { owedCents: next.owedCents, dueOn: next.dueOn, waits: next.waits },
      }
    }),
  }
}
