import type { Plugin, Rollup } from 'vite'

const APP = /\/app\//
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/[a-z]+|turbo-stream)\//

/** The parts of the site, by the folder of their route modules: a visitor is in one of them at a time. */
const AREAS = {
  site: /\/routes\/site\//,
  payment: /\/routes\/(checkout|traveler)\//,
  admin: /\/routes\/admin\//,
}

const HOME = /\/routes\/site\/home\.tsx/

/**
 * Which file of the browser's build a module goes into. Rollup alone makes thirty small ones for the home
 * page, each a millisecond of a phone's thread: here what every page needs is one, React and Remix another,
 * and what public pages share one for each set of sharers.
 */
export const clientChunks = (): Plugin => ({
  name: 'client-chunks',
  apply: 'build',
  config: (_, { isSsrBuild }) =>
    isSsrBuild ? null : { build: { rollupOptions: { output: { manualChunks: byAudience() } } } },
})

function byAudience(): Rollup.GetManualChunk {
  let audiences: Map<string, Set<string>> | undefined
  return (id, graph) => {
    if (FRAMEWORK.test(id)) return 'framework'
    if (!APP.test(id)) return undefined
    audiences ??= audiencesOf(graph)
    const pages = [...(audiences.get(id) ?? [])]
    if (pages.some((page) => page.includes('/app/root.tsx'))) return 'shell'
    const areas = Object.entries(AREAS).filter(([, folder]) => pages.some((page) => folder.test(page)))
    const names = areas.map(([area]) => area)
    return names.includes('site') && pages.length > 1 ? `${publicOnes(pages)}-${names.join('-')}` : undefined
  }
}

/** Which public pages these are, in a word: the home page among others, several others, or the one. */
function publicOnes(pages: string[]): string {
  const found = pages.filter((page) => AREAS.site.test(page))
  if (found.some((page) => HOME.test(page))) return 'shared'
  return found.length > 1 ? 'inner' : (/([\w-]+)\.tsx/.exec(found[0] ?? '')?.[1] ?? 'inner')
}

/** The route modules that reach each module of ours without waiting for it. */
function audiencesOf({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta) {
  const audiences = new Map<string, Set<string>>()
  const reach = (id: string, page: string) => {
    const pages = audiences.get(id) ?? new Set()
    if (pages.has(page) || !APP.test(id)) return
    audiences.set(id, pages.add(page))
    for (const imported of getModuleInfo(id)?.importedIds ?? []) reach(imported, page)
  }
  for (const id of getModuleIds()) {
    if (/\/app\/(root|routes\/.+)\.tsx?\?__remix-build-client-route/.test(id)) reach(id, id)
  }
  return audiences
}
