import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { BRAND } from '#app/platform/words'
import { LEGAL_LINKS, MY_BOOKING, menuWith } from '#app/site/site-pages'
import { ButtonLink } from '#app/ui/button'
import { Wordmark } from '#app/ui/icons'
import { Link, NavLink, TextLink, telHref, VisuallyHidden } from '#app/ui/link'
import { type PageHandle, type ShellData, useShellData } from './page-handle'

function useMenu() {
  const { first = null, list = null } = useShellData()?.journeys ?? {}
  return menuWith([first, list])
}

/** The menu of small screens: <details> opens without scripts; with them a chosen link closes it. */
function SiteMenu() {
  const links = useMenu()
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
          {links.map(({ to, label }) => (
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
      {useMenu().map(({ to, label }) => (
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
        Questions? <TextLink to={to}>{email || 'Write to us'}</TextLink>
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

const NETWORKS = [
  {
    name: 'Facebook',
    path: 'M13.4 20v-7.2h2.4l.4-2.9h-2.8V8.1c0-.8.2-1.4 1.4-1.4h1.5V4.1c-.3 0-1.1-.1-2.2-.1-2.1 0-3.6 1.3-3.6 3.7v2.2H8.1v2.9h2.4V20z',
  },
  {
    name: 'Instagram',
    path: 'M8.2 4h7.6A4.2 4.2 0 0 1 20 8.2v7.6a4.2 4.2 0 0 1-4.2 4.2H8.2A4.2 4.2 0 0 1 4 15.8V8.2A4.2 4.2 0 0 1 8.2 4m0 1.6a2.6 2.6 0 0 0-2.6 2.6v7.6a2.6 2.6 0 0 0 2.6 2.6h7.6a2.6 2.6 0 0 0 2.6-2.6V8.2a2.6 2.6 0 0 0-2.6-2.6zm3.8 2.5a3.9 3.9 0 1 1 0 7.8 3.9 3.9 0 0 1 0-7.8m0 1.6a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6m4.1-2.7a.95.95 0 1 1 0 1.9.95.95 0 0 1 0-1.9',
  },
  {
    name: 'YouTube',
    path: 'M20.6 8.2a2.2 2.2 0 0 0-1.5-1.5C17.7 6.3 12 6.3 12 6.3s-5.7 0-7.1.4a2.2 2.2 0 0 0-1.5 1.5C3 9.6 3 12 3 12s0 2.4.4 3.8c.2.7.8 1.3 1.5 1.5 1.4.4 7.1.4 7.1.4s5.7 0 7.1-.4a2.2 2.2 0 0 0 1.5-1.5c.4-1.4.4-3.8.4-3.8s0-2.4-.4-3.8M10.2 14.7V9.3l4.7 2.7z',
  },
]

/** The networks whose address staff have set (rules 10.8). */
function SocialIcons({ links = [] }: { links?: string[] }) {
  const linked = NETWORKS.flatMap((network, at) => (links[at] ? { ...network, href: links[at] } : []))
  if (linked.length === 0) return null
  return (
    <ul className="-ml-2.5 flex gap-1">
      {linked.map(({ name, path, href }) => (
        <li key={name}>
          <a
            href={href}
            rel="noopener"
            title={name}
            className="grid size-11 place-items-center rounded-full text-mist hover:text-paper"
          >
            <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="size-6">
              <path d={path} />
            </svg>
            <VisuallyHidden>{name}</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  )
}

const LATE =
  'rendered-late [--expected-height:560px] sm:[--expected-height:507px] lg:[--expected-height:393px]'

export function SiteFooter({ quiet }: Pick<PageHandle, 'quiet'>) {
  const { settings, year } = useShellData() ?? {}
  return (
    <footer className={`shell-footer on-dark bg-dusk text-sm ${quiet ? '' : LATE}`}>
      <div className="wrap">
        {!quiet && <Columns settings={settings} />}
        <p className="border-paper/15 border-t py-6 text-xs text-mist">
          © {year} {BRAND}
          {!quiet &&
            LEGAL_LINKS.map(({ to, label }) => (
              <Fragment key={to}>
                {' · '}
                <FooterLink to={to}>{label}</FooterLink>
              </Fragment>
            ))}
          {quiet && settings?.contactEmail && (
            <>
              {' · '}
              <FooterLink to={`mailto:${settings.contactEmail}`}>{settings.contactEmail}</FooterLink>
            </>
          )}
          {settings?.sellerOfTravel && <span className="block pt-1.5">{settings.sellerOfTravel}</span>}
        </p>
      </div>
    </footer>
  )
}

const Columns = ({ settings }: Partial<ShellData>) => (
  <div className="grid gap-x-12 gap-y-7 py-10 sm:grid-cols-2 sm:gap-y-10 sm:py-14 md:py-18 lg:grid-cols-[1.7fr_1fr_1.2fr]">
    <div className="sm:col-span-2 lg:col-span-1">
      <Wordmark />
      {settings && <p className="mt-5 max-w-[42ch] text-mist">{settings.footerText}</p>}
    </div>
    <nav aria-label="Footer">
      <ul className="-my-1.5 max-sm:columns-2">
        {[...useMenu(), MY_BOOKING].map(({ to, label }) => (
          <li key={to}>
            <FooterLink to={to}>{label}</FooterLink>
          </li>
        ))}
      </ul>
    </nav>
    <div>
      {settings && (
        <ul className="-mt-1.5 mb-4">
          <li>
            {settings.contactEmail ? (
              <FooterLink to={`mailto:${settings.contactEmail}`}>{settings.contactEmail}</FooterLink>
            ) : (
              <FooterLink to="/contact">Write to us</FooterLink>
            )}
          </li>
          {settings.contactPhone && (
            <li>
              <FooterLink to={telHref(settings.contactPhone)}>{settings.contactPhone}</FooterLink>
            </li>
          )}
          {settings.postalAddress && (
            <li className="max-w-[34ch] text-balance py-1.5 text-mist">{settings.postalAddress}</li>
          )}
        </ul>
      )}
      <SocialIcons links={settings?.social} />
    </div>
  </div>
)

const FooterLink = ({ to, children }: { to: string; children: React.ReactNode }) => (
  <Link to={to} className="inline-block py-1.5 decoration-1 underline-offset-4 hover:underline">
    {children}
  </Link>
)
