import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { openRequestsOf } from '#app/bookings/guest-requests.server'
import { partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { asShown } from '#app/money/books/quote-digest.server'
import { leaveParty } from '#app/money/changes/cancel-booking.server'
import { LeaveForm } from '#app/money/changes/money-forms'
import { leaveQuote } from '#app/money/changes/party/take-off.server'
import { now } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { travelersInWords } from '#app/tours/party'
import { travelerWords } from '#app/travelers/detail-fields'
import { TickField } from '#app/ui/admin/admin-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { answerMoneyCommand, answerNotDone, bookingToChange, done } from './booking-command.server'
import { ChooseTraveler } from './booking-parts'
import { MoneyDialog, NoteField, PartyAfter, RefundSummary, useMoneyForm, useQuote } from './money-dialog'

const WHY_NOT_LEFT = {
  'not-found': 'This traveler is no longer on the booking.',
  'pays-for-all': 'This is the lead traveler: choose another one first, or cancel the booking.',
  'all-goes-back':
    'Everything paid on this booking would go back, and those who stay would lose their seats. Let them pay something first, or cancel the booking. Nothing was changed.',
}

/** Who is taken off; at `/leave/who` first the question who that is. */
export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const { reference } = booking
  const here = `/admin/bookings/${reference}`
  const party = partyOf(booking.id)
  if (args.params.position === 'who') {
    if (!isPaid(booking.status)) throw redirect(here)
    const to = (position: number) => `${here}/leave/${position}`
    const travelers = party.map((one) => ({ name: travelerWords(one), to: to(one.position) }))
    return { reference, travelers, leaving: null }
  }
  const position = Number(args.params.position)
  if (position === 1) throw redirect(`${here}/lead?next`)
  const quote = leaveQuote(booking, position, now())
  if (!quote) throw new Response('Traveler not found', { status: 404 })
  const name = party.find((traveler) => traveler.position === position)?.name || `Traveler ${position}`
  const isAsked = quote.travelers > 1 && openRequestsOf(booking.id).some(({ kind }) => kind === 'leave')
  return {
    reference,
    travelers: [],
    leaving: { name, quote: asShown(quote), isAsked, formKey: crypto.randomUUID() },
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, LeaveForm, async (typed, staff) => {
    const outcome = await leaveParty(typed, staff, now)
    if ('left' in outcome || 'known' in outcome) {
      return done(
        'Traveler removed',
        `The seat is free, the payment plan of ${typed.reference} now covers the remaining travelers, and we’ll email the lead traveler.`,
      )
    }
    return answerNotDone(
      outcome,
      WHY_NOT_LEFT,
      'The refund amount has changed since this was opened. Nothing was changed: please look at the new amounts.',
    )
  })

export const clientAction = stayOnFailure({ title: 'Failed to take the traveler off' })

type Leaving = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['leaving']>

export default function LeavePartyPage() {
  const { reference, travelers, leaving } = useLoaderData<typeof loader>()
  if (leaving) return <Confirm reference={reference} {...leaving} />
  return (
    <ChooseTraveler {...{ reference, travelers }} title={`Who leaves ${reference}?`}>
      Next you see the amounts, before anything changes.
    </ChooseTraveler>
  )
}

function Confirm({ reference, name, quote: loaded, isAsked, formKey }: Leaving & { reference: string }) {
  const quote = useQuote(loaded)
  const [form, fields] = useMoneyForm<typeof LeaveForm>('leave-party')
  const refund = quote.refundCents > 0 ? ` and refund ${showCents(quote.refundCents)}` : ''
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Take ${name} off ${reference}?`}
      lead={
        <>
          The seat and the bed are free again, what <bdi>{name}</bdi> told us is erased, and the booking is
          for {travelersInWords(quote.travelers)}. We’ll email the lead traveler. This cannot be undone.
        </>
      }
      about={
        <>
          <RefundSummary quote={quote} />
          <PartyAfter {...quote} />
          {quote.byHandCents > 0 && (
            <p className="mb-5 text-sm">
              {showCents(quote.byHandCents)} was not paid by card. Send it back by check or wire, then record
              it on the booking: under “Record a payment”, choose “We paid money back and lowered the price”.
            </p>
          )}
        </>
      }
      tone="danger"
      label={`Take off${refund}`}
      busyLabel="Taking off..."
      shown={{
        quoted: quote.quoted,
        travelerId: loaded.travelerId,
      }}
    >
      {isAsked && (
        <TickField
          id="leave-request-stays"
          name="requestStays"
          label="Someone else asked to leave, too"
          hint="Their request stays open, and its day counts for their refund."
        />
      )}
      <NoteField field={fields.note} />
    </MoneyDialog>
  )
}
