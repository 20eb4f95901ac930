import { env } from '#app/platform/env.server'
import { siteSettings } from '#app/site/settings.server'
import { securityText } from '#app/views/crawlers.server'

// The machine's clock: readers compare it with theirs, wherever business time stands.
export const loader = () =>
  new Response(securityText(env.BASE_URL, siteSettings().contactEmail, new Date()), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
