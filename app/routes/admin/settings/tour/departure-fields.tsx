import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { DAYS_TO_PAY, DAYS_TO_PAY_ALL } from '#app/bookings/installments/plan'
import { readDay, showDay } from '#app/platform/days'
import { type Cents, cents, dollarsOf } from '#app/platform/money'
import { dayCount } from '#app/tours/departure'
import {
  DEPARTURE_LABELS,
  DEPARTURE_LIMITS,
  type DepartureTerms,
  SALES_NAMES,
  showTerm,
  typedCents,
} from '#app/tours/departure-form'
import type { DepartureState } from '#app/tours/departure-list.server'
import type { Departure } from '#app/tours/departures.server'
import { speaksOfMoney } from '#app/tours/price'
import { planSentence } from '#app/tours/promises'
import type { SeatsTaken } from '#app/tours/save-departure.server'
import { adminField, TickField } from '#app/ui/admin/admin-fields'
import { AdminPanel } from '#app/ui/admin/admin-parts'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { SelectField, TextField } from '#app/ui/field'

const dollars = (amount: Cents) => {
  const value = dollarsOf(amount)
  return Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(2)
}

/** A departure as it stands in the fields of its form: dollars, '' where there is nothing. */
export const departureAsTyped = (departure: Departure) => ({
  startsOn: departure.startsOn,
  endsOn: departure.endsOn,
  seats: String(departure.seats),
  depositCents: dollars(departure.depositCents),
  doublePriceCents: dollars(departure.doublePriceCents),
  singlePriceCents: dollars(departure.singlePriceCents),
  firstInstallmentDueOn: departure.firstInstallmentDueOn,
  finalInstallmentDueOn: departure.finalInstallmentDueOn,
  earlyBirdEndsOn: departure.earlyBirdEndsOn ?? '',
  earlyBirdOffer: departure.earlyBirdOffer ?? '',
  offerNamesWorth: departure.earlyBirdOffer && speaksOfMoney(departure.earlyBirdOffer) ? 'on' : undefined,
  earlyBirdOffCents: departure.earlyBirdOffCents > 0 ? dollars(departure.earlyBirdOffCents) : '',
  sales: departure.sales,
  salesOpenOn: departure.salesOpenOn ?? '',
  salesCloseOn: departure.salesCloseOn ?? '',
})

/** What a second editor reads: the departure's version now, and what it says where the two differ. */
export const savedMeanwhile = (departure: Departure, typed: DepartureTerms) => ({
  version: departure.version,
  differences: (Object.keys(DEPARTURE_LABELS) as (keyof DepartureTerms)[])
    .filter((field) => departure[field] !== typed[field])
    .map((field) => `${DEPARTURE_LABELS[field]}: ${showTerm(field, departure[field])}`),
})

type Props<Form extends Record<string, unknown>> = {
  form: FormMetadata<Form, string[]>
  fields: Record<keyof DepartureTerms | 'offerNamesWorth', FieldMetadata<unknown, Form, string[]>>
  taken: SeatsTaken
  itineraryDays: number
}

