import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DAYS_TO_PAY } from '#app/bookings/installments/plan'
import { asShown } from '#app/money/books/quote-digest.server'
import { JoinForm } from '#app/money/changes/money-forms'
import { joinParty, joinQuote } from '#app/money/changes/party/join-party.server'
import { businessZone, now } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { NAME_AT_MOST } from '#app/platform/typed/fields'
import { SOLD_OUT } from '#app/tours/departure'
import { ROOM_NAMES, roomTypeOf } from '#app/tours/party'
import { dayAskedCounts } from '#app/tours/refund-policy'
import { otherRoom } from '#app/travelers/pair-travelers.server'
import { filledIn } from '#app/ui/admin/admin-fields'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { TextField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { RefundTerms } from '#app/ui/summary-list'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { PARTY_AT_MOST } from '#db/values'
import { answerMoneyCommand, answerNotDone, bookingToChange, done } from './booking-command.server'
import { MoneyDialog, PartyAfter, PlanAfter, useMoneyForm, useQuote } from './money-dialog'

const WHY_NOT_JOINED = {
  'party-full': `A booking is for ${PARTY_AT_MOST} travelers at most: please make another one for the others.`,
  'sold-out': `${SOLD_OUT}: there is no seat for one more.`,
  'has-begun': 'The journey has begun: no one can join anymore.',
}

export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const page = `/admin/bookings/${booking.reference}`
  const room = new URL(args.request.url).searchParams.get('room')
  const quote = joinQuote(booking, now(), room === null ? booking.roomType : roomTypeOf(room))
  if ('refused' in quote) {
    if (quote.refused === 'not-standing') throw redirect(page)
    const description = WHY_NOT_JOINED[quote.refused]
    return redirectWithToast(page, { tone: 'info', title: 'No one can join', description })
  }
  const refundNote = dayAskedCounts(businessZone())
  const other = otherRoom(quote.roomType)
  const otherTo = `${page}/join?room=${other}`
  return {
    reference: booking.reference,
    quote: asShown(quote),
    other,
    otherTo,
    refundNote,
    formKey: crypto.randomUUID(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, JoinForm, async (typed, staff) => {
    const outcome = await joinParty(typed, staff, now)
    if ('joined' in outcome || 'known' in outcome) {
      return done(
        'Traveler added',
        `The seat is taken, the payment plan of ${typed.reference} has the new amounts, and the lead traveler gets the payment link.`,
      )
    }
    return answerNotDone(
      outcome,
      WHY_NOT_JOINED,
      'The booking, its price or its due dates have changed since this was opened. Nothing was changed: please look at them again.',
    )
  })

export const clientAction = stayOnFailure({ title: 'Failed to add the traveler' })

export default function JoinPartyPage() {
  const { reference, other, otherTo, refundNote, formKey, ...loaded } = useLoaderData<typeof loader>()
  const quote = useQuote(loaded.quote)
  const [form, fields] = useMoneyForm<typeof JoinForm>('join-party')
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Add a traveler to ${reference}?`}
      lead={
        <>
          Another seat is taken in a {ROOM_NAMES[quote.roomType].toLowerCase()}, at today’s price,{' '}
          {showCents(quote.priceCents)}. Its deposit, {showCents(quote.depositCents)}, is due within{' '}
          {DAYS_TO_PAY} days, the rest with the installments, as shown below. We’ll email the lead traveler
          the payment link. To undo it, take the traveler off: the refund policy applies to them from today.
        </>
      }
      about={
        <>
          <p className="mb-4 text-sm">
            <TextLink to={otherTo} preventScrollReset>
              Add them in a {ROOM_NAMES[other].toLowerCase()} instead
            </TextLink>
          </p>
          <RefundTerms
            refund={{
              dates: quote.refund.dates.split('\n'),
              notes: [refundNote],
              accepted: [`Please tell the new traveler: ${quote.refund.terms}`],
              pages: [],
            }}
            className="mb-4 text-sm"
          />
          <PartyAfter {...quote} />
          <PlanAfter {...quote} />
        </>
      }
      label={`Add for ${showCents(quote.priceCents)}`}
      busyLabel="Adding..."
      shown={{
        roomType: quote.roomType,
        quoted: quote.quoted,
      }}
    >
      <TextField
        label="Name"
        hint="May follow later, on their booking page."
        optional
        maxLength={NAME_AT_MOST}
        {...filledIn(fields.name)}
        autoComplete="off"
        dir="auto"
      />
    </MoneyDialog>
  )
}
