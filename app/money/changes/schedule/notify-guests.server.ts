import { eq } from 'drizzle-orm'
import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { heldUntil } from '#app/bookings/hold-for-guest.server'
import { storeInstallments } from '#app/bookings/installments/party-installments.server'
import { dueAfterHold } from '#app/bookings/installments/plan'
import { movedInstallments } from '#app/bookings/installments/reprice-installments.server'
import { installmentsOf, OF_ITS_OWN } from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import {
  giveChoiceOfChange,
  isRefundChosen,
  lastPostponed,
  type ScheduleChange,
} from '#app/bookings/schedule-choices.server'
import {
  type AboutBooking,
  aboutBooking,
  letterTo,
  postToTraveler,
  runningOf,
  seeBooking,
  whetherItRuns,
} from '#app/bookings/traveler-letters.server'
import { type Letter, type Words, words } from '#app/mail/letter'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { whatIsLeft } from '#app/money/letters/party-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, earlierDay, showDay, showDays, showLongDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { CHOICE_DAYS, type Dates } from '#app/tours/departure'
import { openInstead } from '#app/tours/departure-list.server'
import { type Departure, departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'

type Told = { from: Dates; to: Departure; words: string; answerBy: Day }

/** The last day to choose after a departure was canceled on this day. */
export const cancelAnswerBy = (now: Date): Day => addDays(businessDay(now), CHOICE_DAYS)

/** The same after it was postponed to other dates. */
export const postponeAnswerBy = ({ startsOn }: Departure, now: Date): Day =>
  earlierDay(cancelAnswerBy(now), addDays(startsOn, -1))

/** Puts a booking that is paid for on the new dates of its departure, and tells its lead traveler. */
export function takeAlong(booking: Booking, told: Told, change: ScheduleChange, now: Date, tx: Tx): void {
  moveDueDays(booking, told.to, now, tx)
  tellTakenAlong(booking, told, change, now, tx)
}

function tellTakenAlong(booking: Booking, told: Told, change: ScheduleChange, now: Date, tx: Tx): void {
  tx.update(bookings)
    .set({ toldStartsOn: told.to.startsOn, toldEndsOn: told.to.endsOn, updatedAt: now })
    .where(eq(bookings.id, booking.id))
    .run()
  const once = `${booking.reference}:${change.id}`
  const letter = departurePostponed(booking, told, now)
  postToTraveler(booking, now, { kind: 'departure-postponed', once, letter })
}

/**
 * Tells the guest of seats that staff hold, whose pay page shows the new days to pay from now on; once they
 * have paid, `applyPostponement` writes with the choice.
 */
export function notifyHeld(
  booking: Booking,
  told: Omit<Told, 'answerBy'>,
  change: ScheduleChange,
  now: Date,
  tx: Tx,
): void {
  const until = heldUntil(booking)
  const rows = installmentsAfter(booking, told.to, now)?.map((row) => ({
    ...row,
    ...OF_ITS_OWN,
    isNew: true,
  }))
  if (rows) storeInstallments(booking.id, dueAfterHold(rows, until, told.to.startsOn), tx)
  const once = `${booking.reference}:${change.id}:held`
  const letter = letterTo(aboutBooking(booking, now))`
    # ${newDates(told.to)}

    ${postponedWords(told)}

    We are still holding seats for you until ${showDay(until)}, now on the new dates, at the same price. Would they
    suit you? If not, there is nothing you need to do: you have paid nothing.

    [See the details](${payAddress(booking)})
  `
  postToTraveler(booking, now, { kind: 'departure-postponed', once, letter })
}

function moveDueDays(booking: Booking, to: Departure, now: Date, tx: Tx): void {
  const rows = installmentsAfter(booking, to, now)
  if (rows) storeInstallments(booking.id, rows, tx)
}

/** As where a booking is moved to another departure; null where nothing of it is due on a day. */
function installmentsAfter(booking: Booking, to: Departure, now: Date) {
  const planned = installmentsOf(booking.id)
  if (booking.writtenOffCents > 0 || planned.length === 0) return null
  const rows = planned.map((row) => ({ ...row, isNew: false }))
  return movedInstallments(rows, to, businessDay(now))
}

/** What a lead traveler would read if the departure were postponed to those dates now. Reads only. */
export function postponedLetter(booking: Booking, from: Departure, to: Departure, words: string, now: Date) {
  const days = new Map(installmentsAfter(booking, to, now)?.map(({ number, dueOn }) => [number, dueOn]))
  const owed = amountsOwed(booking)
  const installments = owed.installments.map((one) => ({ ...one, dueOn: days.get(one.number) ?? one.dueOn }))
  const told = { from, to, words, answerBy: postponeAnswerBy(to, now) }
  return departurePostponed(booking, told, now, { ...owed, installments })
}

/**
 * A guest began to pay before their departure was postponed, and the payment came after it: they are on the
 * new dates with the same letter and the same choice as those who had paid (rules 4.20). In the transaction
 * that credits the payment.
 */
export function applyPostponement(booking: Booking, now: Date, tx: Tx): void {
  const to = departureOf(booking)
  if (booking.agreedStartsOn === to.startsOn) return
  const change = lastPostponed(to.id, booking.createdAt)
  if (!change || change.answerBy < businessDay(now)) return
  if (!giveChoiceOfChange(change, booking.id, tx)) return
  const from = { startsOn: booking.agreedStartsOn, endsOn: booking.agreedEndsOn }
  // Where staff held the seats, `notifyHeld` moved the days that the guest has read since.
  if (booking.soldBy === null) moveDueDays(booking, to, now, tx)
  tellTakenAlong(booking, { from, to, words: change.words, answerBy: change.answerBy }, change, now, tx)
}

/** Tells a lead traveler of the new dates, what is due when, and until when everything comes back. */
function departurePostponed(booking: Booking, told: Told, now: Date, owed = amountsOwed(booking)): Letter {
  const { to, answerBy } = told
  const about = { ...aboutBooking(booking, now), running: runningOf(to, now) }
  const { refundCents } = cancelQuote(booking, now, 'departure-postponed')
  if (isRefundChosen(booking.id))
    return letterTo(about)`
      # ${newDates(to)}

      ${postponedWords(told)}

      ${REFUND_STAYS}

      ${seeBooking(about)}
    `
  const left = whatIsLeft({
    ...about,
    totalCents: partyMoney(booking).priceCents,
    remainingCents: owed.remainingCents,
    installments: owed.installments.filter(({ owedCents }) => owedCents > 0),
    today: businessDay(now),
  })
  const choice = words`
    If the new dates do not suit you, you can get back everything you paid, ${showCents(refundCents)}: please say so
    by ${showLongDay(answerBy)}.

    ${chooseHere(about)}
  `
  return letterTo(about)`
    # ${newDates(to)}

    ${postponedWords(told)}

    Your booking, your price and your payments stay as they are. If you can travel then, there is nothing you need to
    do.

    ${left}

    ${whetherItRuns(about)}

    ${refundCents > 0 && choice}

    ${seeBooking(about)}
  `
}

/** To a guest who has chosen everything back, which has not left yet. */
const REFUND_STAYS =
  'You have asked for everything you paid, and you will get it: it leaves as soon as it can. There is nothing you need to do.'

const newDates = (to: Departure): string => `New dates: ${to.name}, ${inWords(to)}`

const postponedWords = ({ from, to, words }: Omit<Told, 'answerBy'>): string =>
  `We have to postpone the ${to.name}: it now takes place ${inWords(to)}, instead of ${inWords(from)}. ${words}`

const inWords = ({ startsOn, endsOn }: Dates): string => showDays(startsOn, endsOn)

const chooseHere = ({ bookingAddress }: AboutBooking): Words => words`[Choose now](${bookingAddress}/choice)`

/**
 * What a lead traveler reads when the departure is canceled now, also before that: what they can choose, and
 * the next departure, if any.
 */
export function canceledLetter(booking: Booking, from: Departure, note: string, now: Date): Letter {
  const about = aboutBooking(booking, now)
  const { refundCents } = cancelQuote(booking, now, 'departure-canceled')
  const [next] = openInstead(from.id, businessDay(now), booking.travelers)
  const isChosen = isRefundChosen(booking.id)
  const choice = words`
    You can get back everything you paid, ${showCents(refundCents)}, or move your booking to another departure at the
    price you agreed to${next && `; the next one is ${inWords(next)}`}.

    Please choose by ${showLongDay(cancelAnswerBy(now))}. If we do not hear from you, you get everything back.

    ${chooseHere(about)}
  `
  return letterTo(about)`
    # Canceled: ${from.name}, ${inWords(from)}

    We are sorry: we have to cancel the ${from.name}, ${inWords(from)}. ${note}

    ${isChosen && REFUND_STAYS}

    ${refundCents > 0 && !isChosen && choice}

    Nothing more is due. Please do not book flights for these dates.

    ${seeBooking(about)}
  `
}

/** The same for a guest for whom staff held seats; nothing was paid. */
export function heldCanceledLetter(booking: Booking, from: Departure, note: string, now: Date): Letter {
  const [next] = openInstead(from.id, businessDay(now), booking.travelers)
  return letterTo(aboutBooking(booking, now))`
    # Canceled: ${from.name}, ${inWords(from)}

    We are sorry: we have to cancel the ${from.name}, ${inWords(from)}, and with it the seats we were holding for you.
    ${note}

    You have paid nothing, and nothing is due.
    ${next && `The next departure is ${inWords(next)}: reply to this email, and we’ll hold seats on it.`}
  `
}
