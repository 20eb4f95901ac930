import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Outlet } from '@remix-run/react'
import type { ReactNode } from 'react'
import { siteSettings } from '#app/site/settings.server'
import { SOCIAL_NETWORKS } from '#app/site/site-pages'
import styles from '#app/styles/app.css?url'
import { journeysForGuests } from '#app/tours/tours.server'
import { SkipLink } from '#app/ui/link'
import { TestModeStrip } from '#app/ui/notice'
import { PageViews } from '#app/ui/page-views'
import { ErrorScreen } from '#app/ui/shell/message-screens'
import { PageDocument } from '#app/ui/shell/page-document'
import { type ShellData, useNonce, usePageHandle, useShellData } from '#app/ui/shell/page-handle'
import { HomeLoading, useStayWhileOffline } from '#app/ui/shell/pending-navigation'
import { SiteBanner, SiteFooter, SiteHeader } from '#app/ui/shell/site-shell'
import { takeToast } from '#app/ui/toasts/flash.server'
import { Toaster } from '#app/ui/toasts/toaster'
import { today } from './platform/clock.server'
import { env } from './platform/env.server'
import { BRAND } from './platform/words'

declare module '@remix-run/node' {
  /** Tells the types of loaders that values arrive as they were sent, dates included. */
  interface Future {
    v3_singleFetch: true
  }
}

export async function loader({ request }: LoaderFunctionArgs) {
  const settings = siteSettings()
  const { footerText, contactEmail, contactPhone, postalAddress, sellerOfTravel, bannerText, bannerEnabled } =
    settings
  const { toast, headers } = await takeToast(request)
  return data(
    {
      settings: {
        ...{
          footerText,
          contactEmail,
          contactPhone,
          postalAddress,
          sellerOfTravel,
          bannerText,
          bannerEnabled,
        },
        social: SOCIAL_NETWORKS.map(({ field }) => settings[field]),
      },
      toast,
      testMode: env.stripe !== null && !env.stripe.live,
      gaId: env.GA_MEASUREMENT_ID ?? null,
      baseUrl: env.BASE_URL,
      year: today().slice(0, 4),
      journeys: journeysForGuests(),
    } satisfies ShellData,
    { headers },
  )
}

const font = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href }) as const

export const links: LinksFunction = () => [
  font(fraunces),
  font(figtree),
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

/** Only seen where a page has no head of its own: on the error screens. */
export const meta: MetaFunction = ({ error }) => [
  {
    title: `${isRouteErrorResponse(error) && error.status === 404 ? 'Page Not Found' : 'Something went wrong'} | ${BRAND}`,
  },
  { name: 'robots', content: 'noindex' },
]

/** The shell around every page, in its document; also around the error screen, when there may be no data. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useShellData()
  const { hero, quiet, money, plain, admin } = usePageHandle()
  const nonce = useNonce()
  return (
    <PageDocument plain={plain} nonce={nonce}>
      <SkipLink />
      {!admin && (
        <>
          <SiteBanner />
          <SiteHeader hero={hero} quiet={quiet} />
        </>
      )}
      {money && root?.testMode && <TestModeStrip />}
      {admin ? (
        children
      ) : (
        <>
          <main id="main" tabIndex={-1}>
            {children}
          </main>
          <SiteFooter quiet={quiet} />
        </>
      )}
      <Toaster flashed={root?.toast ?? null} />
      <PageViews gaId={root?.gaId} journeys={root?.journeys.paths ?? []} />
    </PageDocument>
  )
}

export default function App() {
  useStayWhileOffline()
  return (
    <>
      <Outlet />
      <HomeLoading />
    </>
  )
}

export const ErrorBoundary = ErrorScreen
