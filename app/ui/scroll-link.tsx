import type { MouseEvent, ReactNode } from 'react'

type Props = { to: `#${string}`; className?: string; children: ReactNode }

/**
 * Goes to a place on this page, smoothly where motion is welcome. Without scripts it is an ordinary link. The
 * router is left out: it would jump to the place at once, in the middle of the way.
 */
export function ScrollLink({ to, className, children }: Props) {
  const scroll = (event: MouseEvent) => {
    const target = document.getElementById(to.slice(1))
    if (!target || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    layOutAll()
    target.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
    target.tabIndex = -1
    target.focus({ preventScroll: true })
    window.history.replaceState(window.history.state, '', to)
  }
  return (
    <a href={to} onClick={scroll} className={className}>
      {children}
    </a>
  )
}

/** Scrolling past sections that wait (styles/rendering.css) needs their true heights. */
const layOutAll = () => document.documentElement.removeAttribute('data-late')
