import type { ServerResponse } from 'node:http'
import { env } from '#app/env.server'
import { BARE_POLICY } from '#app/server/bare-page'
import { requestIdOf } from '#app/server/request-id'

const overHttps = env.production && env.BASE_URL.startsWith('https://')

/** What every answer says, whoever made it. A page replaces the policy by its own. */
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

/** They and the request's id, for who writes an answer in one go: Node is quicker with all headers at once. */
export const everyHeader = (response: ServerResponse): Record<string, string> => ({
  ...SECURITY_HEADERS,
  'X-Request-Id': requestIdOf(response),
})

/** The same, put on an answer that somebody else will write. */
export function announce(response: ServerResponse): void {
  for (const [name, value] of Object.entries(everyHeader(response))) response.setHeader(name, value)
}
