import { and, eq, ne } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { standingOn } from '#app/bookings/guarantee-departure.server'
import { changeDeparture } from '#app/bookings/moved-dates.server'
import { giveChoices, type ScheduleChange, scheduleChangeBy } from '#app/bookings/schedule-choices.server'
import { postToTraveler } from '#app/bookings/traveler-letters.server'
import { notifyWaitlistOfDates, offerFreedSeats } from '#app/bookings/waitlist/offer-seats.server'
import type { Letter } from '#app/mail/letter'
import { whyUnsettled } from '#app/money/books/amounts-owed.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { valuesOf } from '#app/platform/typed/fields'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { skipLettersOf } from '#app/tours/broadcasts.server'
import { hasBegun } from '#app/tours/departure'
import { DEPARTURE, type DepartureTerms } from '#app/tours/departure-form'
import { type Departure, departureIn } from '#app/tours/departures.server'
import type { ScheduleReason } from '#app/tours/refund-policy'
import { postponedDays } from '#app/tours/save-departure.server'
import { orderWatcherLetters } from '#app/tours/watchers.server'
import { isHeld } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { payments } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import {
  cancelAnswerBy,
  canceledLetter,
  heldCanceledLetter,
  notifyHeld,
  postponeAnswerBy,
  takeAlong,
} from './notify-guests.server'

type Wish = {
  departureId: number
  /** Why, as the guests read it. */
  words: string
  /** The digest of the sheet as displayed: if it has changed since, nothing is done. */
  quoted: string
  formKey: string
}

export type NotRescheduled = 'gone' | 'canceled' | 'has-begun' | 'draft'

export type Rescheduled =
  | { changed: Sheet; answerBy: Day }
  /** This form was used before. */
  | { known: true }
  | { refused: NotRescheduled }
  | { refused: 'quote-changed'; sheet: Sheet }

/** Why a departure can be neither canceled nor postponed; null where it can. */
export function whyNotRescheduled(departure: Departure | undefined, now: Date): NotRescheduled | null {
  if (!departure) return 'gone'
  if (departure.canceledAt !== null) return 'canceled'
  if (departure.sales === 'draft') return 'draft'
  return hasBegun(departure, businessDay(now)) ? 'has-begun' : null
}

/**
 * Cancels a departure as a whole (rules 4.20): from now on it takes no bookings or payments, holds end, and
 * each lead traveler gets one letter with a choice for CHOICE_DAYS, after which everything goes back. Until
 * then no money moves. One transaction: all of it or nothing.
 */
export function cancelDeparture(wish: Wish, actor: Actor, now: Date): Rescheduled {
  return immediately((tx) => {
    const found = rescheduling(wish, 'departure-canceled', now, tx)
    if (!('departure' in found)) return found
    const { departure, sheet } = found
    const standing = standingOn(departure.id)
    const answerBy = cancelAnswerBy(now)
    tx.update(departures)
      .set({ canceledAt: now, sales: 'closed', version: departure.version + 1, updatedAt: now })
      .where(eq(departures.id, departure.id))
      .run()
    skipLettersOf(departure.id, now, tx)
    const change = giveChoices(changeOf(wish, departure, 'canceled', answerBy, actor, now), standing, now, tx)
    orderWatcherLetters(change, tx)
    for (const booking of standing)
      tell(booking, change, canceledLetter(booking, departure, wish.words, now), now)
    offerFreedSeats(departure.id, now)
    const held = endHoldsOf(departure, now, tx)
    for (const booking of heldByStaff(held))
      tell(booking, change, heldCanceledLetter(booking, departure, wish.words, now), now)
    const detail = { letters: standing.length, holds: held.length, reason: wish.words }
    recordAct(now, {
      ...byStaff(actor),
      action: 'departure-canceled',
      subject: `departure:${departure.id}`,
      detail,
    })
    return { changed: sheet, answerBy }
  })
}

/** Those who have a letter with the dates, and no page open. */
const heldByStaff = (held: Booking[]): Booking[] => held.filter(({ soldBy }) => soldBy !== null)

/** They are over at this moment; the schedule withdraws their intents and gives the seats back. */
function endHoldsOf({ id }: Departure, now: Date, tx: Tx): Booking[] {
  const held = heldOn(id)
  for (const booking of held) {
    const holdEndsAt = booking.holdEndsAt < now ? booking.holdEndsAt : now
    tx.update(bookings).set({ holdEndsAt, updatedAt: now }).where(eq(bookings.id, booking.id)).run()
  }
  return held
}

export type Postponed = Rescheduled | { refused: 'not-later' | 'date-taken' }

