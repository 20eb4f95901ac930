import { randomUUID } from 'node:crypto'
import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { ReinstateForm } from '#app/money/money-forms'
import { type ReinstateQuote, reinstateShown } from '#app/money/party/quotes'
import { type NotReinstated, reinstateBooking, reinstateQuote } from '#app/money/reinstate-booking.server'
import { now, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { SOLD_OUT } from '#app/tours/departure'
import { keepTyped, useAdminAnswer, useLastResult } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { answerMoneyCommand, type MoneyAnswer, nothingChanged, refusedAnswer } from './money-command.server'
import { MoneyForm } from './money-form'
import { BEING_REFUNDED, CODE_USED_UP, DISPUTED, namedBooking } from './named-booking.server'
import { Amounts, PartyAfter, PlanAfter } from './quote-shown'

const WHY_NOT: Record<NotReinstated, string> = {
  'not-canceled': 'This booking is active, or somebody else has just reinstated it.',
  'written-off': 'What was left to pay of this booking was written off. It can no longer be reinstated.',
  'departure-canceled': 'Its departure was canceled. The booking can no longer be reinstated.',
  'has-begun': 'The journey has begun. The booking can no longer be reinstated.',
  disputed: DISPUTED,
  'being-refunded': BEING_REFUNDED,
  'sold-out': `${SOLD_OUT}, or has fewer seats left than this booking needs.`,
  'code-used-up': CODE_USED_UP,
  'not-chargeable': 'What would be left to pay cannot be charged to a card.',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change money')
  const booking = namedBooking(params)
  const quote = reinstateQuote(booking, now())
  if ('refused' in quote) {
    return redirectWithToast(
      `/admin/bookings/${booking.reference}`,
      nothingChanged(WHY_NOT[quote.refused]).toast,
    )
  }
  return {
    reference: booking.reference,
    name: booking.customerName,
    quote,
    today: today(),
    formKey: randomUUID(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, ReinstateForm, (typed, staff): MoneyAnswer<ReinstateQuote> => {
    const outcome = reinstateBooking(typed, staff, now())
    if ('reinstated' in outcome) {
      const description = outcome.reinstated.hold
        ? 'Its seats are held again, and the lead traveler gets a letter with the link to pay.'
        : 'It has its seats again, and the lead traveler gets a letter.'
      return { toast: { tone: 'success', title: 'Booking reinstated', description } }
    }
    if (outcome.refused === 'wrong-day') {
      return { words: `Please choose a day from today until ${showDay(outcome.until)}`, field: 'heldUntil' }
    }
    if (outcome.refused === 'not-canceled') return nothingChanged(WHY_NOT['not-canceled'])
    return refusedAnswer(outcome, WHY_NOT)
  })

export const clientAction = keepTyped({ title: 'Failed to reinstate the booking' })

export default function ReinstatePage() {
  const { reference, name, quote: loaded, today, formKey } = useLoaderData<typeof loader>()
  const answered = useAdminAnswer<typeof action>()
  const quote = answered?.quote ?? loaded
  const closeTo = `/admin/bookings/${reference}`
  const [form, fields] = useForm<z.input<typeof ReinstateForm>>({
    id: 'reinstate',
    lastResult: useLastResult(answered?.result),
  })
  return (
    <RouteDialog title={`Reinstate ${reference}?`} closeTo={closeTo}>
      <p className="mb-4 text-sm">
        <bdi>{name}</bdi> {quote.hold ? 'can travel after all' : 'travels again'}:{' '}
        {quote.travelers > 1 ? `${quote.travelers} seats are` : 'a seat is'} {quote.hold ? 'held' : 'taken'},
        of {quote.seatsLeft} that {quote.seatsLeft === 1 ? 'is' : 'are'} free.{' '}
        {quote.hold
          ? 'Nothing is kept of this booking, so it is paid from the beginning, at the price that was agreed. The lead traveler gets a letter with the link to pay.'
          : `${showCents(quote.paidCents)} counts as paid, what was refunded is owed again, and the lead traveler gets a letter.`}
      </p>
      <PartyAfter {...quote} />
      {quote.hold && (
        <Amounts amounts={[{ label: 'Due while the seats are held', cents: quote.hold.nowCents }]} />
      )}
      {quote.installments.length > 0 && <PlanAfter {...quote} />}
      <MoneyForm
        form={form}
        formKey={formKey}
        closeTo={closeTo}
        tone="main"
        label="Reinstate the booking"
        busyLabel="Reinstating..."
      >
        <input type="hidden" name="quoted" value={reinstateShown(quote)} />
        {quote.hold && (
          <TextField
            id={fields.heldUntil.id}
            name="heldUntil"
            label="Hold the seats until"
            type="date"
            min={today}
            max={quote.hold.atMostUntil}
            hint={`At the latest until ${showDay(quote.hold.atMostUntil)}.`}
            defaultValue={fields.heldUntil.initialValue ?? quote.hold.usuallyUntil}
            errors={fields.heldUntil.errors}
            autoComplete="off"
          />
        )}
      </MoneyForm>
    </RouteDialog>
  )
}
