import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { LATE_BOOKING_DUE } from '#app/bookings/installments/plan'
import { readDay, showDay } from '#app/platform/days'
import { type AmountOrPercent, type Cents, cents, partOf, showAmountOrPercent } from '#app/platform/money'
import { bareCents, readAmountOrPercent } from '#app/platform/typed/amounts'
import { type Field, namesOf, ofEach } from '#app/platform/typed/fields'
import { counted } from '#app/platform/words'
import { dayCount } from '#app/tours/departure'
import {
  asksAboutOffer,
  DEPARTURE,
  DEPARTURE_PARTS,
  type DepartureTerms,
  showTerm,
  typedCents,
} from '#app/tours/departure-form'
import type { DepartureState } from '#app/tours/departure-list.server'
import type { Departure, SeatsTaken } from '#app/tours/departures.server'
import { earlyBirdDiscount, resaleFee } from '#app/tours/price'
import { planSentence } from '#app/tours/promises'
import { adminField, TickField } from '#app/ui/admin/admin-fields'
import { type AdminButtonTone, AdminLink, AdminPanel } from '#app/ui/admin/admin-parts'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { FieldOf } from '#app/ui/field'
import { Notice } from '#app/ui/notice'

/** A departure as the fields of its form have it: dollars, '' where there is nothing. */
export const departureAsTyped = (departure: Departure) => ({
  ...ofEach(DEPARTURE, (field) => asTyped(DEPARTURE[field], departure[field])),
  ...ofEach(AMOUNTS, (field) => AMOUNTS[field](departure)),
  savedOffer: departure.earlyBirdOffer ?? '',
})

const orNothing = (typed: AmountOrPercent | null): string => (typed ? showAmountOrPercent(typed) : '')

/** Typed in one field and stored in two columns: dollars or a percentage. */
const AMOUNTS = {
  earlyBirdOffCents: (departure: Departure) => orNothing(earlyBirdDiscount(departure)),
  resaleFeeCents: (departure: Departure) => orNothing(resaleFee(departure)),
}
const isAmount = (field: string): field is keyof typeof AMOUNTS => field in AMOUNTS

function asTyped({ kind, missing }: Field, value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (kind !== 'dollars') return String(value ?? '')
  return value === 0 && missing === undefined ? '' : bareCents(value as Cents)
}

/** What a second editor reads: the departure's current version, and its values where the two differ. */
export const departureSavedSince = (departure: Departure, typed: DepartureTerms) => ({
  version: departure.version,
  differences: namesOf(DEPARTURE).flatMap((field) => {
    const [theirs, own] = isAmount(field)
      ? [AMOUNTS[field](departure), AMOUNTS[field]({ ...departure, ...typed })]
      : [departure[field], typed[field]]
    return theirs === own ? [] : [`${DEPARTURE[field].label}: ${showTerm(field, theirs)}`]
  }),
})

type FieldsProps<Form extends Record<string, unknown>> = {
  form: FormMetadata<Form, string[]>
  fields: Record<
    keyof typeof DEPARTURE | 'offerNamesWorth' | 'savedOffer',
    FieldMetadata<unknown, Form, string[]>
  >
  taken: SeatsTaken
  itineraryDays: number
}

