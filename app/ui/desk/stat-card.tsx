import type { CSSProperties, ReactNode } from 'react'
import { Link } from '#app/ui/link'

type Props = { label: string; value: string | number; note?: ReactNode; to?: string }

/** One figure. Stands in a <dl>. */
export const StatCard = ({ label, value, note, to }: Props) => {
  const figure = typeof value === 'number' ? value.toLocaleString('en-US') : value
  return (
    <div className="relative rounded-field border border-desk-line bg-white p-4">
      <dt className="text-2xs font-semibold text-desk-soft">
        {to ? (
          <Link to={to} className="underline-offset-4 after:absolute after:inset-0 hover:underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="@container mt-1">
        <span className="desk-figure" style={{ '--characters': figure.length } as CSSProperties}>
          {figure}
        </span>
        {note && <span className="mt-0.5 block text-2xs text-desk-soft">{note}</span>}
      </dd>
    </div>
  )
}

export const StatCards = ({ children }: { children: ReactNode }) => (
  <dl className="mb-6 grid grid-cols-[repeat(auto-fit,minmax(9.75rem,1fr))] gap-3 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
    {children}
  </dl>
)
