type Props = {
  terms: string
  /** The same for this booking, as days. */
  dates: string[]
  /** What stands before them. */
  intro?: string
  className?: string
}

/** The refund terms whole, and what they mean in days: wherever somebody agrees or pays (rules 4.1). */
export const RefundTerms = ({ terms, dates, intro, className }: Props) => (
  <div className={className}>
    {dates.map((line) => (
      <p key={line} className="mb-2 font-medium text-ink">
        {line}
      </p>
    ))}
    <p>
      {intro && `${intro} `}
      {terms}
    </p>
  </div>
)
