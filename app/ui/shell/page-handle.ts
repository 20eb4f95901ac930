import { useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { createContext, useContext } from 'react'
import type { SiteSettings } from '#app/site/settings.server'
import type { MenuLink } from '#app/site/site-pages'
import type { FlashedToast } from '#app/ui/toasts/toast-message'

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

/** The error screen replaces a page without its hero or admin area, so it gets the plain shell. */
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

/** What the root loader tells the shell, and with it every page. */
export type ShellData = {
  settings: Pick<
    SiteSettings,
    | 'footerText'
    | 'contactEmail'
    | 'contactPhone'
    | 'postalAddress'
    | 'sellerOfTravel'
    | 'bannerText'
    | 'bannerEnabled'
  > & {
    /** The addresses behind the icons of the footer, in their order; empty where there is none. */
    social: string[]
  }
  toast: FlashedToast | null
  testMode: boolean
  gaId: string | null
  baseUrl: string
  year: string
  journeys: {
    first: MenuLink
    /** What a button says that leads to the first. */
    view: string
    /** Null where the first is all. */
    list: MenuLink | null
    /** Of all their pages. */
    paths: string[]
  }
}

/** Undefined where the root loader failed. Remix types it by the loader, which `satisfies` this. */
export const useShellData = () => useRouteLoaderData('root') as ShellData | undefined

/** Where guests see what can be booked, when no journey is at hand. */
export function useToursPath(): string {
  const { list, first } = useShellData()?.journeys ?? {}
  return (list ?? first)?.to ?? '/journeys'
}

/** The Content-Security-Policy nonce of this answer; only the server knows it, the browser hides it. */
export const NonceContext = createContext<string | undefined>(undefined)

export const useNonce = () => useContext(NonceContext)
