import type { ReactNode } from 'react'
import { AdminHeading, adminButton, EmptyState } from '#app/ui/admin/admin-parts'
import { MoveButtons, type Moving, useMoving } from '#app/ui/admin/move-buttons'
import { Link } from '#app/ui/link'
import { ArrivedNotice } from '#app/ui/notice'

/** A page of something that was deleted, or never was. */
export const GoneFromList = ({ list, what }: { list: string; what: string }) => (
  <>
    <AdminHeading title={`There is no such ${what}`} />
    <EmptyState title={`This ${what} was deleted, or its address is not complete`}>
      <Link to={list} className={adminButton('plain', 'mt-3')}>
        Back to the list
      </Link>
    </EmptyState>
  </>
)

/**
 * Somebody else has saved since this form was opened. Who saved at the foot of the page would not see it from
 * there.
 */
export const SavedSince = ({ by, here }: { by?: string; here: string }) => (
  <ArrivedNotice
    tone="wait"
    role="alert"
    title="Somebody else has saved these settings while you were writing"
    actions={
      <Link to={here} reloadDocument className={adminButton('plain')}>
        Discard my text and use what is saved
      </Link>
    }
  >
    {by && <p>Last saved by {by}.</p>}
    <p>
      Nothing you wrote is lost: it is still in the form. Where it differs, what is saved now is shown below.
      Save again to put your text in its place.
    </p>
  </ArrivedNotice>
)

export const StoredNow = ({ words }: { words: string }) => (
  <div className="mt-2.5 rounded-field border-wait border-l-4 bg-wait-fill px-3.5 py-2.5 text-sm">
    <p className="font-semibold text-2xs text-wait">Stored now</p>
    <p className="whitespace-pre-line [overflow-wrap:anywhere]">{words || 'Nothing'}</p>
  </div>
)

type Row = { id: number; name: string; to: string; badge?: ReactNode; about: ReactNode }

/** A list that staff put in order; where a row went is announced to those who cannot see it. */
export function OrderedList({ rows, empty }: { rows: Row[]; empty: ReactNode }) {
  const moving = useMoving(rows.map(({ id }) => id))
  if (rows.length === 0) return empty
  return (
    <>
      <ol className="divide-y divide-admin-line rounded-field border border-admin-line bg-white">
        {rows.map((row, index) => (
          <OrderedRow
            key={row.id}
            row={row}
            isFirst={index === 0}
            isLast={index === rows.length - 1}
            moving={moving}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moving.place}
      </p>
    </>
  )
}

type OrderedRowProps = { row: Row; isFirst: boolean; isLast: boolean; moving: Moving }

const OrderedRow = ({ row, isFirst, isLast, moving }: OrderedRowProps) => (
  <li
    id={`row-${row.id}`}
    className="flex scroll-mt-24 flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 hover:bg-admin-head"
  >
    <div className="min-w-0 flex-[1_1_16rem]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={row.to} className="font-semibold underline-offset-4 hover:underline" dir="auto">
          {row.name}
        </Link>
        {row.badge}
      </p>
      <p className="mt-0.5 text-admin-soft text-xs [overflow-wrap:anywhere]" dir="auto">
        {row.about}
      </p>
    </div>
    <div className="flex gap-2.5">
      <MoveButtons id={row.id} name={row.name} isFirst={isFirst} isLast={isLast} moving={moving} />
      <Link to={row.to} aria-label={`Edit ${row.name}`} className={adminButton('plain')}>
        Edit
      </Link>
    </div>
  </li>
)
