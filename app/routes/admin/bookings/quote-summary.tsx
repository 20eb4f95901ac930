import type { FieldMetadata } from '@conform-to/react'
import { TO_PAY_BACK } from '#app/bookings/status'
import type { LeaveQuote, PriceQuote } from '#app/money/party/quotes'
import type { CancelQuote } from '#app/money/refunds/cancellation.server'
import { type Day, showDay, showLongDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { travelersInWords } from '#app/tours/party'
import { FULL_REFUND_DAYS, NO_REFUND_DAYS } from '#app/tours/refund-policy'
import { MoneyChoices } from './money-dialog'

type PartyQuote = Pick<
  LeaveQuote,
  'travelers' | 'totalCents' | 'promisedCents' | 'writtenOffCents' | 'remainingCents'
>

/** What a booking comes to once its party has changed, and what others were promised before. */
export const PartyAfter = (quote: PartyQuote) => (
  <Amounts
    amounts={[
      { label: `Price of the booking, for ${travelersInWords(quote.travelers)}`, cents: quote.totalCents },
      { label: 'Balance due then', cents: quote.remainingCents },
      ...[
        { label: 'Written off', cents: quote.writtenOffCents },
        { label: `${TO_PAY_BACK}, from before`, cents: quote.promisedCents },
      ].filter(({ cents }) => cents > 0),
    ]}
  />
)

type Plan = { installments: { name: string; owedCents: Cents; dueOn: Day }[] }

/** What is asked for then, and when. */
export const PlanAfter = (plan: Plan) => <Amounts amounts={planAmounts(plan)} />

export const planAmounts = ({ installments }: Plan) =>
  installments.map(({ name, owedCents, dueOn }) => ({
    label: `${name}, due ${showDay(dueOn)}`,
    cents: owedCents,
  }))

/** What a booking costs then, and when that is asked for. */
export const PriceAfter = ({ title, quote }: { title: string; quote: PriceQuote }) => (
  <>
    <h3 className="mb-1 font-semibold text-xs">{title}</h3>
    <Amounts
      amounts={[
        { label: 'Price', cents: quote.totalCents },
        { label: 'Balance due', cents: quote.remainingCents },
        ...planAmounts(quote),
      ]}
    />
  </>
)

type WhichProps = {
  field: FieldMetadata<string>
  agreed: PriceQuote
  today: PriceQuote | null
  isTodayFirst?: boolean
}

/** At the price as agreed, or at today's where that is another. */
export function WhichPrice({ field, agreed, today, isTodayFirst = false }: WhichProps) {
  if (!today) return <input type="hidden" name="price" value="agreed" />
  const detail =
    today.paidAlreadyCents > 0
      ? `${showCents(today.paidAlreadyCents)} of the lower price is paid already and stays: refund that to the card if you wish, with the price lowered.`
      : undefined
  const options = [
    { value: 'agreed', title: `As agreed: ${showCents(agreed.totalCents)}` },
    { value: 'today', title: `Today’s: ${showCents(today.totalCents)}`, detail },
  ]
  return (
    <MoneyChoices
      field={field}
      legend="Which price?"
      options={isTodayFirst ? options.toReversed() : options}
    />
  )
}

/** What changes a price and why, the price before and after it, and the plan. */
export const PriceChangeSummary = ({ reason, ...quote }: PriceQuote & { reason: string }) => (
  <>
    <p className="mb-4 text-sm">
      <bdi>{reason}</bdi>. We’ll email the lead traveler the new price and plan.
      {quote.paidAlreadyCents > 0 &&
        ` ${showCents(quote.paidAlreadyCents)} of it is paid already and stays: refund that to the card if you wish, with the price lowered.`}
    </p>
    <Amounts
      amounts={[
        { label: 'Price now', cents: quote.beforeCents },
        {
          label: quote.changeCents < 0 ? 'Taken off' : 'Added',
          cents: cents(Math.abs(quote.changeCents)),
        },
      ]}
    />
    <PartyAfter {...quote} />
    <PlanAfter {...quote} />
  </>
)

export const Amounts = ({ amounts }: { amounts: { label: string; cents: Cents }[] }) => (
  <dl className="mb-5 grid gap-1.5 rounded-field bg-admin p-4 text-sm tabular-nums">
    {amounts.map((amount) => (
      <Amount key={amount.label} {...amount} />
    ))}
  </dl>
)

const WHY: Record<CancelQuote['why'], string> = {
  'within-30-days': `It is within ${FULL_REFUND_DAYS} days of booking: everything that was paid will be refunded.`,
  'deposit-stays': `The ${FULL_REFUND_DAYS} days after booking are over: the deposit stays, and what was paid beyond it will be refunded.`,
  'too-late': `${NO_REFUND_DAYS} days or fewer are left until departure: nothing is refundable.`,
  'has-begun':
    'The journey has begun: under the terms, nothing is refundable. To give something back out of goodwill, refund it to the card on the booking’s page.',
  differs:
    'Some of the party joined later: the refund is counted for each of them from the day they were booked.',
  'nothing-paid': 'Nothing was paid, so there is nothing to refund.',
  'departure-canceled': 'We canceled this departure: everything that was paid will be refunded.',
  'departure-postponed': 'We postponed this departure: everything that was paid will be refunded.',
  'place-sold': 'The waitlist took the seat: what was paid for it is refunded less the fee.',
}

/** What the policy gives back today, and why (rules 4.2). */
export const RefundSummary = ({ quote }: { quote: CancelQuote }) => (
  <div className="mb-5 rounded-field bg-admin p-4 text-sm">
    <p className="font-medium">
      {quote.askedOn && `As of ${showLongDay(quote.askedOn)}, when they asked: `}
      {WHY[quote.why]}
    </p>
    <dl className="mt-3 grid gap-1.5 tabular-nums">
      <Amount label="Back to the card, through Stripe" cents={quote.toCardsCents} />
      {quote.byHandCents > 0 && <Amount label="To be paid back by hand" cents={quote.byHandCents} />}
      <Amount label="Stays with the company" cents={quote.keptCents} />
    </dl>
  </div>
)

const Amount = ({ label, cents }: { label: string; cents: Cents }) => (
  <div className="flex justify-between gap-4">
    <dt>{label}</dt>
    <dd className="font-semibold">{showCents(cents)}</dd>
  </div>
)
