import { useEffect, useState } from 'react'
import { BRAND } from '#app/brand'
import { SITE_LINKS } from '#app/site-pages'
import { ButtonLink } from '#app/ui/button-link'
import { Link, NavLink } from '#app/ui/link'
import { TextLink } from '#app/ui/text-link'
import { Wordmark } from '#app/ui/wordmark'
import type { PageHandle } from './page-handle'
import { SiteMenu } from './site-menu'

/** Transparent over a hero, white and blurred once the page is scrolled more than 50 px (rules 10.8). */
export function SiteHeader({ hero, quiet, email }: PageHandle & { email: string | undefined }) {
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
        {quiet ? <Questions email={email} /> : <Menus />}
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

function Questions({ email }: { email: string | undefined }) {
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
