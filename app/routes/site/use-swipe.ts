import { type PointerEvent, useRef } from 'react'

const FAR_ENOUGH = 50

/** Hears a finger, pen or mouse drawn sideways; what goes up or down more than sideways is scrolling. */
export function useSwipe(to: { left: () => void; right: () => void }) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown({ isPrimary, clientX, clientY }: PointerEvent) {
      from.current = isPrimary ? { x: clientX, y: clientY } : null
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const began = from.current
      from.current = null
      if (!began) return
      const across = clientX - began.x
      if (Math.abs(across) < FAR_ENOUGH || Math.abs(across) < Math.abs(clientY - began.y)) return
      if (across < 0) to.left()
      else to.right()
    },
    onPointerCancel() {
      from.current = null
    },
  }
}
