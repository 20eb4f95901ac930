import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { BRAND } from '#app/platform/words'
import { SITE_LINKS } from '#app/site/site-pages'
import { ButtonLink } from '#app/ui/button'
import { Wordmark } from '#app/ui/icons'
import { Link, NavLink, TextLink, VisuallyHidden } from '#app/ui/link'
import { type PageHandle, useShellData } from './page-handle'

/** The menu of small screens: <details> opens without scripts; with them a chosen link closes it. */
function SiteMenu() {
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

/** Transparent over a hero, white and blurred once the page is scrolled more than 50 px (rules 10.8). */
export function SiteHeader({ hero, quiet }: PageHandle) {
  const scrolled = useScrolledPast(50)
  return (
    <header
      className="shell-header"
      data-over-hero={hero ? '' : undefined}
      data-scrolled={scrolled ? '' : undefined}
    >
      <div className="wrap flex min-h-(--nav-height) items-center gap-2 sm:gap-8">
        <Link to="/" aria-label={`${BRAND}, home`} className="mr-auto flex rounded-full py-2 pr-1 sm:pr-3">
          <Wordmark />
        </Link>
        {quiet ? <Questions /> : <Menus />}
      </div>
    </header>
  )
}

function useScrolledPast(pixels: number) {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const look = () => setPast(window.scrollY > pixels)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [pixels])
  return past
}

const Menus = () => (
  <>
    <nav aria-label="Main" className="hidden items-center gap-8 nav:flex">
      {SITE_LINKS.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="type-nav rounded-badge py-3 decoration-1 underline-offset-8 hover:underline aria-[current=page]:underline"
        >
          {label}
        </NavLink>
      ))}
      <ButtonLink to="/contact" tone="bare" className="min-h-10.5! px-5! py-2! text-xs!">
        Begin Journey
      </ButtonLink>
    </nav>
    <SiteMenu />
  </>
)

function Questions() {
  const email = useShellData()?.settings.contactEmail
  const to = email ? `mailto:${email}` : '/contact'
  return (
    <>
      <p className="hidden text-sm sm:block">
        Questions? <TextLink to={to}>{email ?? 'Write to us'}</TextLink>
      </p>
      <TextLink to={to} className="text-sm sm:hidden">
        Questions?
      </TextLink>
    </>
  )
}

/** The line staff can put above every page; what they write is text, never markup. */
export function SiteBanner() {
  const { bannerEnabled, bannerText } = useShellData()?.settings ?? {}
  if (!bannerEnabled || !bannerText?.trim()) return null
  return (
    <aside
      aria-label="Announcement"
      className="shell-banner on-dark relative z-41 bg-umber px-(--gutter) py-2.5 text-center text-sm font-medium"
    >
      {bannerText}
    </aside>
  )
}
