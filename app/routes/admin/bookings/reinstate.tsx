import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asShown } from '#app/money/books/quote-digest.server'
import { ReinstateForm } from '#app/money/changes/money-forms'
import {
  type NotReinstated,
  reinstateBooking,
  reinstateQuote,
} from '#app/money/changes/reinstate-booking.server'
import { now, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { SOLD_OUT } from '#app/tours/departure'
import { filledIn } from '#app/ui/admin/admin-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { TextField } from '#app/ui/field'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  nothingChanged,
  notOpened,
  WHY_NOT,
} from './booking-command.server'
import { Amounts, MoneyDialog, PartyAfter, PlanAfter, useMoneyForm, useQuote } from './money-dialog'

const WHY_NOT_REINSTATED = {
  ...WHY_NOT,
  'not-canceled': 'This booking is active, or someone else has just reinstated it.',
  'written-off': 'The balance of this booking was written off. It can no longer be reinstated.',
  'departure-canceled': 'Its departure was canceled. The booking can no longer be reinstated.',
  'has-begun': 'The journey has begun. The booking can no longer be reinstated.',
  'sold-out': `${SOLD_OUT}, or has fewer seats left than this booking needs.`,
  'not-chargeable': 'What would be left to pay cannot be charged to a card.',
} satisfies Record<NotReinstated, string>

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const quote = reinstateQuote(booking, now())
  if ('refused' in quote) return notOpened(booking, WHY_NOT_REINSTATED[quote.refused])
  return {
    reference: booking.reference,
    name: booking.customerName,
    quote: asShown(quote),
    today: today(),
    formKey: crypto.randomUUID(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, ReinstateForm, async (typed, staff) => {
    const outcome = await reinstateBooking(typed, staff, now)
    if ('reinstated' in outcome) {
      return done(
        'Booking reinstated',
        outcome.reinstated.hold
          ? 'Its seats are held again, and we’ll email the lead traveler the link to pay.'
          : 'It has its seats again, and we’ll email the lead traveler.',
      )
    }
    if ('refused' in outcome && outcome.refused === 'wrong-day') {
      return { words: `Please choose a day from today until ${showDay(outcome.until)}`, field: 'heldUntil' }
    }
    if ('refused' in outcome && outcome.refused === 'not-canceled')
      return nothingChanged(WHY_NOT_REINSTATED['not-canceled'])
    return answerNotDone(outcome, WHY_NOT_REINSTATED)
  })

export const clientAction = stayOnFailure({ title: 'Failed to reinstate the booking' })

export default function ReinstatePage() {
  const { reference, name, quote: loaded, today, formKey } = useLoaderData<typeof loader>()
  const quote = useQuote(loaded)
  const [form, fields] = useMoneyForm<typeof ReinstateForm>('reinstate')
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Reinstate ${reference}?`}
      lead={
        <>
          <bdi>{name}</bdi> {quote.hold ? 'can travel after all: we hold' : 'is back on the trip and takes'}{' '}
          {quote.seatsLeft === 1
            ? 'the last seat'
            : `${quote.travelers} of the ${quote.seatsLeft} seats left`}
          .{' '}
          {quote.hold
            ? 'We kept no money for this booking, so all of it is due again, at the agreed price. We’ll email the lead traveler the link to pay.'
            : `${showCents(quote.paidCents)} counts as paid, what was refunded is owed again, and we’ll email the lead traveler.`}
        </>
      }
      about={
        <>
          <PartyAfter {...quote} />
          {quote.hold && (
            <Amounts amounts={[{ label: 'Due while the seats are held', cents: quote.hold.nowCents }]} />
          )}
          {quote.installments.length > 0 && <PlanAfter {...quote} />}
        </>
      }
      label="Reinstate the booking"
      busyLabel="Reinstating..."
      shown={{ quoted: quote.quoted }}
    >
      {quote.hold && (
        <TextField
          label="Hold the seats until"
          type="date"
          min={today}
          max={quote.hold.atMostUntil}
          hint={`Until ${showDay(quote.hold.atMostUntil)} at the latest.`}
          {...filledIn(fields.heldUntil)}
          defaultValue={fields.heldUntil.initialValue ?? quote.hold.usuallyUntil}
          autoComplete="off"
        />
      )}
    </MoneyDialog>
  )
}
