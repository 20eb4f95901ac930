import { env } from '#app/env.server'
import { sitemapPages } from '#app/seo/sitemap.server'
import { sitemapXml } from '#app/seo/sitemap-xml'

export const loader = () =>
  new Response(sitemapXml(env.BASE_URL, sitemapPages()), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
