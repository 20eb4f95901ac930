declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

let page = ''

/** Loads Google's script with the first page view, and tells it of each one. It may never come: nothing waits. */
export function tellGoogle(id: string, path: string): void {
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
