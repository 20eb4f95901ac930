/** Where a visitor pays, looks at what is theirs, or works: not for search engines. */
const PRIVATE_PATHS = [
  '/admin',
  '/api',
  '/checkout',
  '/pay',
  '/payment-success',
  '/booking',
  '/booking-confirmation',
  '/my-booking',
  '/newsletter',
  '/unsubscribe',
]

export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
