import { env } from '#app/env.server'
import { robotsText } from '#app/seo/robots'

export const loader = () =>
  new Response(robotsText(env.BASE_URL), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
