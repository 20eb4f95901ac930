import { SITE_LINKS } from '#app/site/site-pages'

type Value = string | number | boolean | Thing | Value[]

/** A schema.org object, as a page tells search engines what it is about. */
export type Thing = { '@type'?: string; '@id'?: string; [property: string]: Value | undefined }

/** The way from the home page to a page, by the names of the menu; null for the home page itself. */
export function breadcrumbs(origin: string, path: string, title: string): Thing | null {
  if (path === '/') return null
  const steps = path
    .split('/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/') || '/')
    .map((step) => ({ path: step, name: nameOf(step) ?? (step === path ? title : null) }))
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
