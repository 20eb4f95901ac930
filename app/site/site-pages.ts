/** Removes the marks at the end of a text in linear time: `/mark+$/` would start again at each mark. */
export function withoutEnding(text: string, mark: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === mark) end -= 1
  return text.slice(0, end)
}

type SitePage = {
  /** As in routes.ts: ':name' stands for one part of an address. */
  path: string
  /** Its name in the menu. Search engines are told of such a page. */
  menu?: string
  /** Its name in the last line of the footer. Search engines are told of it. */
  legal?: string
  /** The same for every guest: cached in memory (rules 9.2). */
  isCached?: true
  /** The cookie of those for whom a cached page is rendered all the same. */
  ownBy?: 'traveler'
  /** Visits are counted. */
  isCounted?: true
  /** About one person's booking, payment or subscription: no search engines, no third-party scripts. */
  isPrivate?: true
  /** Stripe asks for a card here, or comes back here. */
  takesCards?: true
}

const forEveryone = { isCached: true, isCounted: true } as const
const pays = { isPrivate: true, isCounted: true, takesCards: true } as const

/**
 * The pages of the site: menu, footer, sitemap, robots.txt, caching, counting and policies follow from them.
 * Other pages are not counted, and run no third-party scripts. Those of the journeys follow from their table.
 */
export const SITE_PAGES: readonly SitePage[] = [
  { path: '/', menu: 'Home', ...forEveryone },
  { path: '/twende-home', menu: 'Twende Home', ...forEveryone },
  { path: '/gallery', menu: 'Gallery', ...forEveryone },
  { path: '/contact', menu: 'Contact', ...forEveryone },
  { path: '/journeys', ...forEveryone },
  { path: '/terms', legal: 'Terms', ...forEveryone },
  { path: '/privacy', legal: 'Privacy', ...forEveryone },
  { path: '/gallery/:slug', isCounted: true },
  { path: '/checkout', isCached: true, ownBy: 'traveler', ...pays },
  { path: '/payment-success', ...pays },
  { path: '/booking-confirmation', ...pays },
  { path: '/pay/:token', isPrivate: true, takesCards: true },
  { path: '/autopay/:token', isPrivate: true, takesCards: true },
  { path: '/booking/:token', isPrivate: true },
  { path: '/traveler/:token', isPrivate: true },
  { path: '/traveler/:token/review', isPrivate: true },
  { path: '/read/:token', isPrivate: true },
  { path: '/my-booking', isPrivate: true },
  { path: '/my-data', isPrivate: true },
  { path: '/my-data/:token', isPrivate: true },
  { path: '/newsletter/confirm/:token', isPrivate: true },
  { path: '/unsubscribe/:token', isPrivate: true },
  { path: '/departures/confirm/:token', isPrivate: true },
  { path: '/departures/stop/:token', isPrivate: true },
  { path: '/waitlist/confirm/:token', isPrivate: true },
  { path: '/waitlist/:token', isPrivate: true },
  { path: '/leader/:token', isPrivate: true },
]

export type MenuLink = { to: string; label: string }

/** The menu, in its order, without the journeys. */
export const SITE_LINKS: MenuLink[] = SITE_PAGES.flatMap(({ path, menu }) =>
  menu ? [{ to: path, label: menu }] : [],
)

/** With the way to what can be booked, after the home page. */
export const menuWith = (journeys: (MenuLink | null)[]): MenuLink[] => {
  const [home, ...others] = SITE_LINKS
  return [home ?? null, ...journeys, ...others].filter((link) => link !== null)
}

/** What guests look for in the footer besides. */
export const MY_BOOKING: MenuLink = { to: '/my-booking', label: 'My booking' }

/** What the law expects, in the order of the foot of each page. */
export const LEGAL_LINKS = SITE_PAGES.flatMap(({ path, legal }) =>
  legal ? [{ to: path, label: legal }] : [],
)

/** The page of an address, in any case and with or without a final slash; undefined for all others. */
export function pageAt(path: string): SitePage | undefined {
  const parts = withoutEnding(path.toLowerCase(), '/').split('/')
  return SITE_PAGES.find((page) => {
    const expected = withoutEnding(page.path, '/').split('/')
    return (
      expected.length === parts.length &&
      expected.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
    )
  })
}

/** Whether a visit to an address is counted. */
export const isCounted = (path: string): boolean => pageAt(path)?.isCounted === true

/** Whether an address is for everyone to see, so that Google Analytics may run there where an id is set. */
export const isOpenToAnalytics = (path: string): boolean => isCounted(path) && !pageAt(path)?.isPrivate

/** The networks of the footer's icons, in their order, and where Settings keeps the address of each. */
export const SOCIAL_NETWORKS = [
  { name: 'Facebook', field: 'facebookLink' },
  { name: 'Instagram', field: 'instagramLink' },
  { name: 'YouTube', field: 'youtubeLink' },
] as const

export type SocialLinks = Record<(typeof SOCIAL_NETWORKS)[number]['field'], string>

type Value = string | number | boolean | Thing | Value[]

/** A schema.org object, as a page tells search engines what it is about. */
export type Thing = { '@type'?: string; '@id'?: string; [property: string]: Value | undefined }

/** The way from the home page to a page, by the names of the menu; null for the home page itself. */
export function breadcrumbs(
  origin: string,
  path: string,
  title: string,
  called: string | null = null,
): Thing | null {
  if (path === '/') return null
  const steps = path
    .split('/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/') || '/')
    .map((step) => ({ path: step, name: nameOf(step) ?? (step === path ? (called ?? title) : null) }))
    .filter((step) => step.name !== null)
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name ?? title,
      item: origin + step.path,
    })),
  }
}

const nameOf = (path: string): string | null => SITE_LINKS.find(({ to }) => to === path)?.label ?? null
