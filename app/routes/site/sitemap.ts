import { env } from '#app/platform/env.server'
import { sitemapPages, sitemapXml } from '#app/views/crawlers.server'

export const loader = () =>
  new Response(sitemapXml(env.BASE_URL, sitemapPages()), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
