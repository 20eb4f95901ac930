import { BRAND } from '#app/platform/brand'
import { siteSettings } from '#app/site/settings.server'

/**
 * How a device keeps the site on its home screen; the colors are the document's theme color and the paper.
 */
export const loader = () =>
  Response.json(
    {
      name: BRAND,
      short_name: BRAND,
      description: siteSettings().footerText,
      lang: 'en-US',
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#fbf5e9',
      theme_color: '#704B37',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' } },
  )
