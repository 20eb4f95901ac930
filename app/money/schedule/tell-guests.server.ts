import { eq } from 'drizzle-orm'
import { type AboutBooking, letterTo, seeBooking, whetherItRuns } from '#app/bookings/about-booking'
import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { heldUntil } from '#app/bookings/hold-for-guest.server'
import { raiseInstallments } from '#app/bookings/installments/party-installments.server'
import { movedInstallments } from '#app/bookings/installments/reprice-installments.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import { giveChoiceOfChange, lastPostponed, type ScheduleChange } from '#app/bookings/schedule-choices.server'
import { aboutBooking, postToTraveler, runningOf } from '#app/bookings/traveler-letters.server'
import type { Letter } from '#app/mail/letter'
import { askedNow } from '#app/money/asked-now.server'
import { type LeftToPay, whatIsLeft } from '#app/money/party/party-mail.server'
import { cancelQuote } from '#app/money/refunds/cancellation.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay, showDays, showLongDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import type { Dates } from '#app/tours/departure'
import { type Departure, departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { bookings } from '#db/schema'

type Told = { from: Dates; to: Departure; words: string; answerBy: Day }

/** Puts a booking that is paid for on the new dates of its departure, and tells its lead traveler. */
export function takeAlong(booking: Booking, told: Told, change: ScheduleChange, now: Date, tx: Tx): void {
  tx.update(bookings)
    .set({ toldStartsOn: told.to.startsOn, toldEndsOn: told.to.endsOn, updatedAt: now })
    .where(eq(bookings.id, booking.id))
    .run()
  moveDueDays(booking, told.to, now, tx)
  const once = `${booking.reference}:${change.id}`
  postToTraveler(booking, now, { kind: 'departure-postponed', once, letter: letterOf(booking, told, now) })
}

/**
 * Tells the guest of seats that staff hold, whose pay page shows the new days to
 * pay from now on; once they have paid, `takeAlongLate` writes with the choice.
 */
export function tellHeld(
  booking: Booking,
  told: Omit<Told, 'answerBy'>,
  change: ScheduleChange,
  now: Date,
  tx: Tx,
): void {
  moveDueDays(booking, told.to, now, tx)
  const [once, until] = [`${booking.reference}:${change.id}:held`, heldUntil(booking)]
  const about = { ...aboutBooking(booking, now), ...told, tourName: told.to.name }
  const letter = heldDeparturePostponed({ ...about, heldUntil: until, payAddress: payAddress(booking) })
  postToTraveler(booking, now, { kind: 'departure-postponed', once, letter })
}

function moveDueDays(booking: Booking, to: Departure, now: Date, tx: Tx): void {
  const rows = installmentsAfter(booking, to, now)
  if (rows) raiseInstallments(booking.id, rows, tx)
}

/** As where a booking is moved to another departure; null where nothing of it is due on a day. */
function installmentsAfter(booking: Booking, to: Departure, now: Date) {
  const planned = installmentsOf(booking.id)
  if (booking.writtenOffCents > 0 || planned.length === 0) return null
  const rows = planned.map((row) => ({ ...row, isRaised: false }))
  return movedInstallments(rows, to, businessDay(now))
}

const letterOf = (booking: Booking, told: Told, now: Date, asked = askedNow(booking)): Letter =>
  departurePostponed({
    ...aboutBooking(booking, now),
    ...told,
    running: runningOf(told.to, now),
    tourName: told.to.name,
    totalCents: partyMoney(booking).priceCents,
    remainingCents: asked.remainingCents,
    installments: asked.installments.filter(({ owedCents }) => owedCents > 0),
    today: businessDay(now),
    refundCents: cancelQuote(booking, now, 'departure-postponed').refundCents,
  })

/** The letter as it will be, before the departure is postponed. Reads only. */
export function postponedPreview(booking: Booking, told: Told, now: Date): Letter {
  const days = new Map(installmentsAfter(booking, told.to, now)?.map(({ number, dueOn }) => [number, dueOn]))
  const asked = askedNow(booking)
  const installments = asked.installments.map((one) => ({ ...one, dueOn: days.get(one.number) ?? one.dueOn }))
  return letterOf(booking, told, now, { ...asked, installments })
}

/**
 * Somebody began to pay before their departure was postponed, and the payment came after it: they are on the
 * new dates with the same letter and the same choice as those who had paid (rules 4.20). In the transaction
 * that credits the payment.
 */
export function takeAlongLate(booking: Booking, now: Date, tx: Tx): void {
  const to = departureOf(booking)
  if (booking.agreedStartsOn === to.startsOn) return
  const change = lastPostponed(to.id, booking.createdAt)
  if (!change || change.answerBy < businessDay(now)) return
  if (!giveChoiceOfChange(change, booking.id, tx)) return
  const from = { startsOn: booking.agreedStartsOn, endsOn: booking.agreedEndsOn }
  takeAlong(booking, { from, to, words: change.words, answerBy: change.answerBy }, change, now, tx)
}

export type ChangeTold = AboutBooking & {
  tourName: string
  from: Dates
  /** Why, in the words of staff. */
  words: string
  /** Everything that is to come back, and the last day to choose. */
  refundCents: Cents
  answerBy: Day
}

const inWords = ({ startsOn, endsOn }: Dates): string => showDays(startsOn, endsOn)

const chooseHere = ({ bookingAddress }: ChangeTold): Letter['blocks'][number] => ({
  link: { label: 'Choose now', address: `${bookingAddress}/choice` },
})

/** Tells a lead traveler that their departure is canceled, and what they can choose; the next one, if any. */
export const departureCanceled = (about: ChangeTold & { next: Dates | null }): Letter =>
  letterTo(about, `Canceled: ${about.tourName}, ${inWords(about.from)}`, [
    {
      paragraph: `We are sorry: we have to cancel the ${about.tourName}, ${inWords(about.from)}. ${about.words}`,
    },
    ...(about.refundCents > 0
      ? [
          {
            paragraph: `You can get back everything you paid, ${showCents(about.refundCents)}, or move your booking to another departure at the price you agreed to${about.next ? `; the next one is ${inWords(about.next)}` : ''}.`,
          },
          {
            paragraph: `Please choose by ${showLongDay(about.answerBy)}. If we do not hear from you, you get everything back.`,
          },
          chooseHere(about),
        ]
      : []),
    { paragraph: 'Nothing more is due. Please do not book flights for these dates.' },
    seeBooking(about),
  ])

/** Tells a guest for whom staff held seats that there is no such departure anymore; nothing was paid. */
export const heldDepartureCanceled = (
  about: Omit<ChangeTold, 'refundCents' | 'answerBy'> & { next: Dates | null },
): Letter =>
  letterTo(about, `Canceled: ${about.tourName}, ${inWords(about.from)}`, [
    {
      paragraph: `We are sorry: we have to cancel the ${about.tourName}, ${inWords(about.from)}, and with it the seats we were holding for you. ${about.words}`,
    },
    {
      paragraph: `You have paid nothing, and nothing is due.${about.next ? ` The next departure is ${inWords(about.next)}: reply to this message, and we’ll hold seats on it.` : ''}`,
    },
  ])

/** Tells a guest for whom staff hold seats of the new dates; nothing was paid. */
const heldDeparturePostponed = (
  about: Omit<ChangeTold, 'refundCents' | 'answerBy'> & { to: Dates; heldUntil: Day; payAddress: string },
): Letter =>
  letterTo(about, `New dates: ${about.tourName}, ${inWords(about.to)}`, [
    { paragraph: putOff(about) },
    {
      paragraph: `We are still holding seats for you until ${showDay(about.heldUntil)}, now on the new dates, at the same price. Would they suit you? If not, there is nothing you need to do: you have paid nothing.`,
    },
    { link: { label: 'See the details', address: about.payAddress } },
  ])

const putOff = ({
  tourName,
  from,
  to,
  words,
}: Pick<ChangeTold, 'tourName' | 'from' | 'words'> & { to: Dates }) =>
  `We have to postpone the ${tourName}: it now takes place ${inWords(to)} instead of ${inWords(from)}. ${words}`

/** Tells a lead traveler of the new dates, what is due when, and until when everything comes back. */
const departurePostponed = (about: ChangeTold & LeftToPay & { to: Dates }): Letter =>
  letterTo(about, `New dates: ${about.tourName}, ${inWords(about.to)}`, [
    { paragraph: putOff(about) },
    {
      paragraph:
        'Your booking, your price and your payments stay as they are. If you can travel then, there is nothing you need to do.',
    },
    ...whatIsLeft(about),
    ...whetherItRuns(about),
    ...(about.refundCents > 0
      ? [
          {
            paragraph: `If the new dates do not suit you, you can get back everything you paid, ${showCents(about.refundCents)}: please say so by ${showLongDay(about.answerBy)}.`,
          },
          chooseHere(about),
        ]
      : []),
    seeBooking(about),
  ])
