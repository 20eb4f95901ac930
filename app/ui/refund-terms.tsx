import type { RefundTermsShown } from '#app/tours/refund-policy'

type Props = { refund: RefundTermsShown; className?: string }

/** The refund terms whole, and what they mean in days: wherever somebody agrees or pays (rules 4.1). */
export const RefundTerms = ({ refund: { dates, notes, accepted }, className }: Props) => (
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
