import type { MetaDescriptor } from '@remix-run/react'
import { BRAND } from '#app/brand'

type PageHead = {
  title: string
  description: string
  /** The page's one address, as '/contact'. */
  path: string
  /** Kept out of search engines: checkout, payment and confirmation pages. */
  noindex?: boolean
  /** What `meta` is given; the root loader's data says on which origin the site lives. */
  matches: readonly { id: string; data: unknown }[]
}

/** Title, description, canonical address and Open Graph basics of one page. */
export function pageHead({ title, description, path, noindex, matches }: PageHead): MetaDescriptor[] {
  const whole = `${title} | ${BRAND}`
  const origin = originIn(matches)
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:site_name', content: BRAND },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(origin && !noindex
      ? [
          { tagName: 'link', rel: 'canonical', href: origin + path },
          { property: 'og:url', content: origin + path },
        ]
      : []),
  ]
}

/** Absent where the root loader failed: then the page goes without a canonical address. */
function originIn(matches: PageHead['matches']): string | undefined {
  const root = matches.find((match) => match.id === 'root')?.data
  return root && typeof root === 'object' && 'baseUrl' in root ? String(root.baseUrl) : undefined
}
