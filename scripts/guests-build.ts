import type { Plugin } from 'vite'

const WHOLE = '\0virtual:remix/server-build'
const GUESTS = 'virtual:guests-build'
const IMPORT = /import \* as (route\d+) from "([^"]+)";/g
const ASSETS = /export \{ default as assets \} from ("[^"]+");/

/** Whether a route module is of the desk, which only staff ask for. */
export const isOfDesk = (file: string): boolean => /(^|\/)routes\/(api\/)?admin\//.test(file)

/**
 * Makes 'virtual:guests-build': Remix's build without the desk's routes. The process starts with it and reads the whole
 * build when somebody first asks for the desk (app/server/near-routes.ts): the desk is more than half of all code.
 */
export function guestsBuild(): Plugin {
  return {
    name: 'guests-build',
    apply: 'build',
    resolveId: (id) => (id === GUESTS ? `\0${GUESTS}` : null),
    async load(id) {
      if (id !== `\0${GUESTS}`) return null
      const { code } = await this.load({ id: WHOLE })
      return withoutDesk(code ?? '')
    },
  }
}

function withoutDesk(code: string): string {
  const desk = [...code.matchAll(IMPORT)].flatMap(([, name, file = '']) => (isOfDesk(file) ? [name] : []))
  const routes = new RegExp(`"[^"]+": \\{[^{}]*module: (?:${desk.join('|')})\\s*\\},?`, 'g')
  if (code.match(routes)?.length !== desk.length || !ASSETS.test(code))
    throw new Error('Remix writes its build otherwise than scripts/guests-build.ts reads it')
  return `${code
    .replace(IMPORT, (line, _, file) => (isOfDesk(file) ? '' : line))
    .replace(routes, '')
    .replace(ASSETS, 'import all from $1;')}
    const near = Object.entries(all.routes).filter(([id]) => id in routes);
    export const assets = { ...all, routes: Object.fromEntries(near) };`
}
