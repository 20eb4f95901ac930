import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { isCounted, isOpenToAnalytics } from '#app/site-pages'
import { tellGoogle } from './google-analytics'

const CALL = '/api/page-view'

type Asking = Navigator & { globalPrivacyControl?: boolean }
type Prerendered = Document & { prerendering?: boolean }

/** What led to this document; the pages that follow in it belong to the same visit. */
let cameFrom: { referrer?: string; utm_source?: string } | undefined
let counted = ''

/** Tells of each page that is opened: our own server, and Google where an id is set. Sets no cookie of ours. */
export function PageViews({ gaId }: { gaId?: string | null }) {
  const { pathname } = useLocation()
  useEffect(() => {
    const count = () => countView(pathname, gaId)
    if (!(document as Prerendered).prerendering) return count()
    document.addEventListener('prerenderingchange', count, { once: true })
    return () => document.removeEventListener('prerenderingchange', count)
  }, [pathname, gaId])
  return null
}

function countView(path: string, gaId?: string | null) {
  if (path === counted) return
  counted = path
  cameFrom ??= {
    referrer: document.referrer || undefined,
    utm_source: new URLSearchParams(location.search).get('utm_source') ?? undefined,
  }
  const { doNotTrack, globalPrivacyControl } = navigator as Asking
  if (!isCounted(path) || doNotTrack === '1' || globalPrivacyControl) return
  const view = JSON.stringify({ path, ...cameFrom })
  if (gaId && isOpenToAnalytics(path)) void countThenTell(view, () => tellGoogle(gaId, path))
  else navigator.sendBeacon?.(CALL, view)
}

/** The page is the same for all guests: only the answer knows who is staff, and Google hears nothing of them. */
async function countThenTell(view: string, tell: () => void) {
  const answer = await fetch(CALL, { method: 'POST', body: view, keepalive: true }).catch(() => null)
  if (answer && !answer.headers.has('X-Left-Out')) tell()
}
