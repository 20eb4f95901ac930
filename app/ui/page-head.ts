import type { MetaDescriptor } from '@remix-run/react'
import { BRAND } from '#app/platform/words'
import { type SharePicture, sharePictureOf } from '#app/site/picture'
import { breadcrumbs, type Thing } from '#app/site/site-pages'

type PageHead = {
  title: string
  description: string
  /** The page's one address, as '/contact'. */
  path: string
  /** In the way to it from the home page, where the menu does not say it; without it, the title. */
  called?: string | null | undefined
  /** Kept out of search engines: checkout, payment and confirmation pages. */
  noindex?: boolean
  /** What is seen when it is shared; the pages of the menu have theirs. */
  picture?: SharePicture
  /** What the page is about; the way to it from the home page comes by itself. */
  things?: Thing[]
  /** What `meta` is given; the root loader's data says on which origin the site lives. */
  matches: readonly { id: string; data: unknown }[]
}

/** Title, description and, for a page that others may find, its address, picture and structured data. */
export function pageHead(page: PageHead): MetaDescriptor[] {
  const {
    title,
    description,
    path,
    called,
    noindex,
    picture = sharePictureOf(path),
    things = [],
    matches,
  } = page
  const whole = `${title} | ${BRAND}`
  const origin = originIn(matches)
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:site_name', content: BRAND },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(origin && !noindex
      ? [
          { tagName: 'link', rel: 'canonical', href: origin + path },
          { property: 'og:url', content: origin + path },
          ...sharePicture(origin, picture),
          ...structuredData([...things, breadcrumbs(origin, path, title, called)]),
        ]
      : []),
  ]
}

/** The `meta` of a page that search engines leave out. */
export const unlistedHead =
  (path: string, title: string, description: string) =>
  ({ matches }: Pick<PageHead, 'matches'>): MetaDescriptor[] =>
    pageHead({ title, description, path, noindex: true, matches })

/** The sites that a page is shared on take title and description from Open Graph, X's card included. */
const sharePicture = (origin: string, { file, alt, width, height }: SharePicture): MetaDescriptor[] => [
  { property: 'og:image', content: origin + file },
  { property: 'og:image:width', content: String(width) },
  { property: 'og:image:height', content: String(height) },
  { property: 'og:image:alt', content: alt },
  { name: 'twitter:card', content: 'summary_large_image' },
]

/** Remix escapes what would end the script element. */
const structuredData = (things: (Thing | null)[]): MetaDescriptor[] =>
  things
    .filter((thing) => thing !== null)
    .map((thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } }))

/** Absent where the root loader failed: then the page goes without a canonical address. */
function originIn(matches: PageHead['matches']): string | undefined {
  const root = matches.find((match) => match.id === 'root')?.data
  return root && typeof root === 'object' && 'baseUrl' in root ? String(root.baseUrl) : undefined
}
