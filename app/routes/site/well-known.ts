import type { LoaderFunctionArgs } from '@remix-run/node'
import { env } from '#app/platform/env.server'
import { matchedPath } from '#app/server/guards/answer'
import { appManifest } from '#app/site/seo/site-identity'
import { siteSettings } from '#app/site/settings.server'
import { robotsText, securityText, sitemapPages, sitemapXml } from '#app/views/crawlers.server'

const CACHING = 'public, max-age=3600'

const text = (type: 'plain' | 'xml', written: string) => {
  const kind = type === 'xml' ? 'application/xml' : 'text/plain'
  return new Response(written, {
    headers: { 'Content-Type': `${kind}; charset=utf-8`, 'Cache-Control': CACHING },
  })
}

/** Files that programs look for under fixed names; each is an address of its own in the map of the site. */
const FILES: Record<string, () => Response> = {
  '/robots.txt': () => text('plain', robotsText(env.BASE_URL)),
  '/sitemap.xml': () => text('xml', sitemapXml(env.BASE_URL, sitemapPages())),
  // The machine's clock: readers compare it with theirs, wherever business time stands.
  '/.well-known/security.txt': () =>
    text('plain', securityText(env.BASE_URL, siteSettings().contactEmail, new Date())),
  '/site.webmanifest': () => appManifest({ description: siteSettings().footerText, caching: CACHING }),
}

export function loader({ request }: LoaderFunctionArgs) {
  const answer = FILES[matchedPath(request)]
  if (!answer) throw new Response(null, { status: 404 })
  return answer()
}
