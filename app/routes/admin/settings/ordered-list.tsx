import { Form, useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AdminLink } from '#app/ui/admin/admin-parts'
import { Tooltip } from '#app/ui/admin/tooltip'
import { DownIcon } from '#app/ui/icons'
import { Link } from '#app/ui/link'

type Row = { id: number; name: string; to: string; badge?: ReactNode; about: ReactNode }

/** A list that staff put in order; where a row went is announced to those who cannot see it. */
export function OrderedList({ rows, empty }: { rows: Row[]; empty: ReactNode }) {
  const moving = useMoving(rows.map(({ id }) => id))
  if (rows.length === 0) return empty
  return (
    <>
      <ol className="admin-rows">
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
  <li id={`row-${row.id}`} className="flex scroll-mt-24 flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
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
      <AdminLink to={row.to} aria-label={`Edit ${row.name}`}>
        Edit
      </AdminLink>
    </div>
  </li>
)

type Way = 'up' | 'down'
export type Moving = ReturnType<typeof useMoving>

const buttonId = (id: number, way: Way) => `move-${way}-${id}`

/**
 * Keeps focus on the button that moved a row, wherever the row went: who works by keyboard presses it again.
 * At the end of the list its twin takes over. `place` says where the row is now, for a live region.
 */
export function useMoving(ids: readonly number[]) {
  const { state } = useNavigation()
  const pressed = useRef<{ id: number; way: Way } | null>(null)
  const [moved, setMoved] = useState<number | null>(null)

  useEffect(() => {
    if (state !== 'idle' || !pressed.current) return
    const { id, way } = pressed.current
    pressed.current = null
    setMoved(id)
    const [button, twin] = [way, way === 'up' ? ('down' as const) : ('up' as const)].map((each) =>
      document.getElementById(buttonId(id, each)),
    )
    const enabled = button?.matches(':disabled') ? twin : button
    enabled?.focus({ preventScroll: true })
    enabled?.scrollIntoView({ block: 'nearest' })
  }, [state])

  return {
    place: moved === null ? '' : `Moved to place ${ids.indexOf(moved) + 1} of ${ids.length}`,
    button: (id: number, way: Way) => ({
      type: 'submit' as const,
      id: buttonId(id, way),
      name: 'move',
      value: way,
      onClick: () => {
        pressed.current = { id, way }
      },
    }),
  }
}

type Props = { id: number; name: string; isFirst: boolean; isLast: boolean; moving: Moving }

const LOOK =
  'grid size-11 place-items-center border border-field bg-white hover:border-umber hover:bg-admin-head disabled:border-admin-line disabled:text-admin-line'

/** Moves one row of a list up or down: a plain form, so that it works everywhere. */
export const MoveButtons = ({ id, name, isFirst, isLast, moving }: Props) => (
  <Form method="post" preventScrollReset replace className="flex flex-none">
    <input type="hidden" name="id" value={id} />
    <Tooltip text="Move up">
      <button
        {...moving.button(id, 'up')}
        disabled={isFirst}
        aria-label={`Move ${name} up`}
        className={`${LOOK} rounded-l-field`}
      >
        <DownIcon className="size-4.5 rotate-180" />
      </button>
    </Tooltip>
    <Tooltip text="Move down">
      <button
        {...moving.button(id, 'down')}
        disabled={isLast}
        aria-label={`Move ${name} down`}
        className={`${LOOK} -ml-px rounded-r-field`}
      >
        <DownIcon className="size-4.5" />
      </button>
    </Tooltip>
  </Form>
)
