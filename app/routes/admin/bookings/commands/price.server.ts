import { priceChangesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { holdsSeat, isPaid, lostItsSeat } from '#app/bookings/status'
import { acceptsNoPayments } from '#app/money/books/amounts-owed.server'
import { keptCents, refundableCents } from '#app/money/books/ledger.server'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import {
  ConfirmForm,
  ConfirmPriceForm,
  HandPaymentForm,
  PriceForm,
  WriteOffForm,
  wishOf,
} from '#app/money/changes/money-forms'
import { priceQuote, repriceBooking, undoQuote, undoReprice } from '#app/money/changes/price-changes.server'
import {
  handPayableCents,
  payableOf,
  receivedBetween,
  recordByHand,
} from '#app/money/changes/record-by-hand.server'
import {
  writeOff as writeOffBooking,
  writeOffCents,
  writeOffQuote,
} from '#app/money/changes/write-off.server'
import { moneyQuote } from '#app/money/refunds/orders.server'
import { now, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { travelerWords } from '#app/travelers/detail-fields'
import { roomChangesOf } from '#app/travelers/pair-travelers.server'
import { nothingChanged, promisedBeyond } from '../booking-command.server'
import { PAY_BACK, WHY_NOT, WHY_NOT_REPRICED } from '../refusal-words'
import { command, isActive } from './command.server'

/** One sentence for a change and for its undoing. */
const repriced = (changeCents: Cents): string =>
  changeCents === 0
    ? `The room is back. The price stays, because it is paid. ${PAY_BACK}`
    : 'The payment plan has the new amounts, and we’ll email the lead traveler.'

const isRepriced = (booking: Booking): boolean => isActive(booking) && booking.writtenOffCents === 0

export const price = command({
  form: ConfirmPriceForm,
  offered: isRepriced,
  opens: ({ booking }) =>
    isPaid(booking.status) && {
      travelers: partyOf(booking.id).map((one) => ({ id: one.id, name: travelerWords(one) })),
    },
  asks: {
    form: PriceForm,
    first: 'amount',
    fieldOf: (refused) => (refused === 'beyond-price' || refused === 'too-little' ? 'amount' : undefined),
  },
  quote: ({ booking }, typed) => priceQuote(booking, wishOf(typed), now()),
  change: ({ reference, quoted, formKey, ...typed }, staff) =>
    repriceBooking({ ...wishOf(typed), reference, quoted, formKey }, staff, now),
  done: ({ changed }) => ['Price changed', repriced(changed.changeCents)],
  whyNot: WHY_NOT_REPRICED,
})

export const undoPrice = command({
  form: ConfirmForm,
  offered: isRepriced,
  opens: ({ booking, which }) => {
    const change = priceChangesOf(booking.id).find(({ id }) => id === Number(which))
    const isRoom = roomChangesOf(booking.id).some(({ chargedActId }) => chargedActId === change?.id)
    return change !== undefined && { words: change.words, isRoom }
  },
  quote: ({ booking, which }) => undoQuote(booking, Number(which), now()),
  change: (wish, staff) => undoReprice({ ...wish, id: Number(wish.which) }, staff, now),
  done: ({ changed }) => ['Price change undone', repriced(changed.changeCents)],
  whyNot: WHY_NOT_REPRICED,
})

export const writeOff = command({
  form: WriteOffForm,
  offered: (booking) => writeOffCents(booking, now()) > 0,
  opens: ({ booking }) => writeOffQuote(booking, now()).owedCents > 0 && { name: booking.customerName },
  quote: ({ booking }) => writeOffQuote(booking, now()),
  change: (wish, staff) => writeOffBooking(wish, staff, now),
  done: ({ writtenOffCents }, { reference }) => [
    `Written off ${showCents(writtenOffCents)}`,
    `${reference} no longer owes anything, and no more reminders go out.`,
  ],
  whyNot: {
    'nothing-late': (_, { reference }) => nothingChanged(`Nothing on ${reference} is overdue.`),
    'going-back':
      'A refund of this booking is on its way or could not be made. Nothing was changed: please wait for it, or settle it first.',
    'quote-changed': ({ quote }) =>
      `What is owed has changed since this was opened: it is ${showCents(quote.owedCents)} now. Nothing was written off: please look at it again.`,
  },
})

/** What each of the party has still to pay, whoever is asked for it. */
const sharesOpen = (booking: Booking) =>
  sharesOwed(booking).map(({ traveler, owedCents }) => ({
    id: traveler.id,
    name: travelerWords(traveler),
    owedCents,
  }))

const mayPay = (booking: Booking): boolean =>
  (holdsSeat(booking.status) || lostItsSeat(booking.status)) && !acceptsNoPayments(booking)

/** Money by hand: what may come in, what may go back, and how much of that could go back through Stripe. */
export const payment = command({
  form: HandPaymentForm,
  offered: (booking) => mayPay(booking) || keptCents(booking.id) > refundableCents(booking.id),
  opens: ({ booking }) => {
    const { status } = booking
    const pays = mayPay(booking)
    return {
      ...{ stands: isPaid(status), holdsSeats: holdsSeat(status), depositCents: booking.depositCents },
      inCents: pays ? handPayableCents(booking) : cents(0),
      writtenOffCents: pays ? booking.writtenOffCents : cents(0),
      outCents: cents(Math.max(0, keptCents(booking.id))),
      throughStripeCents: refundableCents(booking.id),
      shares: pays && booking.eachPays ? sharesOpen(booking) : [],
      received: receivedBetween(booking, today()),
    }
  },
  quote: ({ booking }) => moneyQuote(booking),
  change: ({ direction, amount, share: forTravelerId, ...wish }, staff) =>
    recordByHand({ amountCents: amount, ...wayOf(direction), ...wish, forTravelerId }, staff, now),
  done: (_, { direction, amount }) => [
    'Payment recorded',
    `${showCents(amount)} ${direction === 'in' ? 'is in the ledger' : 'was taken off the ledger'}, and we’ll email the traveler.`,
  ],
  whyNot: {
    'being-paid':
      'A payment for this booking is being processed. Nothing was recorded: please try again in a minute, or, if it comes from a bank account, once it is there.',
    'being-given-back':
      'This booking takes no more money: all that was paid is on its way back, or its departure was canceled. Nothing was recorded. Please return the money, or book a new seat.',
    'no-place':
      'This payment cannot be used: the booking has ended, or the departure is full. Nothing was recorded. Please return the money, or book a new seat.',
    'code-used-up': `${WHY_NOT['code-used-up']} Nothing was recorded.`,
    'has-begun':
      'The journey has begun, and this booking has no seat on it: no one can be added now. Nothing was recorded. Please return the money.',
    'too-little': ({ atLeastCents }) => ({
      field: 'amount',
      words: `A first payment must be at least the deposit of ${showCents(atLeastCents)}`,
    }),
    'too-much': ({ atMostCents }, { direction }) => ({
      field: 'amount',
      words: tooMuch(atMostCents, direction),
    }),
    'beyond-share': ({ atMostCents }) => ({
      field: 'amount',
      words: `At most ${showCents(atMostCents)} of this share is left to pay. Choose “Everybody” for more`,
    }),
    'no-such-traveler': {
      field: 'share',
      words: 'This traveler is no longer on the booking. Please choose again.',
    },
    promised: ({ atMostCents }) => ({ field: 'amount', words: promisedBeyond(atMostCents) }),
    'wrong-day': ({ from, until }) => ({
      field: 'receivedOn',
      words: `Please choose a day from ${showDay(from)} to ${showDay(until)}`,
    }),
    known: {
      toast: {
        tone: 'info',
        title: 'Already recorded',
        description: 'This form was sent before. Nothing more was entered.',
      },
    },
    'quote-changed': ({ quote }) =>
      `The payments or the price of this booking have changed since this was opened: ${showCents(cents(Math.max(0, quote.keptCents)))} is paid, and ${showCents(payableOf(quote))} is left to pay. Nothing was recorded. Is this payment not among them? Then please record it again.`,
  },
})

type Direction = 'in' | 'out-goodwill' | 'out-owed-again'

const wayOf = (direction: Direction) =>
  direction === 'in'
    ? ({ direction: 'in' } as const)
    : ({ direction: 'out', reason: direction === 'out-goodwill' ? 'goodwill' : 'owed-again' } as const)

function tooMuch(atMost: Cents, direction: Direction): string {
  if (direction === 'in') {
    return atMost > 0
      ? `At most ${showCents(atMost)} is left to pay`
      : 'Nothing is left to pay: someone may have recorded it already'
  }
  return atMost > 0
    ? `At most ${showCents(atMost)} is paid and not on its way back already`
    : 'Nothing is left that could be paid back: all of it went back, or is on its way'
}
