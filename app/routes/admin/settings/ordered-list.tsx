import { Form, useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AdminHeading, AdminLink, EmptyState } from '#app/ui/admin/admin-parts'
import { Tooltip } from '#app/ui/admin/tooltip'
import { DownIcon } from '#app/ui/icons'
import { Link } from '#app/ui/link'

type ListProps = {
  title: string
  lead: string
  /** Links beside the one that adds a row. */
  links?: ReactNode
  /** The address of the list; those of its rows begin with it. */
  page: string
  /** What one row is called: 'story'. */
  one: string
  rows: { id: number; name: string; badge?: ReactNode; about: ReactNode }[]
  empty: { title: string; note: string }
  /** Above the rows. */
  children?: ReactNode
}

/** The page of a list that staff put in order; where a row went is announced to those who cannot see it. */
export function OrderedListPage({ title, lead, links, page, one, rows, empty, children }: ListProps) {
  const moving = useMoving(rows.map(({ id }) => id))
  return (
    <>
      <AdminHeading title={title} lead={lead}>
        {links}
        <AdminLink to={`${page}/new`} tone="main">
          {`Add ${one}`}
        </AdminLink>
      </AdminHeading>
      {children}
      {rows.length === 0 ? (
        <EmptyState title={empty.title}>{empty.note}</EmptyState>
      ) : (
        <ol className="admin-rows">
          {rows.map(({ id, name, badge, about }) => (
            <li
              key={id}
              id={`row-${id}`}
              className="flex scroll-mt-24 flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3"
            >
              <div className="min-w-0 flex-[1_1_16rem]">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Link
                    to={`${page}/${id}`}
                    className="font-semibold underline-offset-4 hover:underline"
                    dir="auto"
                  >
                    {name}
                  </Link>
                  {badge}
                </p>
                <p className="mt-0.5 text-admin-soft text-xs [overflow-wrap:anywhere]" dir="auto">
                  {about}
                </p>
              </div>
              <div className="flex gap-2.5">
                <MoveButtons id={id} name={name} moving={moving} />
                <AdminLink to={`${page}/${id}`} aria-label={`Edit ${name}`}>
                  Edit
                </AdminLink>
              </div>
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {moving.place}
      </p>
    </>
  )
}

type Way = 'up' | 'down'
export type Moving = ReturnType<typeof useMoving>

const buttonId = (id: number, way: Way) => `move-${way}-${id}`

/**
 * Keeps focus on the button that moved a row, so that a keyboard user can press it again. At the end of the
 * list the other button takes focus. `place` says where the row is now, for a live region.
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
      disabled: (way === 'up' ? ids[0] : ids.at(-1)) === id,
      onClick: () => {
        pressed.current = { id, way }
      },
    }),
  }
}

type Props = { id: number; name: string; moving: Moving }

const LOOK =
  'grid size-11 place-items-center border border-field bg-white hover:border-umber hover:bg-admin-head disabled:border-admin-line disabled:text-admin-line'

/** Moves one row of a list up or down: a plain form, so that it works everywhere. */
export const MoveButtons = ({ id, name, moving }: Props) => (
  <Form method="post" preventScrollReset replace className="flex flex-none">
    <input type="hidden" name="id" value={id} />
    <Tooltip text="Move up">
      <button
        {...moving.button(id, 'up')}
        aria-label={`Move ${name} up`}
        className={`${LOOK} rounded-l-field`}
      >
        <DownIcon className="size-4.5 rotate-180" />
      </button>
    </Tooltip>
    <Tooltip text="Move down">
      <button
        {...moving.button(id, 'down')}
        aria-label={`Move ${name} down`}
        className={`${LOOK} -ml-px rounded-r-field`}
      >
        <DownIcon className="size-4.5" />
      </button>
    </Tooltip>
  </Form>
)
