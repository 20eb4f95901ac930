import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { holdsSeat } from '#app/bookings/status'
import { overdueCents } from '#app/money/books/amounts-owed.server'
import { asShown } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { cancelBooking } from '#app/money/changes/cancel-booking.server'
import { CancelBookingForm } from '#app/money/changes/money-forms'
import { now } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  nothingChanged,
} from './booking-command.server'
import { MoneyDialog, NoteField, RefundSummary, useMoneyForm, useQuote } from './money-dialog'

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  if (!holdsSeat(booking.status)) throw redirect(`/admin/bookings/${booking.reference}`)
  return {
    reference: booking.reference,
    name: booking.customerName,
    travelers: booking.travelers,
    isDepartureCanceled: departureOf(booking).canceledAt !== null,
    quote: asShown(cancelQuote(booking, now())),
    overdueCents: overdueCents(booking, now()),
    formKey: crypto.randomUUID(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, CancelBookingForm, async (typed, staff) => {
    const { reference } = typed
    const outcome = await cancelBooking(typed, staff, now)
    if ('cancelled' in outcome) {
      return done(
        'Booking canceled',
        `The seats of ${reference} are free again, and we’ll email the traveler.`,
      )
    }
    return answerNotDone(
      outcome,
      {
        'already-over': nothingChanged(
          `${reference} had ended already, or someone else has just canceled it.`,
        ),
        'nothing-overdue':
          'Nothing on this booking is overdue anymore. Nothing was canceled: please look again.',
      },
      'The refund amount has changed since this was opened. Nothing was canceled: please look at the new amounts.',
    )
  })

export const clientAction = stayOnFailure({ title: 'Failed to cancel the booking' })

export default function CancelBookingPage() {
  const { reference, name, travelers, isDepartureCanceled, overdueCents, formKey, ...loaded } =
    useLoaderData<typeof loader>()
  const quote = useQuote(loaded.quote)
  const [form, fields] = useMoneyForm<typeof CancelBookingForm>('cancel-booking')
  const refund = quote.refundCents > 0 ? ` and refund ${showCents(quote.refundCents)}` : ''
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Cancel ${reference}?`}
      lead={
        <>
          <bdi>{name}</bdi>’s {travelers > 1 ? `${travelers} seats` : 'seat'}{' '}
          {isDepartureCanceled ? 'will stay empty' : travelers > 1 ? 'go back on sale' : 'goes back on sale'},
          reminders stop, and the payment links stop working.
          {isDepartureCanceled
            ? ' The booking cannot be reinstated: its departure was canceled.'
            : ' You can reinstate the booking only while seats are left; the traveler then owes the refunded amount again.'}
        </>
      }
      about={<RefundSummary quote={quote} />}
      tone="danger"
      label={`Cancel booking${refund}`}
      busyLabel="Canceling..."
      shown={{ quoted: quote.quoted }}
    >
      {overdueCents > 0 && (
        <label className="flex gap-2.5 text-sm">
          <input
            type="checkbox"
            name={fields.forNonPayment.name}
            value="yes"
            defaultChecked={fields.forNonPayment.initialValue === 'yes'}
            className="mt-0.5 size-4"
          />
          <span>
            For non-payment: {showCents(overdueCents)} is overdue. Our email to the traveler says so.
          </span>
        </label>
      )}
      <NoteField field={fields.note} />
    </MoneyDialog>
  )
}
