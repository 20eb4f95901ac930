import { appManifest } from '#app/site/seo/app-manifest'
import { siteSettings } from '#app/site/settings.server'

/** How a device keeps the site on its home screen. */
export const loader = () =>
  appManifest({ description: siteSettings().footerText, caching: 'public, max-age=3600' })
