import { type Cents, showCents } from '#app/platform/money'
import type { RefundTermsText } from '#app/tours/refund-policy'
import type { SummaryRow } from './summary-list'

export type Priced = { totalCents: Cents; partySum: string | null; writtenOffCents: Cents }

/** The price that was agreed, and beside it what of it is not asked for anymore. */
export const priceRows = (booking: Priced, label = 'Price of the tour'): SummaryRow[] => [
  { label, note: booking.partySum, value: showCents(booking.totalCents) },
  ...(booking.writtenOffCents > 0
    ? [{ label: 'Written off', note: 'No longer due', value: showCents(booking.writtenOffCents) }]
    : []),
]

/** What is left to pay in one sum, and under it the parts in which it is paid. */
export const remainingRows = (remainingCents: Cents, parts: SummaryRow[]): SummaryRow[] =>
  remainingCents > 0
    ? [
        { label: 'Remaining balance', value: showCents(remainingCents), total: true },
        ...parts.map((part) => ({ ...part, isPart: true })),
      ]
    : []

type RefundTermsProps = { refund: RefundTermsText; className?: string }

/** The refund terms whole, and what they mean in days: wherever someone agrees or pays (rules 4.1). */
export const RefundTerms = ({
  refund: { dates, notes, accepted },
  className = 'mt-4 border-t border-line pt-4 text-sm text-ink-soft',
}: RefundTermsProps) => (
  <div className={`grid gap-2 ${className}`}>
    {dates.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a traveler who joined may have the same days, and none is moved
      <p key={index} className="font-medium text-ink">
        {line}
      </p>
    ))}
    {[...notes, ...accepted].map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
)
