import { Link } from '@remix-run/react'
import type { MouseEvent, ReactNode } from 'react'

type Props = { to: `#${string}`; className?: string; children: ReactNode }

/** Goes to a place on this page, smoothly where motion is welcome. Without scripts it is an ordinary link. */
export function ScrollLink({ to, className, children }: Props) {
  const scroll = (event: MouseEvent) => {
    const target = document.getElementById(to.slice(1))
    if (!target || event.metaKey || event.ctrlKey || event.shiftKey) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    target.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  return (
    <Link to={to} preventScrollReset onClick={scroll} className={className}>
      {children}
    </Link>
  )
}
