import { z } from 'zod'
import { type Booking, bookingWithId, findBooking } from '#app/bookings/find-booking.server'
import { closeOpen } from '#app/bookings/open-on-booking.server'
import {
  type Asked,
  choicesToCarryOut,
  isRefundChosen,
  latestChoice,
  noteChoice,
  settleChoice,
} from '#app/bookings/schedule-choices.server'
import { holdsSeat, isPaid } from '#app/bookings/status'
import { isDisputed } from '#app/money/books/disputes.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import type { MoveQuote } from '#app/money/books/quotes'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { changeBooking } from '#app/money/changes/change-booking.server'
import { endCanceled } from '#app/money/changes/end-canceled.server'
import { type Moved, moveAsPlanned, moveQuote, movingOf } from '#app/money/changes/move-booking.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { StripeUnavailable } from '#app/money/stripe/client.server'
import { forGuest } from '#app/money/stripe/guest-budget.server'
import { businessDay } from '#app/platform/clock.server'
import { showDays, showLongDay } from '#app/platform/days'
import { log, reasonOf } from '#app/platform/log.server'
import { type By, recordBookingAct } from '#app/staff/audit-log.server'
import { departuresAhead } from '#app/tours/departure-list.server'
import { departureIn, departureOf, runningOn, salesState } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'

/** The open question to a booking's lead traveler; null where there is none, or it was answered. */
export function openQuestion(booking: Booking, now: Date): Asked | null {
  const asked = latestChoice(booking.id)
  if (!asked || asked.answer.settledAt || asked.answer.choice) return null
  return asked.change.answerBy >= businessDay(now) ? asked : null
}

/** The departures that the guests of a canceled one can choose, each with what that means; the next first. */
export const placesToMove = (booking: Booking, now: Date): MoveQuote[] =>
  departuresAhead(businessDay(now)).flatMap((departure) => {
    if (departure.tourId !== departureOf(booking).tourId || departure.isPrivate) return []
    if (salesState(departure, businessDay(now)) !== 'open') return []
    const quote = moveQuote(booking, departure.id, now)
    return 'refused' in quote ? [] : [quote]
  })

type NotChosen = 'not-found' | 'answered'

export type Chosen = { chosen: true } | { refused: NotChosen }

/**
 * Records that a guest wants everything back, or travels on the new dates; on the phone staff record it. The
 * money goes back at once where it can, else by the schedule: where Stripe cannot be reached, or a payment is
 * on its way or disputed. Refused once answered, or too late.
 */
export async function choose(
  reference: string,
  choice: 'refund' | 'stays',
  now: () => Date,
  by: By = { actor: 'traveler' },
): Promise<Chosen> {
  let chosenNow: Booking | null = null
  const chosen = immediately((tx): Chosen => {
    const booking = findBooking(reference)
    if (!booking) return { refused: 'not-found' }
    const asked = openQuestion(booking, now())
    if (!asked)
      return latestChoice(booking.id)?.answer.choice === choice ? { chosen: true } : { refused: 'answered' }
    if (choice === 'stays' && asked.change.kind === 'canceled') return { refused: 'answered' }
    chosenNow = booking
    noteChoice(booking.id, choice, now(), tx)
    closeOpen(booking, choice === 'stays' ? 'stays' : 'chose-refund', by, now(), tx)
    recordBookingAct(now(), booking, by, 'schedule-chosen', { choice })
    return { chosen: true }
  })
  if (chosenNow && choice === 'refund') await carryOutChoices(now, chosenNow)
  return chosen
}

export type ChosenMove = Moved | { refused: NotChosen }

/**
 * Moves a booking of a canceled departure to one that is on sale, at the price that was agreed, as its guest
 * chose; `quoted` is what they were shown. Throws StripeUnavailable where what could still be paid cannot be
 * withdrawn; then nothing has changed.
 */
export function chooseMove(
  { reference, departureId, quoted }: { reference: string; departureId: number; quoted: string },
  clock: () => Date,
): Promise<ChosenMove> {
  const booking = findBooking(reference)
  const asked = booking && latestChoice(booking.id)
  const formKey = `choice-${asked?.answer.id}-${departureId}`
  return forGuest('pay', () =>
    changeBooking({ reference, quoted, formKey }, clock, {
      name: 'move',
      plan: (booking, now) => {
        const refused = whyNotChosen(booking, departureId, now)
        return refused ? { refused } : movingOf(booking, departureId, now)
      },
      change: (booking, moving, now, tx) =>
        moveAsPlanned(booking, moving, { price: 'agreed', formKey }, null, now, tx),
    }),
  )
}

function whyNotChosen(booking: Booking, departureId: number, now: Date): 'answered' | 'no-departure' | null {
  if (openQuestion(booking, now)?.change.kind !== 'canceled') return 'answered'
  const to = departureIn(departureId)
  return to && salesState(to, businessDay(now)) === 'open' ? null : 'no-departure'
}

/**
 * Carries out what guests chose, and what happens where they did not by the last day: of a canceled departure
 * everything goes back, of a postponed one the booking stays. Each in a transaction of its own; one that
 * fails is tried again. `only` is whose guest has just chosen.
 */
