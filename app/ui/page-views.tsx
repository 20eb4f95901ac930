import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { isCounted, isOpenToAnalytics } from '#app/site/site-pages'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

let page = ''

/** Loads Google's script with the first page view, and sends it each one. Nothing waits for it. */
function sendToGoogle(id: string, path: string): void {
  const before = page
  page = location.origin + path
  // Set for all that Google's script tells by itself too: it would tell the whole address and referrer.
  gtag('set', { page_location: page + campaign(), page_referrer: before || siteOf(document.referrer) })
  if (!before) load(id)
  gtag('event', 'page_view')
}

const siteOf = (address: string) => /^https?:\/\/[^/]+/.exec(address)?.[0] ?? ''

function load(id: string) {
  gtag('js', new Date())
  // Our own policy lets no advertiser's host in: without these, the browser would complain of each attempt.
  gtag('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  })
  const script = document.createElement('script')
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
  script.async = true
  document.head.append(script)
}

/** Google's script takes an arguments object; it reads an array as something else. */
function gtag(..._words: unknown[]) {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments)
}

/** Of a query only the campaign is passed on: the rest may name a booking or a payment. */
function campaign(): string {
  const words = [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_'))
  return words.length > 0 ? `?${new URLSearchParams(words)}` : ''
}

const CALL = '/api/page-view'

type Asking = Navigator & { globalPrivacyControl?: boolean }
type Prerendered = Document & { prerendering?: boolean }

/** What led to this document; the pages that follow in it belong to the same visit. */
let source: { referrer?: string; utm_source?: string } | undefined
let counted = ''

/** Reports each page view to our server, and to Google where an id is set. Sets no cookie of ours. */
export function PageViews({ gaId, journeys }: { gaId?: string | null; journeys: string[] }) {
  const { pathname } = useLocation()
  useEffect(() => {
    const count = () => countView(pathname, journeys.includes(pathname.toLowerCase()), gaId)
    if (!(document as Prerendered).prerendering) return count()
    document.addEventListener('prerenderingchange', count, { once: true })
    return () => document.removeEventListener('prerenderingchange', count)
  }, [pathname, gaId, journeys])
  return null
}

function countView(path: string, isJourney: boolean, gaId?: string | null) {
  if (path === counted) return
  counted = path
  source ??= {
    referrer: document.referrer || undefined,
    utm_source: new URLSearchParams(location.search).get('utm_source') ?? undefined,
  }
  const { doNotTrack, globalPrivacyControl } = navigator as Asking
  if (!(isJourney || isCounted(path)) || doNotTrack === '1' || globalPrivacyControl) return
  const view = JSON.stringify({ path, ...source })
  if (gaId && (isJourney || isOpenToAnalytics(path))) void countThenSend(view, () => sendToGoogle(gaId, path))
  else navigator.sendBeacon?.(CALL, view)
}

/** Pages are the same for all guests: only our server knows who is staff, and Google must not hear. */
async function countThenSend(view: string, send: () => void) {
  const answer = await fetch(CALL, { method: 'POST', body: view, keepalive: true }).catch(() => null)
  if (answer && !answer.headers.has('X-Left-Out')) send()
}
