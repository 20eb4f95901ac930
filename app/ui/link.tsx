import { type LinkProps, Link as RemixLink, NavLink as RemixNavLink, useLocation } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'

const isServer = typeof document === 'undefined'

type Props = ComponentProps<typeof RemixLink>

/**
 * A link to another page of the site. The server writes its address down as it is given: Remix resolves it
 * three times against the routes around it, which for the links of a list took as long as all else of their
 * page.
 */
export const Link: (props: Props) => ReactNode = isServer ? ServerLink : RemixLink

type NavLinkProps = Props & { to: string; className: string; end?: boolean }

/** The same in a menu, marked on its own page, and unless it is the `end`, on those below it. */
export const NavLink: (props: NavLinkProps) => ReactNode = isServer ? ServerNavLink : RemixNavLink

/** What Remix's link comes to; an address that leans on the page around it is left to that one. */
function ServerLink(props: Props) {
  const { to, prefetch, discover, relative, replace, state, preventScrollReset, viewTransition, ...rest } =
    props
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <RemixLink {...props} />
  const { reloadDocument, ...attributes } = rest
  return <a {...attributes} data-discover={reloadDocument ? undefined : 'true'} href={to} />
}

function ServerNavLink({ end, ...props }: NavLinkProps) {
  const here = useLocation().pathname.toLowerCase()
  const isHere = here === props.to || (!end && here.startsWith(`${props.to}/`))
  const className = isHere ? `${props.className} active` : props.className
  return <ServerLink {...props} className={className} aria-current={isHere ? 'page' : undefined} />
}

/** A link in running text or at the end of a card; pale on the dark ground of an `on-dark`. */
export function TextLink({ className = '', ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={`font-semibold text-umber underline decoration-1 underline-offset-5 transition-colors hover:text-umber-deep hover:decoration-2 in-[.on-dark]:text-dawn in-[.on-dark]:hover:text-paper ${className}`}
    />
  )
}

/** What was typed beside the digits stays out of the address. */
export const telHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`

/** For who has booked, and looks for their page where others book or ask. */
export const MyBookingLine = ({ className = '' }: { className?: string }) => (
  <p className={className}>
    Already booked? <TextLink to="/my-booking">Find your booking</TextLink>
  </p>
)

/**
 * A card that is one target: its only link is stretched over it, and is the one thing on it to press. The
 * keyboard's ring is drawn around the card.
 */
export const WHOLE_CARD =
  'group relative transition-[translate,box-shadow] duration-180 hover:-translate-y-[3px] hover:shadow-lift has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-lagoon motion-reduce:hover:translate-y-0'

/** For the link, on a card that is nothing but WHOLE_CARD. */
export const OVER_WHOLE_CARD = 'after:absolute after:inset-0 after:rounded-card focus-visible:outline-none'

/** Read aloud, not shown. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="sr-only">{children}</span>
)

export const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-3 left-3 z-50 -translate-y-24 rounded-full bg-white px-5 py-3 font-semibold text-umber focus:translate-y-0 focus:shadow-float print:hidden"
  >
    Skip to the page
  </a>
)
