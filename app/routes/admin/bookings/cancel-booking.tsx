import { randomUUID } from 'node:crypto'
import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { holdsSeat } from '#app/bookings/status'
import { overdueCents } from '#app/money/asked-now.server'
import { CancelBookingForm } from '#app/money/money-forms'
import { cancelBooking } from '#app/money/refunds/cancel-booking.server'
import { cancelQuote } from '#app/money/refunds/end-canceled.server'
import type { CancelQuote } from '#app/money/refunds/policy-quote.server'
import { now } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { departureOf } from '#app/tours/departures.server'
import { keepTyped, useAdminAnswer, useLastResult } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { answerMoneyCommand, type MoneyAnswer, nothingChanged, refusedAnswer } from './money-command.server'
import { MoneyForm, NoteField } from './money-form'
import { namedBooking } from './named-booking.server'
import { QuoteShown } from './quote-shown'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change money')
  const booking = namedBooking(params)
  if (!holdsSeat(booking.status)) throw redirect(`/admin/bookings/${booking.reference}`)
  return {
    reference: booking.reference,
    name: booking.customerName,
    travelers: booking.travelers,
    isDepartureCanceled: departureOf(booking).canceledAt !== null,
    quote: cancelQuote(booking, now()),
    overdueCents: overdueCents(booking, now()),
    formKey: randomUUID(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, CancelBookingForm, async (typed, staff): Promise<MoneyAnswer<CancelQuote>> => {
    const { reference } = typed
    const outcome = await cancelBooking(typed, staff, now)
    if ('cancelled' in outcome) {
      return {
        toast: {
          tone: 'success',
          title: 'Booking canceled',
          description: `The seats of ${reference} are free for others, and the traveler gets a message.`,
        },
      }
    }
    const whyNot = {
      'already-over': `${reference} had ended already, or somebody else has just canceled it.`,
      'nothing-overdue':
        'Nothing on this booking is overdue anymore. Nothing was canceled: please look again.',
    }
    if (outcome.refused === 'already-over') return nothingChanged(whyNot['already-over'])
    return refusedAnswer(
      outcome,
      whyNot,
      'What comes back has changed since this was opened. Nothing was canceled: please look at the new amounts.',
    )
  })

export const clientAction = keepTyped({ title: 'Failed to cancel the booking' })

export default function CancelBookingPage() {
  const loaded = useLoaderData<typeof loader>()
  const answered = useAdminAnswer<typeof action>()
  const quote = answered?.quote ?? loaded.quote
  const closeTo = `/admin/bookings/${loaded.reference}`
  const [form, fields] = useForm<z.input<typeof CancelBookingForm>>({
    id: 'cancel-booking',
    lastResult: useLastResult(answered?.result),
  })
  const refund = quote.refundCents > 0 ? ` and refund ${showCents(quote.refundCents)}` : ''
  return (
    <RouteDialog title={`Cancel ${loaded.reference}?`} closeTo={closeTo}>
      <p className="mb-4 text-sm">
        {loaded.travelers > 1 ? `The ${loaded.travelers} seats` : 'The seat'} of <bdi>{loaded.name}</bdi>{' '}
        {loaded.travelers > 1 ? 'become' : 'becomes'} free, no more reminders go out, and the payment links
        end.
        {loaded.isDepartureCanceled
          ? ' The booking cannot be reinstated: its departure was canceled.'
          : ' You can reinstate the booking only while its seats are free, and what went back is then owed again.'}
      </p>
      <QuoteShown quote={quote} />
      <MoneyForm
        form={form}
        formKey={loaded.formKey}
        closeTo={closeTo}
        tone="danger"
        label={`Cancel booking${refund}`}
        busyLabel="Canceling..."
      >
        <input type="hidden" name="quotedCents" value={quote.refundCents} />
        <input type="hidden" name="quotedKeptCents" value={quote.keptCents} />
        {loaded.overdueCents > 0 && (
          <label className="flex gap-2.5 text-sm">
            <input
              type="checkbox"
              name={fields.forNonPayment.name}
              value="yes"
              defaultChecked={fields.forNonPayment.initialValue === 'yes'}
              className="mt-0.5 size-4"
            />
            <span>
              For non-payment: {showCents(loaded.overdueCents)} is overdue. The letter to the traveler says
              so.
            </span>
          </label>
        )}
        <NoteField field={fields.note} />
      </MoneyForm>
    </RouteDialog>
  )
}
