import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { DownIcon } from '#app/ui/icons'
import { Tooltip } from './tooltip'

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