/** Dates, prices, due dates and sales of a departure, with the plan they result in. */
export function DepartureFields<Form extends Record<string, unknown>>(props: FieldsProps<Form>) {
  const { form, fields, taken, itineraryDays } = props
  const typed = (name: keyof typeof DEPARTURE) => {
    const { value } = fields[name]
    return typeof value === 'string' ? value : ''
  }
  const total = taken.held + taken.paid + taken.offered + taken.kept
  const hints: Partial<Record<keyof typeof DEPARTURE, string | undefined>> = {
    endsOn: lengthHint(typed('startsOn'), typed('endsOn'), itineraryDays),
    seats:
      total === 0
        ? 'None taken yet.'
        : `${total} taken: ${taken.paid} paid for, ${taken.held} held at checkout${taken.offered > 0 ? `, ${taken.offered} offered to the waitlist` : ''}${taken.kept > 0 ? `, ${taken.kept} kept for leaders` : ''}.`,
  }
  const below: Partial<Record<keyof typeof DEPARTURE_PARTS, ReactNode>> = {
    prices: (
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
    ),
    due: <p className="mt-3 max-w-prose text-admin-soft text-xs">{LATE_BOOKING_DUE}</p>,
    earlyBird: (
      <OfferQuestion
        offer={typed('earlyBirdOffer')}
        offerNamesWorth={fields.offerNamesWorth}
        savedOffer={fields.savedOffer}
      />
    ),
  }
  return namesOf(DEPARTURE_PARTS).map((part) => (
    <AdminPanel
      key={part}
      title={DEPARTURE_PARTS[part]}
      className={`p-5 ${IN_HALF.includes(part) ? '' : 'lg:col-span-2'}`}
    >
      <div className={`grid gap-5 ${IN_HALF.includes(part) ? 'sm:grid-cols-2' : 'sm:grid-cols-3'}`}>
        {namesOf(DEPARTURE)
          .filter((name) => DEPARTURE[name].part === part)
          .map((name) => (
            <FieldOf
              key={name}
              field={DEPARTURE[name]}
              {...adminField(form, fields[name])}
              hint={hints[name] ?? DEPARTURE[name].hint}
              dir={undefined}
              className={DEPARTURE[name].wide ? 'sm:col-span-full' : undefined}
            />
          ))}
      </div>
      {below[part]}
    </AdminPanel>
  ))
}

/** Two of them stand beside each other. */
const IN_HALF: (keyof typeof DEPARTURE_PARTS)[] = ['runs', 'due', 'earlyBird', 'sales']

type OfferQuestionProps = {
  offer: string
  offerNamesWorth: FieldMetadata<unknown>
  savedOffer: FieldMetadata<unknown>
}

/**
 * Asks about new words that speak of money. The tick holds the words it was given for: other words are asked
 * about again, without scripts as well.
 */
function OfferQuestion({ offer, offerNamesWorth, savedOffer }: OfferQuestionProps) {
  const words = offer.trim()
  const saved = String(savedOffer.initialValue ?? '')
  return (
    <>
      <input type="hidden" name={savedOffer.name} value={saved} />
      {asksAboutOffer(words, saved) && (
        <TickField
          key={words}
          id={offerNamesWorth.id}
          name={offerNamesWorth.name}
          value={words}
          defaultChecked={offerNamesWorth.initialValue === words}
          label={`“${words}” says what the gift is worth`}
          hint="Check this only if it is not a discount: words take nothing off the price."
          className="mt-5"
        />
      )}
    </>
  )
}

type PlanProps = Record<'room' | 'deposit' | 'price' | 'off', string>

/** The payment plan that the prices result in, as travelers will read it at checkout. */
function Plan({ room, deposit, price, off }: PlanProps) {
  const [depositCents, priceCents] = [typedCents(deposit), typedCents(price)]
  const discount = readAmountOrPercent(off)
  const plan = depositCents && priceCents ? planSentence(depositCents, priceCents) : null
  const early =
    plan && depositCents && priceCents && discount
      ? planSentence(depositCents, cents(priceCents - partOf(priceCents, discount)))
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

/** The journey's page lists the days one by one: a departure of another length needs its days changed too. */
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
  canceled: { tone: 'failed', words: 'Canceled' },
  'under-way': { tone: 'info', words: 'Under way' },
  past: { tone: 'info', words: 'Past' },
}

type BadgeProps = {
  state: DepartureState
  opensOn: string | null
  isPrivate: boolean
  /** Of one that is sold out, where no badge of its own says it. */
  seats?: number
}

