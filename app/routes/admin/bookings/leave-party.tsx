import { randomUUID } from 'node:crypto'
import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { partyOf } from '#app/bookings/party.server'
import { LeaveForm } from '#app/money/money-forms'
import { leaveParty, leaveQuote } from '#app/money/party/leave-party.server'
import { now } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { keepTyped } from '#app/routes/admin/admin-form'
import { readSubmission } from '#app/server/read-form.server'
import { requireStaff } from '#app/server/staff-session.server'
import { travelersInWords } from '#app/tours/party'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { useAdminAnswer, useLastResult } from '#app/ui/admin/save-bar'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { MoneyForm, NoteField } from './money-form'
import { BEING_PAID, NOT_STANDING, namedBooking, notStoppedWords } from './named-booking.server'
import { PartyAfter, QuoteShown } from './quote-shown'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see money')
  const booking = namedBooking(params)
  const position = Number(params.position)
  const quote = leaveQuote(booking, position, now())
  if (!quote) throw new Response('Traveler not found', { status: 404 })
  const leaver = partyOf(booking.id).find((traveler) => traveler.position === position)
  return {
    reference: booking.reference,
    name: leaver?.name || `Traveler ${position}`,
    quote,
    formKey: randomUUID(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change money')
  const submission = await readSubmission(request, LeaveForm)
  if (submission.status !== 'success') {
    return data({ result: submission.reply(), quote: null }, { status: 400 })
  }
  const reference = params.reference ?? ''
  const refuse = (words: string, status: number) =>
    data({ result: submission.reply({ formErrors: [words] }), quote: null }, { status })
  try {
    const outcome = await leaveParty({ reference, ...submission.value }, staff, now)
    if ('left' in outcome || 'known' in outcome) {
      return redirectWithToast(`/admin/bookings/${reference}`, {
        tone: 'success',
        title: 'Traveler removed',
        description: `The seat is free, the payment plan of ${reference} now covers the remaining travelers, and the lead traveler gets a message.`,
      })
    }
    switch (outcome.refused) {
      case 'not-found':
        return refuse('This traveler is no longer on the booking.', 404)
      case 'not-standing':
        return refuse(NOT_STANDING, 409)
      case 'pays-for-all':
        return refuse('This is the lead traveler: cancel the booking, or change the name.', 409)
      case 'being-paid':
        return refuse(BEING_PAID, 409)
      case 'quote-changed': {
        const words =
          'What comes back has changed since this was opened. Nothing was changed: please look at the new amounts.'
        const result = submission.reply({ formErrors: [words] })
        return data({ result, quote: outcome.quote }, { status: 409 })
      }
    }
  } catch (error) {
    return refuse(notStoppedWords(error), 502)
  }
}

export const clientAction = keepTyped({ title: 'Failed to take the traveler off' })

export default function LeavePartyPage() {
  const loaded = useLoaderData<typeof loader>()
  const answered = useAdminAnswer<typeof action>()
  const quote = answered?.quote ?? loaded.quote
  const closeTo = `/admin/bookings/${loaded.reference}`
  const [form, fields] = useForm<z.input<typeof LeaveForm>>({
    id: 'leave-party',
    lastResult: useLastResult(answered?.result),
  })
  const refund = quote.refundCents > 0 ? ` and refund ${showCents(quote.refundCents)}` : ''
  return (
    <RouteDialog title={`Take ${loaded.name} off ${loaded.reference}?`} closeTo={closeTo}>
      <p className="mb-4 text-sm">
        The seat and the bed become free, what <bdi>{loaded.name}</bdi> told us is erased, and the booking is
        for {travelersInWords(quote.guests)}. The lead traveler gets a letter. This cannot be undone.
      </p>
      <QuoteShown quote={quote} />
      <PartyAfter {...quote} />
      {quote.byHandCents > 0 && (
        <p className="mb-5 text-sm">
          {showCents(quote.byHandCents)} was not paid by card. Give it back by hand, and record it as paid
          back with the price lowered by it.
        </p>
      )}
      <MoneyForm
        form={form}
        formKey={loaded.formKey}
        closeTo={closeTo}
        tone="danger"
        label={`Take off${refund}`}
        busyLabel="Taking off..."
      >
        <input type="hidden" name="quotedCents" value={quote.refundCents} />
        <input type="hidden" name="quotedKeptCents" value={quote.keptCents} />
        <input type="hidden" name="quotedTotalCents" value={quote.totalCents} />
        <input type="hidden" name="quotedGuests" value={quote.guests} />
        <input type="hidden" name="travelerId" value={loaded.quote.travelerId} />
        <NoteField field={fields.note} />
      </MoneyForm>
    </RouteDialog>
  )
}
