import type { Booking } from '#app/bookings/find-booking.server'
import { installmentName } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import type { Mailbox } from '#app/mail/outbox.server'
import { type InstallmentNow, overdueOf } from '#app/money/books/amounts-owed.server'
import { type ShareOwed, sharesOwed } from '#app/money/books/shares-owed.server'
import { companionMailbox } from '#app/money/letters/share-mail.server'
import { type Cents, cents } from '#app/platform/money'
import { hasOwnAddress } from '#app/travelers/details-due.server'
import { type Candidate, wasJustAsked } from './candidates.server'
import { isAfterDueDate, MILDEST, type ReminderKind, tellsLead } from './reminder-kinds'

/** What a reminder asks for: an installment, or for an overdue notice all that are overdue. */
export type Asked = Pick<InstallmentNow, 'number' | 'name' | 'owedCents' | 'dueOn'>[]

/** What one of a party owes of what a reminder asks for. */
export type PartAsked = { share: ShareOwed; asked: Asked; hasAddress: boolean }

/** Who gets a reminder. */
export type Reader = { to: Mailbox } & (
  | { companion: PartyTraveler; part: PartAsked }
  /** The lead traveler, for all; or where each pays their own, for these. */
  | { companion: null; parts: PartAsked[] | null }
)

/** What a reminder of this kind asks for now. An overdue notice asks as the page behind its button does. */
export function askedBy(booking: Booking, candidate: Candidate, kind: ReminderKind, now: Date): Asked {
  const late = isAfterDueDate(kind) ? overdueOf(booking, now) : []
  const name = installmentName(candidate.number, installmentsOf(booking.id))
  return late.length > 0 ? late : [{ ...candidate, name }]
}

/**
 * Whom a reminder goes to (rules 3.18): the lead traveler; where each pays their own, who owes a part of it
 * and neither pays nor is charged by itself, or the lead traveler for who has no address, and for all from
 * the final notice on. The mildest asks nobody who was just asked.
 */
export function readersOf(booking: Booking, candidate: Candidate, kind: ReminderKind, now: Date): Reader[] {
  const lead = { companion: null, to: travelerMailbox(booking) } as const
  if (!booking.eachPays) return [{ ...lead, parts: null }]
  const numbers = askedBy(booking, candidate, kind, now).map(({ number }) => number)
  const owing = sharesOwed(booking)
    .filter(({ traveler: { id } }) =>
      // A declined share is asked for apart.
      candidate.traveler
        ? candidate.traveler.id === id
        : !candidate.payingFor.includes(id) && !candidate.chargedFor.includes(id),
    )
    .map((share): PartAsked => {
      const asked = share.installments.filter((one) => one.owedCents > 0 && numbers.includes(one.number))
      return { share, asked, hasAddress: hasOwnAddress(share.traveler, booking) }
    })
    .filter(({ asked }) => asked.length > 0)
    .filter(
      ({ share: { traveler } }) => kind !== MILDEST || !wasJustAsked(traveler, booking, candidate.justAsked),
    )
  const parts = tellsLead(kind) ? owing : owing.filter(({ hasAddress }) => !hasAddress)
  return [
    ...(parts.length > 0 ? [{ ...lead, parts }] : []),
    ...owing
      .filter(({ hasAddress }) => hasAddress)
      .map((part) => ({ companion: part.share.traveler, to: companionMailbox(part.share.traveler), part })),
  ]
}

export const sumAsked = (asked: Asked): Cents =>
  cents(asked.reduce((sum, { owedCents }) => sum + owedCents, 0))
