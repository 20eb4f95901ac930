import { and, eq, ne } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { standingOn } from '#app/bookings/guarantee-departure.server'
import { openDisputes } from '#app/money/disputes/dispute-log.server'
import { cancelQuote } from '#app/money/refunds/end-canceled.server'
import { type Cents, cents } from '#app/platform/money'
import type { ScheduleReason } from '#app/tours/refund-policy'
import { isHeld } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings, payments } from '#db/schema'

type Method = (typeof payments.$inferSelect)['method']

type SheetRow = Pick<Booking, 'reference' | 'customerName' | 'travelers'> & {
  toCardsCents: Cents
  byHandCents: Cents
  /** How what no card can take was paid; empty where a card's refund failed or was dropped. */
  paidBy: Method[]
  /** What keeps its money from going back at once: the bank decides, or a refund is on its way already. */
  waits: 'disputed' | 'being-refunded' | null
}

/** All bookings of a departure before it is canceled or put off, and what everything back comes to. Cents. */
export type Sheet = { rows: SheetRow[]; toCardsCents: Cents; byHandCents: Cents; holds: number }

/** Seats of a departure that are held and not paid for. */
export const heldOn = (departureId: number): Booking[] =>
  db
    .select()
    .from(bookings)
    .where(and(eq(bookings.departureId, departureId), isHeld))
    .all()

/** What everything back would come to, of each booking and in all. Reads only. */
export function sheetOf(departureId: number, because: ScheduleReason, now: Date): Sheet {
  const rows = standingOn(departureId).map((booking) => {
    const { toCardsCents, byHandCents } = cancelQuote(booking, now, because)
    const { reference, customerName, travelers } = booking
    const paidBy = byHandCents > 0 ? otherMeans(booking.id) : []
    return {
      ...{ reference, customerName, travelers, toCardsCents, byHandCents },
      ...{ paidBy, waits: waitsFor(booking) },
    }
  })
  const sum = (of: 'toCardsCents' | 'byHandCents') => cents(rows.reduce((total, row) => total + row[of], 0))
  const holds = heldOn(departureId).length
  return { rows, toCardsCents: sum('toCardsCents'), byHandCents: sum('byHandCents'), holds }
}

const otherMeans = (bookingId: number): Method[] =>
  db
    .selectDistinct({ method: payments.method })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.kind, 'payment'), ne(payments.method, 'card')))
    .all()
    .map(({ method }) => method)

function waitsFor({ reference, goingBackCents, stuckBackCents }: Booking): SheetRow['waits'] {
  if (openDisputes(`booking:${reference}`).length > 0) return 'disputed'
  return goingBackCents + stuckBackCents > 0 ? 'being-refunded' : null
}

/** The sheet in one line, which the form posts: with another by now nothing is changed. */
export const sheetShown = ({ rows, holds }: Sheet): string =>
  [
    ...rows.map(({ reference, toCardsCents, byHandCents }) => `${reference}:${toCardsCents}:${byHandCents}`),
    holds,
  ].join(' ')
