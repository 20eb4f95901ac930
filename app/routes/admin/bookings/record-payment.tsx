import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { holdsSeat, isPaid, lostItsSeat } from '#app/bookings/status'
import { acceptsNoPayments } from '#app/money/books/amounts-owed.server'
import { keptCents, refundableCents } from '#app/money/books/ledger.server'
import { asShown } from '#app/money/books/quote-digest.server'
import { HandPaymentForm } from '#app/money/changes/money-forms'
import {
  handPayableCents,
  payableOf,
  type RecordedByHand,
  receivedBetween,
  recordByHand,
} from '#app/money/changes/record-by-hand.server'
import { type MoneyQuote, moneyQuote } from '#app/money/refunds/orders.server'
import { now, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { filledIn } from '#app/ui/admin/admin-fields'
import { revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { SelectField, TextField } from '#app/ui/field'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  type MoneyAnswer,
  promisedBeyond,
  WHY_NOT,
} from './booking-command.server'
import { AmountField, MoneyChoices, MoneyDialog, NoteField, useMoneyResult, useQuote } from './money-dialog'

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const kept = keptCents(booking.id)
  const mayPay = (holdsSeat(booking.status) || lostItsSeat(booking.status)) && !acceptsNoPayments(booking)
  return {
    reference: booking.reference,
    stands: isPaid(booking.status),
    holdsSeats: holdsSeat(booking.status),
    depositCents: booking.depositCents,
    /** What may come in, what may go back by hand, and how much of that could go back to cards. */
    inCents: mayPay ? handPayableCents(booking) : cents(0),
    writtenOffCents: mayPay ? booking.writtenOffCents : cents(0),
    outCents: cents(Math.max(0, kept)),
    cardCents: refundableCents(booking.id),
    received: receivedBetween(booking, today()),
    quote: asShown(moneyQuote(booking)),
    formKey: crypto.randomUUID(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, HandPaymentForm, async ({ direction, amount, ...wish }, staff) => {
    const way =
      direction === 'in'
        ? ({ direction: 'in' } as const)
        : ({ direction: 'out', reason: direction === 'out-goodwill' ? 'goodwill' : 'owed-again' } as const)
    const outcome = await recordByHand({ amountCents: amount, ...way, ...wish }, staff, now)
    if ('known' in outcome) return ALREADY_RECORDED
    if ('refused' in outcome) return handPaymentRefused(outcome, way.direction)
    const inLedger = way.direction === 'in' ? 'is in the ledger' : 'was taken off the ledger'
    return done('Payment recorded', `${showCents(amount)} ${inLedger}, and we’ll email the traveler.`)
  })

/** Why nothing was entered, and the field that it is about. */
function handPaymentRefused(
  refusal: Extract<RecordedByHand, { refused: string }>,
  direction: 'in' | 'out',
): MoneyAnswer<MoneyQuote> {
  switch (refusal.refused) {
    case 'too-little':
      return {
        field: 'amount',
        words: `A first payment must be at least the deposit of ${showCents(refusal.atLeastCents)}`,
      }
    case 'wrong-day':
      return {
        field: 'receivedOn',
        words: `Please choose a day from ${showDay(refusal.from)} to ${showDay(refusal.until)}`,
      }
    case 'promised':
      return { field: 'amount', words: promisedBeyond(refusal.atMostCents) }
    case 'too-much':
      return { field: 'amount', words: tooMuch(refusal.atMostCents, direction) }
    default:
      return answerNotDone(
        refusal,
        WHY_NOT_RECORDED,
        (quote) =>
          `The payments or the price of this booking have changed since this was opened: ${showCents(cents(Math.max(0, quote.keptCents)))} is paid, and ${showCents(payableOf(quote))} is left to pay. Nothing was recorded. Is this payment not among them? Then please record it again.`,
      )
  }
}

const WHY_NOT_RECORDED = {
  'being-paid':
    'A card payment for this booking is being processed right now. Nothing was recorded: please try again in a minute.',
  'being-given-back':
    'This booking takes no more money: all that was paid is on its way back, or its departure was canceled. Nothing was recorded. Please return the money, or book a new seat.',
  'no-place':
    'This payment cannot be used: the booking has ended, or the departure is full. Nothing was recorded. Please return the money, or book a new seat.',
  'code-used-up': `${WHY_NOT['code-used-up']} Nothing was recorded.`,
  'has-begun':
    'The journey has begun, and this booking has no seat on it: no one can be added now. Nothing was recorded. Please return the money.',
}

function tooMuch(atMost: Cents, direction: 'in' | 'out'): string {
  if (direction === 'in') {
    return atMost > 0
      ? `At most ${showCents(atMost)} is left to pay`
      : 'Nothing is left to pay: someone may have recorded it already'
  }
  return atMost > 0
    ? `At most ${showCents(atMost)} is paid and not on its way back already`
    : 'Nothing is left that could be paid back: all of it went back, or is on its way'
}

const ALREADY_RECORDED = {
  toast: {
    tone: 'info',
    title: 'Already recorded',
    description: 'This form was sent before. Nothing more was entered.',
  },
} as const

export const shouldRevalidate = revalidateAfterError

export const clientAction = stayOnFailure({ title: 'Failed to record the payment' })

export default function RecordPaymentPage() {
  const page = useLoaderData<typeof loader>()
  const { reference, received, formKey } = page
  const { quoted } = useQuote(page.quote)
  const [form, fields] = useStaffForm(HandPaymentForm, {
    id: 'record-payment',
    lastResult: useMoneyResult(),
    defaultValue: { receivedOn: received.until },
  })
  const title = 'Record a payment'
  const options = [
    ...(page.inCents > 0 ? [{ value: 'in', title: 'The traveler paid', detail: whatMayCome(page) }] : []),
    ...(page.outCents > 0 ? paidBack(page) : []),
  ]
  if (options.length === 0) {
    return (
      <RouteDialog title={title} closeTo={`/admin/bookings/${reference}`}>
        <p className="text-sm">
          Nothing can be paid for this booking, and nothing is left that could be paid back.
        </p>
      </RouteDialog>
    )
  }
  return (
    <MoneyDialog
      {...{ reference, form, formKey, title }}
      shown={{ quoted }}
      label="Record payment"
      busyLabel="Recording..."
    >
      <MoneyChoices field={fields.direction} legend="Which way did the money go?" options={options} />
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountField field={fields.amount} required />
        <SelectField label="How was it paid?" {...filledIn(fields.method)}>
          <option value="cheque">Check</option>
          <option value="wire">Wire transfer</option>
          <option value="other">Other</option>
        </SelectField>
        <TextField
          type="date"
          label="Day it was received"
          hint="Or paid back. Monthly figures use this day."
          min={received.from}
          max={received.until}
          {...filledIn(fields.receivedOn)}
        />
      </div>
      <NoteField
        field={fields.note}
        label="Note"
        hint="Such as the check number. The traveler does not see it."
      />
    </MoneyDialog>
  )
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>

function whatMayCome({ stands, holdsSeats, depositCents, inCents, writtenOffCents }: Page): string {
  if (!stands)
    return `From the deposit of ${showCents(depositCents)} to the full price of ${showCents(inCents)}. ${holdsSeats ? 'The seats held for them are then booked.' : 'It takes the seat, if one is free.'}`
  if (writtenOffCents === 0) return `At most ${showCents(inCents)}, the balance due.`
  const written =
    writtenOffCents === inCents ? 'which was written off' : `${showCents(writtenOffCents)} of it written off`
  return `At most ${showCents(inCents)}, ${written}. Any such payment lowers the write-off; nothing more is due.`
}

function paidBack({ outCents, cardCents, stands }: Page) {
  const atMost = `At most ${showCents(outCents)}${stands ? '; all of it ends the booking' : ''}.${
    cardCents > 0
      ? ` ${showCents(cardCents)} of it came by card: enter that here only if the card could not take it back, because it cannot go to the card after that.`
      : ''
  }`
  if (!stands) return [{ value: 'out-owed-again', title: 'We paid money back', detail: atMost }]
  return [
    {
      value: 'out-goodwill',
      title: 'We paid money back and lowered the price',
      detail: `The price goes down by that amount, so no one is asked for it again. ${atMost}`,
    },
    {
      value: 'out-owed-again',
      title: 'We paid money back; the price stays the same',
      detail: `The traveler owes it again, and is notified. ${atMost}`,
    },
  ]
}