/**
 * Postpones a departure (rules 4.20): its dates move (`postponedDays`), what is still owed is due by the new
 * ones, and each lead traveler gets one letter; for CHOICE_DAYS they can get everything back. Refuses a day
 * that is not later, and one on which another begins.
 */
export function postponeDeparture(wish: Wish & { startsOn: Day }, actor: Actor, now: Date): Postponed {
  return immediately((tx) => {
    const found = rescheduling(wish, 'departure-postponed', now, tx)
    if (!('departure' in found)) return found
    const { departure: from, sheet } = found
    if (wish.startsOn <= from.startsOn) return { refused: 'not-later' }
    const days = postponedDays(from, wish.startsOn, businessDay(now))
    const terms = { ...valuesOf(DEPARTURE, from), ...days } as DepartureTerms
    const saved = changeDeparture(from.id, { ...terms, version: from.version }, actor, now)
    if ('refused' in saved)
      return saved.refused === 'date-taken' ? { refused: saved.refused } : { refused: 'gone' }

    const to = saved.departure
    const standing = standingOn(from.id)
    const answerBy = postponeAnswerBy(to, now)
    const change = giveChoices(changeOf(wish, from, 'postponed', answerBy, actor, now), standing, now, tx)
    orderWatcherLetters(change, tx)
    for (const booking of standing)
      takeAlong(booking, { from, to, words: wish.words, answerBy }, change, now, tx)
    for (const booking of heldByStaff(heldOn(from.id)))
      notifyHeld(booking, { from, to, words: wish.words }, change, now, tx)
    notifyWaitlistOfDates(to, from, String(change.id), now, tx)
    const detail = { from: from.startsOn, to: to.startsOn, letters: standing.length, reason: wish.words }
    recordAct(now, {
      ...byStaff(actor),
      action: 'departure-postponed',
      subject: `departure:${from.id}`,
      detail,
    })
    return { changed: sheet, answerBy }
  })
}

function rescheduling(
  wish: Wish,
  because: 'departure-canceled' | 'departure-postponed',
  now: Date,
  tx: Tx,
): { departure: Departure; sheet: Sheet } | Exclude<Rescheduled, { changed: Sheet; answerBy: Day }> {
  if (scheduleChangeBy(wish.formKey, tx)) return { known: true }
  const departure = departureIn(wish.departureId)
  const refused = whyNotRescheduled(departure, now)
  if (refused || !departure) return { refused: refused ?? 'gone' }
  const sheet = sheetOf(departure.id, because, now)
  return digestOf(sheet) === wish.quoted ? { departure, sheet } : { refused: 'quote-changed', sheet }
}

const changeOf = (
  { words, formKey }: Wish,
  { id: departureId, startsOn: fromStartsOn, endsOn: fromEndsOn }: Departure,
  kind: ScheduleChange['kind'],
  answerBy: Day,
  { id: changedBy }: Actor,
  createdAt: Date,
) => ({ departureId, kind, fromStartsOn, fromEndsOn, words, answerBy, formKey, changedBy, createdAt })

const tell = (booking: Booking, change: ScheduleChange, letter: Letter, now: Date) =>
  postToTraveler(booking, now, {
    kind: `departure-${change.kind}`,
    once: `${booking.reference}:${change.id}`,
    letter,
  })

type Method = (typeof payments.$inferSelect)['method']

type SheetRow = Pick<Booking, 'reference' | 'customerName' | 'travelers'> & {
  toCardsCents: Cents
  byHandCents: Cents
  /**
   * How the part was paid that cannot go back to cards; empty where a card's refund failed or was dropped.
   */
  paidBy: Method[]
  /** What keeps its money from going back at once: the bank decides, or a refund is on its way already. */
  waits: ReturnType<typeof whyUnsettled>
}

/**
 * All bookings of a departure before it is canceled or postponed, and what everything back comes to. Cents.
 */
export type Sheet = {
  rows: SheetRow[]
  toCardsCents: Cents
  byHandCents: Cents
  holds: number
  /** Of the departure whose dates staff were shown. */
  version: number | null
}

/** Seats of a departure that are held and not paid for. */
const heldOn = (departureId: number): Booking[] =>
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
      ...{ paidBy, waits: whyUnsettled(booking) },
    }
  })
  const sum = (of: 'toCardsCents' | 'byHandCents') => cents(rows.reduce((total, row) => total + row[of], 0))
  const holds = heldOn(departureId).length
  const version = departureIn(departureId)?.version ?? null
  return { rows, toCardsCents: sum('toCardsCents'), byHandCents: sum('byHandCents'), holds, version }
}

const otherMeans = (bookingId: number): Method[] =>
  db
    .selectDistinct({ method: payments.method })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.kind, 'payment'), ne(payments.method, 'card')))
    .all()
    .map(({ method }) => method)
