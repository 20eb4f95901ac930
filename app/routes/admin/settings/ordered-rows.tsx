import type { ReactNode } from 'react'
import { deskButton } from '#app/ui/desk/desk-button'
import { MoveButtons } from '#app/ui/desk/move-buttons'
import type { Moving } from '#app/ui/desk/use-moving'
import { Link } from '#app/ui/link'

/** A list that staff put in order; where a row went is announced to those who cannot see it. */
export const OrderedRows = ({ moving, children }: { moving: Moving; children: ReactNode }) => (
  <>
    <ol className="divide-y divide-desk-line rounded-field border border-desk-line bg-white">{children}</ol>
    <p role="status" className="sr-only">
      {moving.place}
    </p>
  </>
)

type Props = {
  row: { id: number; name: string; to: string }
  isFirst: boolean
  isLast: boolean
  moving: Moving
  badge?: ReactNode
  children: ReactNode
}

export const OrderedRow = ({ row, isFirst, isLast, moving, badge, children }: Props) => (
  <li
    id={`row-${row.id}`}
    className="flex scroll-mt-24 flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 hover:bg-desk-head"
  >
    <div className="min-w-0 flex-[1_1_16rem]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={row.to} className="font-semibold underline-offset-4 hover:underline" dir="auto">
          {row.name}
        </Link>
        {badge}
      </p>
      <p className="mt-0.5 text-desk-soft text-xs [overflow-wrap:anywhere]" dir="auto">
        {children}
      </p>
    </div>
    <div className="flex gap-2.5">
      <MoveButtons id={row.id} name={row.name} isFirst={isFirst} isLast={isLast} moving={moving} />
      <Link to={row.to} aria-label={`Edit ${row.name}`} className={deskButton('plain')}>
        Edit
      </Link>
    </div>
  </li>
)