export async function carryOutChoices(now: () => Date, only?: Booking): Promise<{ settled: number }> {
  let settled = 0
  for (const { change, answer } of choicesToCarryOut(businessDay(now()))) {
    const { bookingId } = answer
    if (only && only.id !== bookingId) continue
    try {
      const isStaying = change.kind === 'postponed' && answer.choice !== 'refund'
      const by = { actor: answer.choice === null ? 'schedule' : 'traveler' }
      if (isStaying) immediately((tx) => staysUnlessRefunded(bookingId, now(), tx))
      else if (await giveEverythingBack(bookingId, by, now)) settled += 1
    } catch (error) {
      const reason = error instanceof StripeUnavailable ? 'Stripe did not answer' : reasonOf(error)
      log.warn({ bookingId, reason }, 'A choice was not carried out: it is tried again')
    }
  }
  if (settled > 0) await payOwedRefunds(now)
  return { settled }
}

/** Another process may have noted, at the end of the last day, that everything goes back. */
function staysUnlessRefunded(bookingId: number, now: Date, tx: Tx): void {
  if (!isRefundChosen(bookingId)) settleChoice(bookingId, 'stays', now, tx)
}

async function giveEverythingBack(bookingId: number, by: By, now: () => Date): Promise<boolean> {
  const booking = bookingWithId(bookingId)
  const asked = booking && latestChoice(booking.id)
  if (!asked) return false
  const wish = { reference: booking.reference, formKey: `choice-${asked.answer.id}` }
  const done = await changeBooking(wish, now, {
    name: 'cancel',
    leavesOnItsWay: true,
    plan: cancelingAll,
    change: (current, { quote }, at, tx) => {
      endCanceled(current, quote, { note: '', by }, at, tx)
      return { canceled: quote }
    },
  })
  return 'canceled' in done
}

/** While a payment is disputed the bank may take it back itself: it waits until that is decided. */
function cancelingAll(booking: Booking, now: Date, tx: Tx) {
  const asked = latestChoice(booking.id)
  if (!asked || asked.answer.settledAt) return { refused: 'answered' as const }
  if (!holdsSeat(booking.status)) {
    settleChoice(booking.id, 'refund', now, tx)
    return { refused: 'answered' as const }
  }
  if (isDisputed(booking)) return { refused: 'disputed' as const }
  return { quote: cancelQuote(booking, now, `departure-${asked.change.kind}`) }
}

/**
 * What became of it: 'waits' is everything back that could not leave
 * yet, 'over' a booking that ended, by this choice or otherwise.
 */
type ChoiceState = 'open' | 'waits' | 'over' | 'moved' | 'stays'

export type ChoicePage = NonNullable<ReturnType<typeof choicePage>>

/**
 * What the lead traveler reads after their departure was canceled or postponed: why, what they can choose
 * until when, and once that is over what became of it. Null where they were never asked. Amounts in cents.
 */
export function choicePage(booking: Booking, now: Date) {
  const asked = latestChoice(booking.id)
  if (!asked) return null
  const { kind, words, answerBy, fromStartsOn, fromEndsOn } = asked.change
  const { name, startsOn, endsOn } = departureOf(booking)
  const state = stateOf(booking, asked, now)
  const isOpen = state === 'open'
  const { refundCents, toCardsCents, byHandCents } = cancelQuote(booking, now, `departure-${kind}`)
  const places = isOpen && kind === 'canceled' ? placesToMove(booking, now) : []
  return {
    reference: booking.reference,
    tourName: name,
    kind,
    state,
    /** Whether they said so themselves. */
    isChosen: asked.answer.chosenAt !== null,
    words,
    from: showDays(fromStartsOn, fromEndsOn),
    /** The departure as it is now: postponed, or the one they moved to. */
    to: showDays(startsOn, endsOn),
    answerBy: showLongDay(answerBy),
    refund: { refundCents, toCardsCents, byHandCents },
    places: places.map((quote) => placeShown(quote, now)),
    quoted: places.map(lineOf).join('\n'),
  }
}

function stateOf(booking: Booking, { change, answer }: Asked, now: Date): ChoiceState {
  if (!isPaid(booking.status)) return 'over'
  if (openQuestion(booking, now)) return 'open'
  if (answer.choice === 'move') return 'moved'
  if (answer.settledAt) return 'stays'
  return change.kind === 'canceled' || answer.choice === 'refund' ? 'waits' : 'stays'
}

function placeShown({ departureId, to, agreed, today }: MoveQuote, now: Date) {
  const { totalCents, remainingCents, installments } = agreed
  const running = runningOn(departureOf({ departureId }), businessDay(now))
  return {
    departureId,
    dates: showDays(to.startsOn, to.endsOn),
    ...{ totalCents, remainingCents, installments, running },
    /** What it would cost at today's price there, where that is another one. */
    todayCents: today?.totalCents ?? null,
  }
}

export type PlaceView = ReturnType<typeof placeShown>

/** The displayed places in one line: if they have changed since, nothing is moved. */
const lineOf = (quote: MoveQuote): string => `${quote.departureId} ${digestOf(quote)}`

/** What was shown of one place, out of what the page posts; empty where it showed none. */
export const quotedFor = (departureId: number, posted: string): string =>
  posted
    .split(/\r?\n/)
    .find((line) => line.startsWith(`${departureId} `))
    ?.slice(`${departureId} `.length) ?? ''

const ASK = 'Please choose one'
/** A line of some 200 characters for each departure that there could be. */
const SHOWN_AT_MOST = 10_000

/** What a lead traveler posts after their departure was canceled or postponed, with what the page showed. */
export const ChoiceForm = z.object({
  choice: z
    .string({ error: ASK })
    .regex(/^(refund|stays|move-\d{1,9})$/, { error: ASK })
    .transform((choice) =>
      choice === 'refund' || choice === 'stays'
        ? { does: choice as 'refund' | 'stays' }
        : { does: 'move' as const, departureId: Number(choice.slice('move-'.length)) },
    ),
  quoted: z.string().max(SHOWN_AT_MOST).default(''),
})
