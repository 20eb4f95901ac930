import type { Booking } from '#app/bookings/find-booking.server'
import { type Asked, lastAsked } from '#app/bookings/schedule-choices.server'
import { isPaid } from '#app/bookings/status'
import { type MoveQuote, moveShown } from '#app/money/party/quotes'
import { cancelQuote } from '#app/money/refunds/end-canceled.server'
import { businessDay } from '#app/platform/clock.server'
import { showDays, showLongDay } from '#app/platform/days'
import { departureOf } from '#app/tours/departures.server'
import { runningSentence } from '#app/tours/running'
import { openQuestion, placesToMove } from './choose.server'

/**
 * What became of it: 'waits' is everything back that could not leave yet, 'over' a booking that ended, by this
 * choice or otherwise.
 */
type ChoiceState = 'open' | 'waits' | 'over' | 'moved' | 'stays'

export type ChoicePage = NonNullable<ReturnType<typeof choicePage>>

/**
 * What the lead traveler reads after their departure was canceled or put off: why, what they can choose until
 * when, and once that is over what became of it. Null where they were never asked. Amounts in cents.
 */
export function choicePage(booking: Booking, now: Date) {
  const asked = lastAsked(booking.id)
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
    /** The departure as it is now: put off, or the one they moved to. */
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
  const running = runningSentence(departureOf({ departureId }), businessDay(now))
  return {
    departureId,
    dates: showDays(to.startsOn, to.endsOn),
    ...{ totalCents, remainingCents, installments, running },
    /** What it would cost at today's price there, where that is another one. */
    todayCents: today?.totalCents ?? null,
  }
}

export type PlaceShown = ReturnType<typeof placeShown>

/** A line of what was shown of the places: with another by now nothing is moved. */
const lineOf = (quote: MoveQuote): string => `${quote.departureId} ${moveShown(quote)}`

/** What was shown of one place, out of what the page posts; empty where it showed none. */
export const quotedFor = (departureId: number, posted: string): string =>
  posted
    .split(/\r?\n/)
    .find((line) => line.startsWith(`${departureId} `))
    ?.slice(`${departureId} `.length) ?? ''
