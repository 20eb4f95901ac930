type Page = { path: string; changedAt: Date | null }

/** The pages as sitemaps.org writes them. */
export const sitemapXml = (origin: string, pages: Page[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map(({ path, changedAt }) => `  <url>${location(origin + path)}${lastChange(changedAt)}</url>`),
    '</urlset>',
    '',
  ].join('\n')

const location = (address: string) => `<loc>${escaped(address)}</loc>`

const lastChange = (instant: Date | null) => (instant ? `<lastmod>${instant.toISOString()}</lastmod>` : '')

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
