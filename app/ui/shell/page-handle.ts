import { useMatches, useRouteError } from '@remix-run/react'

/** What a route tells the shell about its page, as `export const handle: PageHandle = { hero: true }`. */
export type PageHandle = {
  /** The page begins with a picture that runs up under the transparent header. */
  hero?: boolean
  /** Sign-in and receipts: the wordmark and a way to ask, nothing that leads away (rules 10.8). */
  quiet?: boolean
  /** Checkout and what follows it: says so while the money on it is not real. */
  money?: boolean
  /** None of the site's scripts: a page that a phone keeps has one of its own, and little to carry. */
  plain?: boolean
  /** The staff area brings its own frame: no header, banner or footer of the public site. */
  admin?: boolean
}

/**
 * The error screen takes a page's place without its hero or its admin area, so it asks for the plain shell.
 */
export function usePageHandle(): PageHandle {
  const failed = Boolean(useRouteError())
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined)
  return {
    hero: !failed && handles.some((handle) => handle?.hero),
    quiet: handles.some((handle) => handle?.quiet || handle?.admin),
    money: handles.some((handle) => handle?.money),
    plain: !failed && handles.some((handle) => handle?.plain),
    admin: !failed && handles.some((handle) => handle?.admin),
  }
}
