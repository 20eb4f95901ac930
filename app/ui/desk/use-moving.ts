import { useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

type Way = 'up' | 'down'
export type Moving = ReturnType<typeof useMoving>

const buttonId = (id: number, way: Way) => `move-${way}-${id}`

/**
 * Keeps focus on the button that moved a row, wherever the row went: who works by keyboard presses it again. At the
 * end of the list its twin takes over. `place` says where the row is now, for a live region.
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
