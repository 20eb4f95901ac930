import type { EntryContext } from '@remix-run/node'

type Manifest = EntryContext['manifest']
type Routes = Manifest['routes']

/** The office and the calls: no page of a guest goes there without loading a whole document. */
const NOT_FOR_GUESTS = new Set(['admin', 'api'])

/**
 * The routes that a guest's browser is told of: 2 kB compressed, where Remix's list of all is 8. Asking for
 * routes one by one instead would cost the server more (decisions/001).
 */
export const guestRoutes = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).filter(([id]) => !NOT_FOR_GUESTS.has(pathOf(routes, id).split('/')[0] ?? '')),
  )

/** The file that the build writes beside Remix's list. */
export const guestManifestUrl = (url: string): string => url.replace('/manifest-', '/guest-manifest-')

/** The list that a page asks for: one of the office needs all routes. */
export const manifestFor = (manifest: Manifest, pages: readonly string[]): Manifest => {
  const forGuests = guestRoutes(manifest.routes)
  return pages.every((id) => id in forGuests)
    ? { ...manifest, url: guestManifestUrl(manifest.url) }
    : manifest
}

/** As its parents begin it. */
function pathOf(routes: Routes, id: string): string {
  const { path = '', parentId } = routes[id] ?? {}
  const before = parentId ? pathOf(routes, parentId) : ''
  return before && path ? `${before}/${path}` : before || path
}
