import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Milliseconds (rules 10.12): the delay of the first tooltip, and how soon after one the next opens at once.
 */
const OPEN_AFTER = 700
const SKIP_WITHIN = 300

/** When a tooltip was last closed, by `performance.now`. */
let closedAt = Number.NEGATIVE_INFINITY

/** Whether the last key was Tab: a dialog that opens focuses its Close link, which then shows no tooltip. */
let isTabbing = false
const noteKey = ({ key }: KeyboardEvent) => {
  isTabbing = key === 'Tab'
}

/**
 * Opens `box` on hover or keyboard focus of `sign`. It stays while the pointer is on either; Escape closes it
 * (WCAG 1.4.13). Returns the clean-up.
 */
function offerTooltip(sign: HTMLElement, box: HTMLElement): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const isOpen = () => box.matches('.admin-tooltip:popover-open')

  function open() {
    clearTimeout(waiting)
    if (!sign.isConnected || isOpen()) return
    box.showPopover()
    place(box, sign.getBoundingClientRect())
    document.addEventListener('keydown', dismiss, { capture: true })
    document.addEventListener('scroll', close, { capture: true })
  }
  function openSoon({ pointerType }: PointerEvent) {
    clearTimeout(waiting)
    if (pointerType === 'touch') return
    waiting = setTimeout(open, performance.now() - closedAt < SKIP_WITHIN ? 0 : OPEN_AFTER)
  }
  function leave({ relatedTarget }: PointerEvent) {
    const isOver =
      relatedTarget instanceof Node && (sign.contains(relatedTarget) || box.contains(relatedTarget))
    if (!isOver) close()
  }
  const openForKeyboard = () => isTabbing && sign.matches(':focus-visible') && open()
  function close() {
    clearTimeout(waiting)
    document.removeEventListener('keydown', dismiss, { capture: true })
    document.removeEventListener('scroll', close, { capture: true })
    if (!isOpen()) return
    box.hidePopover()
    closedAt = performance.now()
  }
  function dismiss(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // A dialog around it stays.
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  if (!('showPopover' in box)) return () => undefined
  const offer = new AbortController()
  const { signal } = offer
  // Added once, however often this runs.
  document.addEventListener('keydown', noteKey, { capture: true })
  sign.addEventListener('pointerenter', openSoon, { signal })
  sign.addEventListener('pointerleave', leave, { signal })
  box.addEventListener('pointerleave', leave, { signal })
  sign.addEventListener('pointerdown', close, { signal })
  sign.addEventListener('focus', openForKeyboard, { signal })
  sign.addEventListener('blur', close, { signal })
  return () => {
    offer.abort()
    close()
  }
}

const EDGE = 8

/** Below the sign, within the window; above it where there is no room. */
function place(box: HTMLElement, sign: DOMRect) {
  const { width, height } = box.getBoundingClientRect()
  const middle = sign.left + sign.width / 2 - width / 2
  const isRoomBelow = sign.bottom + height <= window.innerHeight
  box.style.left = `${Math.min(Math.max(EDGE, middle), document.documentElement.clientWidth - width - EDGE)}px`
  box.style.top = `${isRoomBelow ? sign.bottom : sign.top - height}px`
}

type Props = { text: string; children: ReactNode }

/**
 * The name of an icon without a visible label (rules 10.12). The icon also has a label of its own for screen
 * readers, and for pages without scripts.
 */
export function Tooltip({ text, children }: Props) {
  const around = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const [sign, box] = around.current?.children ?? []
    if (sign instanceof HTMLElement && box instanceof HTMLElement) return offerTooltip(sign, box)
  }, [])
  return (
    <span ref={around} className="contents">
      {children}
      <span role="tooltip" {...POPOVER} className="admin-tooltip">
        <span>{text}</span>
      </span>
    </span>
  )
}

/** React 18 writes the attribute; its types do not know it. */
const POPOVER = { popover: 'manual' }
