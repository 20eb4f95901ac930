import { showLongDay } from '#app/days'
import { type Cents, showCents } from '#app/money'
import type { CancelQuote } from '#app/payments/refunds/policy-quote.server'
import { FULL_REFUND_DAYS, NO_REFUND_DAYS } from '#app/tour/refund-policy'

const WHY: Record<CancelQuote['why'], string> = {
  'within-30-days': `It is within ${FULL_REFUND_DAYS} days of booking: everything that was paid comes back.`,
  'deposit-stays': `The ${FULL_REFUND_DAYS} days after booking are over: the deposit stays, and what was paid beyond it comes back.`,
  'too-late': `${NO_REFUND_DAYS} days or fewer are left until departure: nothing comes back.`,
  'has-begun':
    'The journey has begun: by the terms nothing comes back. What you want to give out of goodwill, refund to the card on the booking’s page.',
  differs:
    'Some of the party joined later: what comes back is counted for each of them from the day on which they were booked.',
  'nothing-paid': 'Nothing was paid, so nothing comes back.',
}

type Props = { quote: CancelQuote }

/** What the policy gives back today, and why (rules 4.2). */
export const QuoteShown = ({ quote }: Props) => (
  <div className="mb-5 rounded-field bg-desk p-4 text-sm">
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