/** The departure's current state, and that it is private. */
export const DepartureBadge = ({ state, opensOn, isPrivate, seats }: BadgeProps) => (
  <>
    <Badge tone={LOOKS[state].tone}>
      {state === 'opens' && opensOn ? `Opens on ${showDay(opensOn)}` : LOOKS[state].words}
      {state === 'sold-out' && seats !== undefined && `: all ${seats} seats`}
    </Badge>
    {isPrivate && <Badge tone="info">Private</Badge>}
  </>
)

/** Asked as soon as the minimum is paid: the badge above says how many need and have paid. */
export const GuaranteeNotice = ({ page }: { page: string }) => (
  <Notice
    tone="success"
    title="The minimum is paid: guarantee this departure?"
    className="mb-5"
    actions={<GuaranteeLink page={page} tone="main" />}
  >
    Guests are still told that it may not run, and not to buy flights.
  </Notice>
)

/** Leads to the question whether it runs for sure. */
export const GuaranteeLink = ({ page, tone }: { page: string; tone?: AdminButtonTone }) => (
  <AdminLink to={`${page}/guarantee`} preventScrollReset tone={tone}>
    Guarantee it
  </AdminLink>
)

/** What is offered to the waitlist, or kept for leaders, is taken, too: nobody else can book it. */
export function SeatsBadge({ taken: which, seats }: { taken: SeatsTaken; seats: number }) {
  const taken = which.held + which.paid + which.offered + which.kept
  return (
    <Badge tone={taken >= seats ? 'wait' : 'info'}>
      {taken} of {seats} seats taken
    </Badge>
  )
}

/** How full it is, in words and as a bar: paid for, and beside that what is taken without. */
export function SeatsBar({ paid, held, offered, kept, seats }: SeatsTaken & { seats: number }) {
  const pending = [
    held > 0 && `${held} held`,
    offered > 0 && `${offered} offered`,
    kept > 0 && `${kept} kept for leaders`,
  ].filter(Boolean)
  const width = (of: number) => ({ width: `${Math.min(100, (of * 100) / seats)}%` })
  return (
    <span className="min-w-32 text-sm tabular-nums max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between sm:block">
      <span>
        {paid} of {seats} paid
      </span>
      <span
        aria-hidden="true"
        className="my-1.5 flex h-2 max-sm:order-1 max-sm:my-1 max-sm:h-1.5 max-sm:basis-full overflow-hidden rounded-full bg-admin-line"
      >
        <span className="bg-umber" style={width(paid)} />
        <span className="bg-sun" style={width(held + offered + kept)} />
      </span>
      <span className="text-admin-soft text-xs">
        {[...pending, `${Math.max(0, seats - paid - held - offered - kept)} free`].join(', ')}
      </span>
    </span>
  )
}

type PaidSeatsProps = {
  id: number
  taken: SeatsTaken
  /** Bookings whose travelers know different dates, and those who were notified of the current ones. */
  toNotify: number
  notified: number
  /** Bookings that have to pay sooner than they agreed to. */
  dueSooner: number
}

/** What a change to the departure leaves as it is, and who must hear of a change of dates. */
export const PaidSeats = ({ id, taken, toNotify, notified, dueSooner }: PaidSeatsProps) =>
  taken.paid === 0 ? null : (
    <Notice
      tone="info"
      title={`${counted(taken.paid, 'seat is', 'seats are')} paid for`}
      className="mb-5"
      actions={
        toNotify + notified > 0 && (
          <AdminLink to={`/admin/departures/${id}/letters/new-dates`}>
            {toNotify > 0 ? 'Write to them about the new dates' : 'They were told about the new dates'}
          </AdminLink>
        )
      }
    >
      {taken.paid === 1 ? 'This traveler keeps' : 'These travelers keep'} price, deposit and due dates as
      agreed. If the dates of the journey change, they travel on the new ones; until the journey begins, a
      refund follows the dates they agreed to, or the new ones if those are better for them.
      {dueSooner > 0 &&
        ` ${counted(dueSooner, 'booking')} had to be asked to pay sooner than agreed, so that everything is due before the journey begins.`}
    </Notice>
  )
