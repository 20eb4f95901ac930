import type { ReactNode } from 'react'

export type SummaryRow = {
  label: string
  value: ReactNode
  /** A quieter second line under the label, such as a due date. */
  note?: ReactNode
  /** The sum of the rows above it. */
  total?: boolean
}

/** What something costs, or the facts of a booking, line by line. */
export function SummaryList({ rows, className = '' }: { rows: SummaryRow[]; className?: string }) {
  return (
    <dl className={`text-sm ${className}`}>
      {rows.map((row) => (
        <div
          key={row.label}
          className={`flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t py-3 first:border-t-0 ${row.total ? 'text-base font-semibold' : ''}`}
        >
          <dt className={row.total ? '' : 'text-ink-soft'}>
            {row.label}
            {row.note && <span className="block text-xs text-ink-soft">{row.note}</span>}
          </dt>
          <dd className="ml-auto text-right font-medium tabular-nums">{row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
