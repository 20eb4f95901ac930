import { Children, type ReactNode } from 'react'
import { Badge } from '#app/ui/badge'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { Link } from '#app/ui/link'

type Props = {
  title: string
  /** How many there are; beyond `atMost` it was not counted. */
  count: number
  atMost: number
  isUrgent?: boolean
  /** What there is to say of all of them. */
  note?: ReactNode
  all?: { to: string; label: string }
  /** What is said where there are no rows. */
  empty: string
  className?: string
  children: ReactNode
}

/** One kind of thing that needs attention: how many, the first few, and the way to all of them. */
export const AttentionPanel = ({
  title,
  count,
  atMost,
  isUrgent = false,
  note,
  all,
  empty,
  className = '',
  children,
}: Props) => (
  <DeskPanel
    title={title}
    className={`flex flex-col p-5 ${className}`}
    actions={
      count > 0 && (
        <Badge tone={isUrgent ? 'failed' : 'wait'}>
          {count >= atMost ? `${atMost.toLocaleString('en-US')}+` : count.toLocaleString('en-US')}
        </Badge>
      )
    }
  >
    {note && <p className="mb-3 text-sm">{note}</p>}
    {Children.toArray(children).length > 0 ? (
      <ul className="flex-1">{children}</ul>
    ) : (
      <p className="flex-1 text-desk-soft text-sm">{empty}</p>
    )}
    {all && (
      <p className="mt-3 border-desk-line border-t pt-3">
        <Link
          to={all.to}
          className="inline-block py-1 font-semibold text-umber text-xs underline underline-offset-3"
        >
          {all.label}
        </Link>
      </p>
    )}
  </DeskPanel>
)

type RowProps = { to?: string; name: string; about: ReactNode; side?: ReactNode; children?: ReactNode }

/** What it is, in one line that leads there; what there is to say about it below; beside it an amount or an act. */
export const AttentionRow = ({ to, name, about, side, children }: RowProps) => (
  <li className="flex items-start justify-between gap-4 border-desk-line border-t py-2.5 first:border-t-0 first:pt-0">
    <div className="min-w-0">
      <p className="wrap-anywhere font-medium text-sm" dir="auto">
        {to ? (
          <Link to={to} className="underline underline-offset-3 hover:text-umber">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <p className="wrap-anywhere text-2xs text-desk-soft" dir="auto">
        {about}
      </p>
      {children}
    </div>
    {side && <div className="flex-none text-right text-sm tabular-nums">{side}</div>}
  </li>
)
