import { env } from '#app/env.server'
import { BARE_POLICY } from '#app/server/bare-page'

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
