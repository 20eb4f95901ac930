import type { Booking } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { heldAtMostUntil, heldUntil, usuallyHeldUntil } from '#app/bookings/hold-for-guest.server'
import { openCents } from '#app/bookings/status'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { holdLonger, holdQuote } from '#app/money/changes/hold-longer.server'
import {
  postponeInstallment,
  postponeQuote,
  spreadPlan,
  spreadQuote,
  whyNotSpread,
} from '#app/money/changes/installment-days.server'
import {
  AskForPartForm,
  ConfirmHoldForm,
  ConfirmSpreadForm,
  daysOf,
  HoldLongerForm,
  PostponeInstallmentForm,
  SPREAD_FIELDS,
  SpreadForm,
} from '#app/money/changes/money-forms'
import { askForPart, askQuote } from '#app/money/changes/paying/later-payment.server'
import { partWords } from '#app/money/changes/paying/refusal-words'
import { now, today } from '#app/platform/clock.server'
import { type Day, earlierDay, showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { inWords } from '#app/platform/words'
import { departureOf } from '#app/tours/departures.server'
import { SPREAD_AT_MOST } from '#app/tours/promises'
import { nothingChanged } from '../booking-command.server'
import { type Asked, command, isActive } from './command.server'

const stillOpen = ({ booking }: Pick<Asked, 'booking'>) =>
  amountsOwed(booking).installments.filter(({ owedCents }) => owedCents > 0)

/** What is still ahead of the days that hold now, to begin with. */
function usualDays(asked: Asked): Record<string, string> {
  const days: Day[] = stillOpen(asked).map(({ dueOn }) => dueOn)
  const ahead = [...new Set(days.filter((day) => day >= today()))]
  return Object.fromEntries(
    ahead.flatMap((day, index) => SPREAD_FIELDS.slice(index, index + 1).map((field) => [field, day])),
  )
}

export const spread = command({
  form: ConfirmSpreadForm,
  offered: (booking) => whyNotSpread(booking) === null,
  opens: (asked) =>
    whyNotSpread(asked.booking) === null && {
      remainingCents: amountsOwed(asked.booking).remainingCents,
      installments: stillOpen(asked).map(({ number, name, owedCents, dueOn }) => ({
        ...{ number, name, owedCents, dueOn },
      })),
    },
  asks: { form: SpreadForm, first: 'day1', usually: usualDays },
  quote: ({ booking }, typed) => spreadQuote(booking, daysOf(typed), now()),
  change: ({ reference, quoted, note, formKey, ...typed }, staff) =>
    spreadPlan({ reference, days: daysOf(typed), quoted, note, formKey }, staff, now),
  done: () => [
    'Due dates changed',
    'Reminders follow the new dates, and we’ll email the lead traveler the plan.',
  ],
  whyNot: {
    'written-off': 'The balance of this booking was written off. Its due dates can no longer change.',
    'nothing-open': 'Nothing is left to pay.',
    'how-many': `Please choose one to ${inWords(SPREAD_AT_MOST)} days`,
    'not-rising': 'Please choose each day later than the one before it',
    'in-the-past': 'Please choose today or later days',
    'after-departure': 'Please choose days before the departure',
    'not-chargeable': 'Over that many days, each part would be too small for a card. Please choose fewer.',
    'quote-changed':
      'The plan has changed since this was opened. Nothing was changed: please look at the new amounts.',
  },
})

const ofDay = (words: string) => ({ words, field: 'dueOn' })

/** One installment, whose number the address has. */
export const later = command({
  form: PostponeInstallmentForm,
  offered: isActive,
  opens: ({ booking, which }) => postponeQuote(booking, Number(which)) !== null && {},
  quote: ({ booking, which }) => postponeQuote(booking, Number(which)),
  change: (wish, staff) => postponeInstallment({ ...wish, number: Number(wish.which) }, staff, now),
  done: ({ postponed: { name, dueOn } }, { reference }) => [
    'Due date postponed',
    `The ${name.toLowerCase()} of ${reference} is due on ${showDay(dueOn)}, and we’ll email the traveler.`,
  ],
  whyNot: {
    'not-owed': 'Nothing is due for this installment. Nothing was changed.',
    'not-later': ofDay('Please choose a later day than the one it is due on now'),
    'in-the-past': ofDay('Please choose today or a later day'),
    'after-departure': ofDay('Please choose a day before the departure'),
    'after-the-next': ofDay('The next installment is due before that day: please postpone that one first'),
    'quote-changed':
      'The due date has changed since this was opened. Nothing was changed: please close this and look at it again.',
  },
})

const NOT_HELD =
  'Its seats are no longer held: they were paid for, or the hold has ended. Nothing was changed.'

const isHeld = (booking: Booking): boolean => isHeldForGuest(booking) && booking.holdEndsAt > now()

const latestHold = ({ booking }: Asked) => heldAtMostUntil(departureOf(booking))

export const hold = command({
  form: ConfirmHoldForm,
  offered: isHeld,
  opens: (asked) => {
    const { booking } = asked
    if (!isHeld(booking)) return NOT_HELD
    const days = { until: heldUntil(booking), today: today(), latest: latestHold(asked) }
    return { name: booking.customerName, ...days }
  },
  asks: {
    form: HoldLongerForm,
    first: 'heldUntil',
    usually: (asked) => ({ heldUntil: earlierDay(usuallyHeldUntil(today()), latestHold(asked)) }),
    fieldOf: () => 'heldUntil',
  },
  quote: ({ booking }, typed) => holdQuote(booking, typed.heldUntil, now()),
  change: (wish, staff) => holdLonger(wish, staff, now),
  done: ({ held }) => [
    `Held until ${showDay(held.heldUntil)}`,
    'We’ll email the guest the new day and plan.',
  ],
  whyNot: {
    'not-held': NOT_HELD,
    'same-day': 'The seats are held until this day already: choose another one',
    'wrong-day': ({ until }) =>
      `Please choose a day from today to ${showDay(until)}, the day before the journey`,
    'quote-changed':
      'The day or the plan has changed since this was opened. Nothing was changed: please look at it again.',
  },
})

/** A payment link for a part of what is left. */
export const ask = command({
  form: AskForPartForm,
  offered: (booking) => openCents(booking) > 0,
  opens: ({ booking }) =>
    amountsOwed(booking).remainingCents > 0 && { address: travelerMailbox(booking).address },
  quote: ({ booking }) => askQuote(booking),
  change: ({ amount, ...wish }, staff) => askForPart({ ...wish, amountCents: amount }, staff, now),
  done: (_, { amount }) => ['Payment link sent', `It asks for ${showCents(amount)}.`],
  whyNot: {
    'nothing-due': nothingChanged('Nothing is left to pay.'),
    'wrong-part': ({ remainingCents }) => ({ words: partWords(remainingCents), field: 'amount' }),
    'quote-changed':
      'Someone has sent a payment link since this was opened, or what is left to pay has changed. Nothing was sent: please look again.',
  },
})
