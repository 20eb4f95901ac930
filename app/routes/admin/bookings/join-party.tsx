import { randomUUID } from 'node:crypto'
import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { DAYS_TO_PAY } from '#app/bookings/installments/plan'
import { JoinForm } from '#app/money/money-forms'
import { joinParty, joinQuote } from '#app/money/party/join-party.server'
import { type JoinQuote, planShown } from '#app/money/party/quotes'
import { businessZone, now } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { NAME_AT_MOST } from '#app/platform/typed/limits'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { SOLD_OUT } from '#app/tours/departure'
import { PARTY_AT_MOST, ROOM_NAMES, roomTypeOf } from '#app/tours/party'
import { dayAskedCounts } from '#app/tours/refund-policy'
import { otherRoom } from '#app/travelers/pair-travelers.server'
import { keepTyped, useAdminAnswer, useLastResult } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { RefundTerms } from '#app/ui/booking-money'
import { TextField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { answerMoneyCommand, type MoneyAnswer, refusedAnswer, stillAsked } from './money-command.server'
import { MoneyForm } from './money-form'
import { NOT_STANDING, namedBooking } from './named-booking.server'
import { PartyAfter, PlanAfter } from './quote-shown'

const WHY_NOT = {
  'not-standing': NOT_STANDING,
  'party-full': `A booking is for ${PARTY_AT_MOST} travelers at most: please make another one for the others.`,
  'sold-out': `${SOLD_OUT}: there is no seat for one more.`,
  'has-begun': 'The journey has begun: nobody can join anymore.',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change money')
  const booking = namedBooking(params)
  const page = `/admin/bookings/${booking.reference}`
  const room = new URL(request.url).searchParams.get('room')
  const quote = joinQuote(booking, now(), room === null ? booking.roomType : roomTypeOf(room))
  if ('refused' in quote) {
    if (quote.refused === 'not-standing') throw redirect(page)
    return redirectWithToast(page, {
      tone: 'info',
      title: 'Nobody can join',
      description: WHY_NOT[quote.refused],
    })
  }
  const refundNote = dayAskedCounts(businessZone())
  const other = otherRoom(quote.roomType)
  const otherTo = stillAsked(request, `${page}/join?room=${other}`)
  return { reference: booking.reference, quote, other, otherTo, refundNote, formKey: randomUUID() }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, JoinForm, async (typed, staff): Promise<MoneyAnswer<JoinQuote>> => {
    const outcome = await joinParty(typed, staff, now)
    if ('joined' in outcome || 'known' in outcome) {
      return {
        toast: {
          tone: 'success',
          title: 'Traveler added',
          description: `The seat is taken, the payment plan of ${typed.reference} has the new amounts, and the lead traveler gets the payment link.`,
        },
      }
    }
    return refusedAnswer(
      outcome,
      WHY_NOT,
      'The booking, its price or its due dates have changed since this was opened. Nothing was changed: please look at them again.',
    )
  })

export const clientAction = keepTyped({ title: 'Failed to add the traveler' })

export default function JoinPartyPage() {
  const loaded = useLoaderData<typeof loader>()
  const answered = useAdminAnswer<typeof action>()
  const quote = answered?.quote ?? loaded.quote
  const closeTo = `/admin/bookings/${loaded.reference}`
  const [form, fields] = useForm<z.input<typeof JoinForm>>({
    id: 'join-party',
    lastResult: useLastResult(answered?.result),
  })
  return (
    <RouteDialog title={`Add a traveler to ${loaded.reference}?`} closeTo={closeTo}>
      <p className="mb-4 text-sm">
        Another seat is taken in a {ROOM_NAMES[quote.roomType].toLowerCase()}, at today’s price,{' '}
        {showCents(quote.priceCents)}. The deposit of it, {showCents(quote.depositCents)}, is due within{' '}
        {DAYS_TO_PAY} days, the rest with the installments, as shown below. The lead traveler gets a letter
        with the payment link. To undo it, take the traveler off: the refund policy applies to them from
        today.
      </p>
      <p className="mb-4 text-sm">
        <TextLink to={loaded.otherTo} preventScrollReset>
          Add them in a {ROOM_NAMES[loaded.other].toLowerCase()} instead
        </TextLink>
      </p>
      <RefundTerms
        refund={{
          dates: quote.refund.dates.split('\n'),
          notes: [loaded.refundNote],
          accepted: [`Please tell the person who joins: ${quote.refund.terms}`],
        }}
        className="mb-4 text-sm"
      />
      <PartyAfter {...quote} />
      <PlanAfter {...quote} />
      <MoneyForm
        form={form}
        formKey={loaded.formKey}
        closeTo={closeTo}
        tone="main"
        label={`Add for ${showCents(quote.priceCents)}`}
        busyLabel="Adding..."
      >
        <input type="hidden" name="roomType" value={quote.roomType} />
        <input type="hidden" name="quotedCents" value={quote.priceCents} />
        <input type="hidden" name="quotedTotalCents" value={quote.totalCents} />
        <input type="hidden" name="quotedTravelers" value={quote.travelers} />
        <input type="hidden" name="quotedPlan" value={planShown(quote)} />
        <TextField
          id={fields.name.id}
          name={fields.name.name}
          label="Name"
          hint="May follow later, on their booking page."
          optional
          maxLength={NAME_AT_MOST}
          defaultValue={fields.name.initialValue}
          errors={fields.name.errors}
          autoComplete="off"
          dir="auto"
        />
      </MoneyForm>
    </RouteDialog>
  )
}
