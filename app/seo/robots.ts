import { SITE_PAGES } from '#app/site-pages'

/** Where a visitor pays, looks at what is theirs, or works: not for search engines. */
const PRIVATE_PATHS = new Set([
  '/admin',
  '/api',
  ...SITE_PAGES.filter(({ isPrivate }) => isPrivate).map(({ path }) => `/${path.split('/')[1]}`),
])

export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    ...[...PRIVATE_PATHS].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
