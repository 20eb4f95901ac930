import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']
type Route = Routes[string]

/**
 * So many parts of an address are looked at: those of the admin area and the calls have their subject in the
 * second.
 */
const DEPTH = 2
const PLAIN = /^[a-z0-9-]+$/

/**
 * The build for an address: the whole one, or only those of its routes that an address of that beginning can
 * lead to. For each request Remix flattens, ranks and compiles all routes that it is given, several times;
 * that was a fifth of the processor time of a page. What is not spelled plainly gets the whole build, so that
 * nothing leads elsewhere.
 */
export function createNearRoutes(build: ServerBuild): (path: string) => ServerBuild {
  const beginnings = beginningsOf(build.routes)
  const builds = new Map<string, ServerBuild>()
  return (path) => {
    const beginning = beginningIn(path, beginnings)
    if (beginning === null) return build
    const before = builds.get(beginning)
    if (before) return before
    const near = withRoutes(build, idsNear(build.routes, beginning.split('/')))
    builds.set(beginning, near)
    return near
  }
}

/** The longest beginning of an address that some route has word for word. */
function beginningIn(path: string, beginnings: Set<string>): string | null {
  const parts = path
    .replace(/\.data$/, '')
    .split('/')
    .slice(1, DEPTH + 1)
  if (!PLAIN.test(parts[0] ?? '')) return null
  for (let length = parts.length; length > 0; length -= 1) {
    const beginning = parts.slice(0, length).join('/')
    if (beginnings.has(beginning)) return beginning
  }
  return null
}

function beginningsOf(routes: Routes): Set<string> {
  const paths = Object.values(routes).map((route) => partsOf(routes, route))
  return new Set(
    paths.flatMap((parts) =>
      Array.from({ length: Math.min(DEPTH, parts.length) }, (_, index) => parts.slice(0, index + 1))
        .filter((beginning) => beginning.every((part) => PLAIN.test(part)))
        .map((beginning) => beginning.join('/')),
    ),
  )
}

function idsNear(routes: Routes, beginning: string[]): Set<string> {
  const ids = new Set<string>()
  for (const route of Object.values(routes)) {
    if (!canLead(partsOf(routes, route), beginning)) continue
    for (let one: Route | undefined = route; one; one = one.parentId ? routes[one.parentId] : undefined)
      ids.add(one.id)
  }
  return ids
}

/** A part that is not plain, such as `:token` or `*`, may stand for anything. */
const canLead = (parts: string[], beginning: string[]): boolean =>
  beginning.every((part, index) => {
    const wild = parts.slice(0, index + 1).findIndex((own) => !PLAIN.test(own))
    return wild !== -1 || parts[index] === part
  })

/** A route's whole path, in parts, as its parents begin it. */
function partsOf(routes: Routes, route: Route): string[] {
  const parent = route.parentId ? routes[route.parentId] : undefined
  const own = (route.path ?? '').split('/').filter((part) => part !== '')
  return parent ? [...partsOf(routes, parent), ...own] : own
}

function withRoutes(build: ServerBuild, ids: Set<string>): ServerBuild {
  const only = <Value>(all: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}