/** Dates, prices, due dates and sales of a departure, with what they come to. */
export function DepartureFields<Form extends Record<string, unknown>>({
  form,
  fields,
  taken,
  itineraryDays,
}: Props<Form>) {
  const typed = (name: keyof DepartureTerms) => {
    const { value } = fields[name]
    return typeof value === 'string' ? value : ''
  }
  const of = (name: keyof DepartureTerms) => ({
    label: DEPARTURE_LABELS[name],
    ...adminField(form, fields[name]),
  })
  const day = (name: keyof DepartureTerms) => ({ ...of(name), type: 'date' })
  const money = (name: keyof DepartureTerms) => ({
    ...of(name),
    inputMode: 'decimal' as const,
    required: true,
  })
  const total = taken.held + taken.paid
  return (
    <>
      <AdminPanel title="Departure" className="p-5">
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField {...day('startsOn')} required />
          <TextField
            {...day('endsOn')}
            required
            hint={lengthHint(typed('startsOn'), typed('endsOn'), itineraryDays)}
          />
          <TextField
            {...of('seats')}
            required
            inputMode="numeric"
            hint={
              total === 0
                ? 'None taken yet.'
                : `${total} taken: ${taken.paid} paid for, ${taken.held} held at checkout.`
            }
          />
        </div>
      </AdminPanel>
      <AdminPanel title="Prices, for one traveler" className="p-5">
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField {...money('depositCents')} hint="US dollars, with cents if you like." />
          <TextField {...money('doublePriceCents')} />
          <TextField {...money('singlePriceCents')} />
        </div>
        <dl className="mt-5 grid gap-x-8 gap-y-3 border-admin-line border-t pt-4 text-xs sm:grid-cols-2">
          {(['doublePriceCents', 'singlePriceCents'] as const).map((price) => (
            <Plan
              key={price}
              room={price === 'doublePriceCents' ? 'Double room' : 'Single room'}
              deposit={typed('depositCents')}
              price={typed(price)}
              off={typed('earlyBirdOffCents')}
            />
          ))}
        </dl>
      </AdminPanel>
      <AdminPanel title="When installments are due" className="p-5">
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField {...day('firstInstallmentDueOn')} required />
          <TextField {...day('finalInstallmentDueOn')} required />
        </div>
        <p className="mt-3 max-w-prose text-admin-soft text-xs">
          A late booking gets at least {DAYS_TO_PAY} days for the first and {DAYS_TO_PAY_ALL} for the final
          installment, but never past the day before the departure.
        </p>
      </AdminPanel>
      <AdminPanel title="Early bird" className="p-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...day('earlyBirdEndsOn')} optional />
          <TextField
            {...of('earlyBirdOffCents')}
            optional
            inputMode="decimal"
            hint="US dollars for each traveler who books by that day. Taken off price and installments."
          />
          <TextField
            {...of('earlyBirdOffer')}
            optional
            maxLength={DEPARTURE_LIMITS.earlyBirdOffer}
            hint="Words take nothing off the price."
            className="sm:col-span-2"
          />
          <TickField
            id={fields.offerNamesWorth.id}
            name={fields.offerNamesWorth.name}
            defaultChecked={fields.offerNamesWorth.initialValue === 'on'}
            label="The words say what the gift is worth"
            hint="Check this if they name an amount of money that is not a discount."
            className="sm:col-span-2"
          />
        </div>
      </AdminPanel>
      <AdminPanel title="Sales" className="p-5">
        <div className="grid gap-5 sm:grid-cols-3">
          <SelectField
            {...of('sales')}
            hint="Nobody loses a booking when sales close. Once the journey has begun, nobody can book either way."
            className="sm:col-span-3"
          >
            {Object.entries(SALES_NAMES).map(([sales, name]) => (
              <option key={sales} value={sales}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField {...day('salesOpenOn')} optional hint="The first day of sale. Without one, at once." />
          <TextField
            {...day('salesCloseOn')}
            optional
            hint="The last day of sale. Without one, the day before the first day."
          />
        </div>
      </AdminPanel>
    </>
  )
}

/** The plan that the prices come to, as travelers will read it at checkout. */
type PlanTyped = { room: string; deposit: string; price: string; off: string }

function Plan({ room, deposit, price, off }: PlanTyped) {
  const [depositCents, priceCents, offCents] = [typedCents(deposit), typedCents(price), typedCents(off)]
  const plan = depositCents && priceCents ? planSentence(depositCents, priceCents) : null
  const early =
    plan && depositCents && priceCents && offCents
      ? planSentence(depositCents, cents(priceCents - offCents))
      : null
  return (
    <div>
      <dt className="text-admin-soft">{room}: deposit and installments</dt>
      <dd className="mt-0.5 font-semibold tabular-nums">
        {plan ?? 'Write a deposit and a price that is not below it'}
      </dd>
      {early && <dd className="mt-0.5 tabular-nums">Early bird: {early}</dd>}
    </div>
  )
}

/** The page tells the days one by one: a departure of another length needs its days changed too. */
function lengthHint(startsOn: string, endsOn: string, itineraryDays: number): string | undefined {
  const [first, last] = [readDay(startsOn), readDay(endsOn)]
  if (first === null || last === null || first > last) return undefined
  const days = dayCount({ startsOn: first, endsOn: last })
  return days === itineraryDays
    ? `${days} days.`
    : `${days} days, but the page describes ${itineraryDays}: add or remove some under Days.`
}

const LOOKS: Record<DepartureState, { tone: BadgeTone; words: string }> = {
  draft: { tone: 'wait', words: 'Draft' },
  'on-sale': { tone: 'success', words: 'On sale' },
  opens: { tone: 'info', words: 'Opens later' },
  'sold-out': { tone: 'success', words: 'Sold out' },
  closed: { tone: 'failed', words: 'Closed' },
  'under-way': { tone: 'info', words: 'Under way' },
  past: { tone: 'info', words: 'Past' },
}

/** What a departure is just now. */
export const DepartureBadge = ({ state, opensOn }: { state: DepartureState; opensOn: string | null }) => (
  <Badge tone={LOOKS[state].tone}>
    {state === 'opens' && opensOn ? `Opens on ${showDay(opensOn)}` : LOOKS[state].words}
  </Badge>
)
