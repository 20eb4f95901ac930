import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { TravelerRow } from '#app/bookings/checkout-form'
import { HOLD_DAYS } from '#app/bookings/hold'
import { heldAtMostUntil, usuallyHeldUntil } from '#app/bookings/hold-for-guest.server'
import { asShown, type Shown } from '#app/money/books/quote-digest.server'
import { PRICE_REASON_AT_MOST } from '#app/money/changes/money-forms'
import { sellByHand } from '#app/money/changes/sell-by-hand.server'
import { GUEST_FIELDS, SellForm, type SellQuote } from '#app/money/changes/sell-form'
import { now, today } from '#app/platform/clock.server'
import { earlierDay, readDay, showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { namesOf, ofEach } from '#app/platform/typed/fields'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { agreedVersions } from '#app/server/legal/legal-pages.server'
import { type Departure, departuresNotOver, salesState, seatsLeft } from '#app/tours/departures.server'
import { ROOM_NAMES, requestedParty, travelersInWords } from '#app/tours/party'
import { priceOf } from '#app/tours/price'
import { departureInWords } from '#app/tours/tours.server'
import { adminField } from '#app/ui/admin/admin-fields'
import {
  SaveBar,
  stayOnFailure,
  useLastActionData,
  useLastResult,
  useUnsavedForm,
} from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { FieldOf, SelectField, TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { PARTY_AT_MOST } from '#db/values'
import { whyNotSold } from './booking-command.server'
import { Amounts, planAmounts } from './money-dialog'

/** `?name=`, `?email=`, `?phone=` and the like carry over who is booked for. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'change bookings')
  const query = new URL(request.url).searchParams
  const onSale = departuresNotOver(today()).filter((departure) => salesState(departure, today()) === 'open')
  const [first] = onSale
  return {
    departures: onSale.map((departure) => ({ id: departure.id, words: inWords(departure) })),
    person: ofEach(GUEST_FIELDS, (name) => (query.get(name) ?? '').slice(0, GUEST_FIELDS[name].atMost)),
    heldUntil: first ? earlierDay(usuallyHeldUntil(today()), heldAtMostUntil(first)) : today(),
    today: today(),
    latest: onSale.map(heldAtMostUntil).sort().at(-1),
    formKey: crypto.randomUUID(),
  }
}

/** 'Oct 16 to Oct 27, 2025: 10 seats left, $4,500 double, $6,500 single'. */
function inWords(departure: Departure): string {
  const left = seatsLeft(departure)
  const price = (room: 'double' | 'single') => showCents(priceOf(departure, room, today()).priceCents)
  return `${departureInWords(departure)}: ${left} ${left === 1 ? 'seat' : 'seats'} left, ${price('double')} double, ${price('single')} single`
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change bookings')
  const submission = await readSubmission(request, SellForm)
  if (submission.status !== 'success') return data({ result: submission.reply(), quote: null }, 400)
  const {
    departure,
    travelers,
    roomType,
    singles,
    paymentType,
    heldUntil,
    price,
    words = '',
    quoted,
    formKey,
    ...traveler
  } = submission.value
  const sold = sellByHand(
    {
      ...requestedParty(roomType, { travelers, singles }),
      ...{ departureId: departure, paymentType, heldUntil, traveler, quoted, formKey },
      agreed: agreedVersions(now()),
      price: price === undefined ? undefined : { totalCents: price, words },
    },
    staff,
    now(),
  )
  if ('quote' in sold) {
    const formErrors = quoted === '' ? [] : [SHOWN_AGAIN]
    return data(
      { result: submission.reply({ formErrors }), quote: asShown(sold.quote) },
      quoted === '' ? 200 : 409,
    )
  }
  if ('refused' in sold) {
    const { field, words: why } = whyNotSold(sold)
    return data({ result: submission.reply({ fieldErrors: { [field]: [why] } }), quote: null }, 409)
  }
  return redirectWithToast(`/admin/bookings/${sold.booking.reference}`, {
    tone: 'success',
    title: `Held until ${showDay(heldUntil)}`,
    description: `We’ll email ${traveler.name} the link to pay.`,
  })
}

const SHOWN_AGAIN =
  'The price or the plan has changed since it was shown. Nothing is held: please look again.'

const NOT_SOLD = { title: 'Failed to hold the seats' }

export const clientAction = stayOnFailure(NOT_SOLD)

export const meta = () => adminHead('New booking')

export default function NewBookingPage() {
  const { departures } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading
        title="New booking"
        lead="For a guest who called or wrote. We’ll email them a link to pay, or they send a check."
      />
      {departures.length === 0 ? (
        <EmptyState title="Nothing is on sale">Put a departure on sale under Departures.</EmptyState>
      ) : (
        <SellScreen />
      )}
    </>
  )
}

const namesOfPart = (part: TravelerRow['part']) =>
  namesOf(GUEST_FIELDS).filter((name) => GUEST_FIELDS[name].part === part)

function SellScreen() {
  const { departures, person, heldUntil, today: from, latest, formKey } = useLoaderData<typeof loader>()
  const unsaved = useUnsavedForm()
  const answered = useLastActionData<typeof action>()
  const quote = answered?.quote ?? null
  const [form, fields] = useStaffForm(SellForm, {
    id: 'sell',
    lastResult: useLastResult(answered?.result),
    defaultValue: {
      ...person,
      heldUntil,
      roomType: 'double',
      travelers: '1',
      singles: '0',
      paymentType: 'deposit',
    },
  })
  const { price, words } = fields
  const guestFields = (part: TravelerRow['part'], className = '') => (
    <div className={`grid gap-5 empty:hidden sm:grid-cols-2 ${className}`}>
      {namesOfPart(part).map((name) => (
        <FieldOf
          key={name}
          field={GUEST_FIELDS[name]}
          {...adminField(form, fields[name])}
          required={false}
          autoComplete="off"
          className={GUEST_FIELDS[name].wide ? 'sm:col-span-2' : ''}
        />
      ))}
    </div>
  )
  return (
    <Form method="post" action={`#${COMES_TO}`} {...getFormProps(form)} className="grid max-w-4xl gap-5">
      <input type="hidden" name="formKey" value={unsaved?.formKey ?? formKey} />
      <AdminPanel title="Who books">
        {guestFields('person')}
        <details
          className="mt-4"
          open={namesOfPart('address').some((name) => fields[name].initialValue || fields[name].errors)}
        >
          <summary className="cursor-pointer pt-2 pb-4 font-semibold text-umber text-xs">
            Mailing address
          </summary>
          {guestFields('address')}
        </details>
        {guestFields('other', 'mt-4')}
      </AdminPanel>
      <AdminPanel title="What they book">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Departure" {...adminField(form, fields.departure)} className="sm:col-span-2">
            {departures.map(({ id, words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </SelectField>
          <SelectField label="Travelers" {...adminField(form, fields.travelers)}>
            {Array.from({ length: PARTY_AT_MOST }, (_, index) => (
              <option key={travelersInWords(index + 1)} value={index + 1}>
                {travelersInWords(index + 1)}
              </option>
            ))}
          </SelectField>
          <SelectField label="Room" {...adminField(form, fields.roomType)}>
            {namesOf(ROOM_NAMES).map((room) => (
              <option key={room} value={room}>
                {ROOM_NAMES[room]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Of these, in a single room"
            hint="The others share double rooms."
            {...adminField(form, fields.singles)}
          >
            {Array.from({ length: PARTY_AT_MOST }, (_, singles) => (
              <option key={travelersInWords(singles)} value={singles}>
                {singles === 0 ? 'None' : travelersInWords(singles)}
              </option>
            ))}
          </SelectField>
        </div>
      </AdminPanel>
      <AdminPanel title="How they pay">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="First payment" {...adminField(form, fields.paymentType)}>
            <option value="deposit">Deposit</option>
            <option value="full">Full price</option>
          </SelectField>
          <TextField
            type="date"
            label="Hold the seats until"
            hint={`A check needs about ${HOLD_DAYS} days. You can hold them longer later.`}
            min={from}
            max={latest}
            {...adminField(form, fields.heldUntil)}
          />
          <TextField
            label="A different price for all of them, in dollars"
            optional
            hint="Leave empty for today’s price."
            inputMode="decimal"
            autoComplete="off"
            {...adminField(form, price)}
          />
          <TextField
            label="Why, as the guest reads it"
            optional
            hint="Such as “Choir discount”."
            maxLength={PRICE_REASON_AT_MOST}
            autoComplete="off"
            dir="auto"
            {...adminField(form, words)}
          />
        </div>
      </AdminPanel>
      {quote && <ComesTo quote={quote} heldUntil={fields.heldUntil.value} key={quote.quoted} />}
      <SaveBar
        label={quote ? 'Hold the seats and send the email' : 'Show what it comes to'}
        busyLabel={quote ? 'Holding...' : 'Calculating...'}
        backTo="/admin/bookings"
        errors={form.errors ?? fields.formKey.errors}
        notSent={NOT_SOLD}
      />
    </Form>
  )
}

/** Where a page without scripts is scrolled to. */
const COMES_TO = 'comes-to'

/** What is held with the next press, and takes focus: the button that was pressed now does more. */
function ComesTo({ quote, heldUntil = '' }: { quote: Shown<SellQuote>; heldUntil?: string | undefined }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  const until = readDay(heldUntil)
  return (
    <section
      ref={place}
      id={COMES_TO}
      tabIndex={-1}
      aria-labelledby="comes-to-heading"
      className="scroll-mt-6 outline-none"
    >
      <AdminPanel title="What it comes to">
        <Amounts
          amounts={[
            { label: quote.sum ? `Total price, ${quote.sum}` : 'Total price', cents: quote.totalCents },
            { label: `${quote.nowName}${until ? `, until ${showDay(until)}` : ''}`, cents: quote.nowCents },
            ...planAmounts(quote),
          ]}
        />
        <p className="text-sm">We’ll email the guest these amounts and the link to pay.</p>
        <input type="hidden" name="quoted" value={quote.quoted} />
      </AdminPanel>
    </section>
  )
}
