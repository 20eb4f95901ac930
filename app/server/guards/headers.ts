import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { env } from '#app/platform/env.server'
import { BRAND } from '#app/platform/words'

/** For answers that are not pages of the site: nothing in them runs, loads or is framed. */
export const BARE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const HEADINGS: Record<number, string> = {
  404: 'Page Not Found',
  429: 'Please wait a little',
  503: 'Please try again in a few minutes',
}

/** Its own: the site's sheets may be what cannot be read. Colors as in styles/theme.css. */
const STYLE = `body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;box-sizing:border-box;padding:2rem 1.25rem;text-align:center;background:#fbf5e9;color:#2a1b14;font:1.0625rem/1.58 system-ui,sans-serif}
p{max-width:34rem;margin:0 0 1rem;color:#5c4638}.brand{font-weight:600;letter-spacing:.02em;color:#704b37}
h1{font:600 1.75rem/1.25 Georgia,serif;margin:.25rem 0 .75rem}
a{display:inline-block;min-height:2.75rem;line-height:2.75rem;padding:0 1.25rem;border-radius:.625rem;background:#704b37;color:#fbf5e9;text-decoration:none}
a:focus-visible{outline:3px solid #1f6470;outline-offset:3px}`

/** A page that says one thing, for when the site's own pages cannot be made or should not be. */
export const barePage = (status: number, sentence: string): string => `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${headingOf(status)} | ${BRAND}</title><style>${STYLE}</style></head>
<body><main><p class="brand">${BRAND}</p><h1>${headingOf(status)}</h1><p>${escaped(sentence)}</p><a href="/">Return Home</a></main></body></html>
`

const headingOf = (status: number) => HEADINGS[status] ?? 'Something went wrong'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

const ID = Symbol('request id')

type Answer = ServerResponse & { [ID]?: string }

/** The id of the request that this answers; stands on the answer and in every line about it. */
export function requestIdOf(response: Answer): string {
  response[ID] ??= randomUUID()
  return response[ID]
}

const overHttps = env.production && env.BASE_URL.startsWith('https://')

/** What every answer says, anyone who made it. A page replaces the policy by its own. */
export const SECURITY_HEADERS: Record<string, string> = {
  'Content-Security-Policy': BARE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Addresses hold tokens and references: no other site learns where a visitor came from.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=(), payment=(self "https://js.stripe.com")',
  'Cross-Origin-Opener-Policy': 'same-origin',
  ...(overHttps && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
}

/**
 * They and the request's id, for who writes an answer in one go: Node is quicker with all headers at once.
 */
export const everyHeader = (response: ServerResponse): Record<string, string> => ({
  ...SECURITY_HEADERS,
  'X-Request-Id': requestIdOf(response),
})

/** The same, put on an answer that somebody else will write. */
export function announce(response: ServerResponse): void {
  for (const [name, value] of Object.entries(everyHeader(response))) response.setHeader(name, value)
}
