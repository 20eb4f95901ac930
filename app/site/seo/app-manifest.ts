import { BRAND } from '#app/platform/brand'

type App = { name?: string; short_name?: string; description?: string; start?: string; caching?: string }

/** How a device puts part of the site on its home screen, in the document's theme and paper colors. */
export const appManifest = ({ start = '/', caching = 'no-store', ...app }: App): Response =>
  Response.json(
    {
      ...{ name: BRAND, short_name: BRAND, lang: 'en-US', ...app },
      ...{ id: start, start_url: start, scope: start, display: 'standalone' },
      ...{ background_color: '#fbf5e9', theme_color: '#704B37' },
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': caching } },
  )
