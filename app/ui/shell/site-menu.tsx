import { type KeyboardEvent, useRef } from 'react'
import { SITE_LINKS } from '#app/site-pages'
import { ButtonLink } from '#app/ui/button-link'
import { NavLink } from '#app/ui/link'
import { VisuallyHidden } from '#app/ui/visually-hidden'

/** The menu of small screens: <details>, so that it opens without scripts; with them a chosen link closes it. */
export function SiteMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const toggle = useRef<HTMLElement>(null)
  const close = () => menu.current?.removeAttribute('open')
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.current?.open) return
    close()
    toggle.current?.focus()
  }
  return (
    <details ref={menu} onKeyDown={closeOnEscape} className="shell-menu nav:hidden">
      <summary ref={toggle} className="-mr-3 grid size-12 place-items-center rounded-full">
        <VisuallyHidden>Menu</VisuallyHidden>
        <svg
          viewBox="0 0 28 20"
          className="w-7 overflow-visible"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path className="bar" d="M2 4h24" />
          <path className="bar" d="M2 16h24" />
        </svg>
      </summary>
      <nav
        aria-label="Main"
        className="menu-panel absolute inset-x-0 top-full max-h-[calc(100svh-var(--nav-height))] overflow-y-auto border-line border-y bg-white text-ink shadow-float"
      >
        <ul className="wrap grid py-3">
          {SITE_LINKS.map(({ to, label }) => (
            <li key={to} className="border-line border-b">
              <NavLink
                to={to}
                end
                onClick={close}
                className="type-h3 block py-4 aria-[current=page]:text-umber aria-[current=page]:underline aria-[current=page]:decoration-1 aria-[current=page]:underline-offset-8"
              >
                {label}
              </NavLink>
            </li>
          ))}
          <li className="pt-5 pb-4">
            <ButtonLink to="/contact" onClick={close} className="w-full">
              Begin Journey
            </ButtonLink>
          </li>
        </ul>
      </nav>
    </details>
  )
}
