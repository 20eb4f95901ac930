import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { Link } from '#app/ui/link'

export type Tab = { to: string; label: string }

type Props = {
  label: string
  tabs: Tab[]
  /** Where it is not the one that the address begins with. */
  current?: string | undefined
}

/** Pages beside each other, as links; on a phone they scroll, and the current one is in sight. */
export function TabRow({ label, tabs, ...props }: Props) {
  const line = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const current = props.current ?? currentTab(tabs, pathname)
  useEffect(() => {
    const here = line.current?.querySelector<HTMLElement>(`[href="${current}"]`)
    if (line.current && here) line.current.scrollLeft = here.offsetLeft - 32
  }, [current])
  return (
    <nav
      ref={line}
      aria-label={label}
      className="admin-no-print relative mb-6 overflow-x-auto border-admin-line border-b"
    >
      <ul className="flex w-max gap-x-1 noscript:w-auto noscript:flex-wrap">
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === current ? 'page' : undefined}
              className="flex min-h-11 items-center border-transparent border-b-2 px-3 text-admin-soft text-xs font-semibold hover:text-ink aria-[current=page]:border-umber aria-[current=page]:text-umber"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Of those that the address begins with, the longest: the first tab is often the beginning of the others. */
export const currentTab = (tabs: Tab[], pathname: string): string | undefined =>
  tabs
    .map(({ to }) => to)
    .filter((to) => `${pathname.toLowerCase()}/`.startsWith(`${to}/`))
    .sort((one, other) => other.length - one.length)[0]
