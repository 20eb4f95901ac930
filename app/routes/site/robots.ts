import { env } from '#app/platform/env.server'
import { robotsText } from '#app/views/crawlers.server'

export const loader = () =>
  new Response(robotsText(env.BASE_URL), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
