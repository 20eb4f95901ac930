import { env } from '#app/platform/env.server'
import { routeOf } from '#app/server/guards/answer'
import { isOpenToAnalytics, pageAt } from '#app/site/site-pages'
import { isTourPage } from '#app/tours/tours.server'

type Page = { path: string; scripts: string[]; development?: boolean }
type Sources = Record<string, string[]>

/**
 * The policy of one page. `scripts` allow its inline scripts: one nonce, or a hash for each. Stripe's hosts
 * are allowed only where a visitor pays, Google's only on public pages; a link to such a page loads a new
 * document.
 */
export function contentSecurityPolicy({ path, scripts, development = false }: Page): string {
  const route = routeOf(path)
  const policies = [ownSources(scripts), development ? HOT_RELOAD : {}]
  if (isOpenToAnalytics(route) || isTourPage(route)) policies.push(GOOGLE_ANALYTICS)
  if (pageAt(route)?.takesCards) policies.push(STRIPE)
  return Object.entries(merged(policies))
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

const ownSources = (scripts: string[]): Sources => ({
  'default-src': ["'self'"],
  'script-src': ["'self'", ...scripts],
  'style-src': ["'self'"],
  // React writes style attributes into the page; style sheets stay our own.
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'"],
  'frame-src': [],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  ...(env.production && env.BASE_URL.startsWith('https://') && { 'upgrade-insecure-requests': [] }),
})

const STRIPE = stripeSources()

/** A form whose answer redirects to Stripe's hosted page needs that host in form-action: Chromium asks. */
function stripeSources(): Sources {
  if (!env.stripe) return {}
  const { jsUrl, apiBase } = env.stripe
  const scripts = jsUrl ? [new URL(jsUrl).origin] : ['https://js.stripe.com', 'https://*.js.stripe.com']
  const api = apiBase?.origin
  return {
    'script-src': scripts,
    'connect-src': [...(jsUrl ? scripts : []), api ?? 'https://api.stripe.com'],
    'frame-src': [...scripts, 'https://hooks.stripe.com', ...(api ? [api] : [])],
    'img-src': ['https://*.stripe.com'],
    'form-action': ['https://checkout.stripe.com', ...(api ? [api] : [])],
  }
}

const GOOGLE_ANALYTICS: Sources = env.GA_MEASUREMENT_ID
  ? {
      'script-src': ['https://www.googletagmanager.com'],
      'connect-src': ['https://*.google-analytics.com', 'https://*.analytics.google.com'],
      'img-src': ['https://*.google-analytics.com', 'https://www.googletagmanager.com'],
    }
  : {}

/** Vite puts styles into the page and tells it about changes over a socket. */
const HOT_RELOAD: Sources = { 'style-src': ["'unsafe-inline'"], 'connect-src': ['ws:'] }

function merged(policies: Sources[]): Sources {
  const all: Sources = {}
  for (const policy of policies) {
    for (const [directive, sources] of Object.entries(policy)) {
      all[directive] = [...new Set([...(all[directive] ?? []), ...sources])]
    }
  }
  return { ...all, 'frame-src': all['frame-src']?.length ? all['frame-src'] : ["'none'"] }
}
