import { Link as RemixLink, NavLink as RemixNavLink, useLocation } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'

const isServer = typeof document === 'undefined'

type Props = ComponentProps<typeof RemixLink>

/**
 * A link to another page of the site. The server writes its address down as it is given: Remix resolves it three times
 * against the routes around it, which for the links of a list took as long as all else of their page.
 */
export const Link: (props: Props) => ReactNode = isServer ? WrittenLink : RemixLink

type InMenu = Props & { to: string; className: string; end?: boolean }

/** The same in a menu, which says where the visitor is: on that page, or unless it is the `end` on one below it. */
export const NavLink: (props: InMenu) => ReactNode = isServer ? WrittenNavLink : RemixNavLink

/** What Remix's link comes to; an address that leans on the page around it is left to that one. */
function WrittenLink(props: Props) {
  const { to, prefetch, discover, relative, replace, state, preventScrollReset, viewTransition, ...rest } =
    props
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <RemixLink {...props} />
  const { reloadDocument, ...attributes } = rest
  return <a {...attributes} data-discover={reloadDocument ? undefined : 'true'} href={to} />
}

function WrittenNavLink({ end, ...props }: InMenu) {
  const here = useLocation().pathname.toLowerCase()
  const isHere = here === props.to || (!end && here.startsWith(`${props.to}/`))
  const className = isHere ? `${props.className} active` : props.className
  return <WrittenLink {...props} className={className} aria-current={isHere ? 'page' : undefined} />
}
