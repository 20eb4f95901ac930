import { Link as RemixLink } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'

type Props = ComponentProps<typeof RemixLink>

/**
 * A link to another page of the site. The server writes its address down as it is given: Remix resolves it three times
 * against the routes around it, which for the links of a list took as long as all else of their page.
 */
export const Link: (props: Props) => ReactNode = typeof document === 'undefined' ? WrittenLink : RemixLink

/** What Remix's link comes to; an address that leans on the page around it is left to that one. */
function WrittenLink(props: Props) {
  const { to, prefetch, discover, relative, replace, state, preventScrollReset, viewTransition, ...rest } =
    props
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <RemixLink {...props} />
  const { reloadDocument, ...attributes } = rest
  return <a {...attributes} data-discover={reloadDocument ? undefined : 'true'} href={to} />
}
