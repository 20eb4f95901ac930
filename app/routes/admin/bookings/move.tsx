import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { whyNotMoved } from '#app/money/books/amounts-owed.server'
import { asShown, type Shown } from '#app/money/books/quote-digest.server'
import type { MoveQuote } from '#app/money/books/quotes'
import { MoveForm } from '#app/money/changes/money-forms'
import { moveBooking, moveQuote, type NotMoving } from '#app/money/changes/move-booking.server'
import { now, today } from '#app/platform/clock.server'
import { showDays, showLongDay } from '#app/platform/days'
import { SOLD_OUT } from '#app/tours/departure'
import { departuresAhead } from '#app/tours/departure-list.server'
import { travelersInWords } from '#app/tours/party'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { SelectField } from '#app/ui/field'
import {
  answerMoneyCommand,
  answerNotDone,
  bookingToChange,
  done,
  nothingChanged,
  notOpened,
  WHY_NOT,
} from './booking-command.server'
import {
  Amounts,
  AskForm,
  MoneyDialog,
  PriceAfter,
  planAmounts,
  useMoneyForm,
  useQuote,
  WhichPrice,
} from './money-dialog'

const WHY_NOT_MOVED = {
  ...WHY_NOT,
  'written-off': 'The balance of this booking was written off. It can no longer be moved.',
  'has-begun': 'The journey of this booking has begun. It can no longer be moved.',
  'no-departure': 'Nothing can be moved to this departure: it is a draft, has begun, or no longer exists.',
  'same-departure': 'The booking is on this departure already.',
  'sold-out': `${SOLD_OUT}, or has fewer seats left than this booking needs.`,
  'not-chargeable': 'What would be left to pay cannot be charged to a card. Please change the price first.',
} satisfies Record<NotMoving, string>

/** First the departure, by GET; then what it comes to, which is confirmed. */
export async function loader(args: LoaderFunctionArgs) {
  const booking = await bookingToChange(args)
  const refused = whyNotMoved(booking, now())
  if (refused === 'not-standing') throw redirect(`/admin/bookings/${booking.reference}`)
  if (refused) return notOpened(booking, WHY_NOT_MOVED[refused])
  const facts = {
    reference: booking.reference,
    travelers: booking.travelers,
    departures: departuresAhead(today())
      .filter(({ id }) => id !== booking.departureId)
      .map(({ id, left, ...dates }) => ({ id, left, dates: showDays(dates.startsOn, dates.endsOn) })),
    formKey: crypto.randomUUID(),
  }
  const query = new URL(args.request.url).searchParams
  const asked = query.get('departure')
  if (asked === null) return { ...facts, asked: '', words: null, quote: null }
  const quote = moveQuote(booking, Number(asked), now())
  if ('refused' in quote) return { ...facts, asked, words: WHY_NOT_MOVED[quote.refused], quote: null }
  return { ...facts, asked, words: null, quote: query.has('again') ? null : asShown(quote) }
}

export const action = (args: ActionFunctionArgs) =>
  answerMoneyCommand(args, MoveForm, async ({ departure, ...typed }, staff) => {
    const outcome = await moveBooking({ ...typed, departureId: departure }, staff, now)
    if ('moved' in outcome) {
      const { to } = outcome.moved
      const days = showDays(to.startsOn, to.endsOn)
      return done('Booking moved', `It is on ${days} now, and we’ll email the lead traveler.`)
    }
    if ('refused' in outcome && outcome.refused === 'same-departure')
      return nothingChanged(WHY_NOT_MOVED['same-departure'])
    return answerNotDone(outcome, WHY_NOT_MOVED)
  })

export const clientAction = stayOnFailure({ title: 'Failed to move the booking' })

export default function MovePage() {
  const { quote } = useLoaderData<typeof loader>()
  return quote ? <Confirm shown={quote} /> : <Ask />
}

/** Where to: what it comes to is shown next. */
function Ask() {
  const { reference, travelers, departures, asked, words } = useLoaderData<typeof loader>()
  return (
    <RouteDialog title={`Move ${reference}`} closeTo={`/admin/bookings/${reference}`}>
      {departures.length === 0 ? (
        <p className="text-sm">
          There is no other departure ahead. Add one under Settings, Departures first.
        </p>
      ) : (
        <AskForm label="Show price and plan">
          <SelectField
            id="move-departure"
            name="departure"
            label={`New departure, for ${travelersInWords(travelers)}`}
            defaultValue={asked}
            errors={words ? [words] : undefined}
          >
            {departures.map(({ id, dates, left }) => (
              <option key={id} value={id} disabled={left < travelers}>
                {`${dates} (${left === 0 ? 'sold out' : `${left} left`})`}
              </option>
            ))}
          </SelectField>
        </AskForm>
      )}
    </RouteDialog>
  )
}

/** What it comes to, before it is done. */
function Confirm({ shown }: { shown: Shown<MoveQuote> }) {
  const { reference, formKey } = useLoaderData<typeof loader>()
  const quote = useQuote(shown)
  const { from, to, travelers, seatsLeft, agreed, today: current } = quote
  const [form, fields] = useMoneyForm<typeof MoveForm>('move-booking')
  return (
    <MoneyDialog
      {...{ reference, form, formKey }}
      title={`Move ${reference} to ${showLongDay(to.startsOn)}?`}
      lead={
        <>
          From {showDays(from.startsOn, from.endsOn)}, for {travelersInWords(travelers)}. {seatsLeft}{' '}
          {seatsLeft === 1 ? 'seat is' : 'seats are'} left there. What was paid stays as it is, details come
          along, rooms shared with other bookings end, and we’ll email the lead traveler.
        </>
      }
      about={
        <>
          <Amounts
            title="Now"
            amounts={[
              { label: 'Price', cents: quote.beforeCents },
              ...planAmounts({ installments: quote.installmentsBefore }),
            ]}
          />
          <PriceAfter title={current ? 'Then, at the agreed price' : 'Then'} quote={agreed} />
          {current && <PriceAfter title="Then, at today’s price" quote={current} />}
          <h3 className="mb-1 font-semibold text-xs">If they cancel then</h3>
          <ul className="mb-5 grid gap-1 text-admin-soft text-xs">
            {quote.refundDates.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      }
      backTo={`/admin/bookings/${reference}/move?departure=${quote.departureId}&again=`}
      label="Move the booking"
      busyLabel="Moving..."
      shown={{ departure: quote.departureId, quoted: quote.quoted }}
    >
      <WhichPrice field={fields.price} agreed={agreed} today={current} />
    </MoneyDialog>
  )
}
