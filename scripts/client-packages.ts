import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * The packages that modules of the browser name. Vite is told of all of them before the first
 * page in development: those that it found later would bring a second React with them.
 */
export function clientPackages(appFolder: string): string[] {
  const names = readdirSync(appFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.server\.|^server\//.test(path))
    .flatMap((path) => packagesIn(readFileSync(join(appFolder, path), 'utf8')))
  return [...new Set([...names, 'react/jsx-runtime', 'react/jsx-dev-runtime'])].sort()
}

/** Of Node, of Remix for the server, and files that are not modules. */
const NOT_FOR_BROWSERS = /^node:|^@remix-run\/(node|route-config)$|^remix-auth|\?url$|\.css$/

const packagesIn = (source: string): string[] =>
  [
    ...source
      .replace(/^import type [^;]*?from '[^']+'$/gms, '')
      .matchAll(/(?:^import (?!type )[^'"]*|\bfrom |\bimport\()'([^']+)'/gm),
  ]
    .map(([, name = '']) => name)
    .filter((name) => /^@?[a-z]/.test(name) && !NOT_FOR_BROWSERS.test(name))

const JSON_SCHEMA = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/

/**
 * Takes from the browser's build what zod's schemas bring along to describe themselves as JSON Schema, 5 kB
 * compressed: only the server does that, for the document of the API. Calling it in a browser throws.
 */
export const noJsonSchema = (): Plugin => ({
  name: 'no-json-schema',
  apply: 'build',
  transform: (code, id, options) =>
    !options?.ssr && JSON_SCHEMA.test(id)
      ? `const missing = () => { throw new Error('The server alone makes JSON Schema') }
export { ${exportedBy(code).map((name) => `missing as ${name}`)} }`
      : null,
})

const exportedBy = (code: string): string[] =>
  [...code.matchAll(/^export (?:(?:const|function) |\{ \w+ as )(\w+)/gm)].map(([, name = '']) => name)

const TIME_ZONES = /\/@date-fns\/tz\//

/** Its package.json does not say so: one import of platform/days brought 2 kB that no guest's page calls. */
export const timeZonesIfCalled = (): Plugin => ({
  name: 'time-zones-if-called',
  apply: 'build',
  transform: (code, id, options) =>
    !options?.ssr && TIME_ZONES.test(id) ? { code, map: null, moduleSideEffects: false } : null,
})

const ROUTE_DISCOVERY = /\/@remix-run\/react\/dist\/esm\/fog-of-war\.js$/

/** Takes out Remix's lazy discovery of routes, which is off (decisions/001): all it says is that. */
export const noRouteDiscovery = (): Plugin => ({
  name: 'no-route-discovery',
  apply: 'build',
  transform: (code, id, options) =>
    !options?.ssr && ROUTE_DISCOVERY.test(id)
      ? `const nothing = () => undefined
export { ${exportsAtEnd(code).map((name) => `nothing as ${name}`)} }`
      : null,
})

const exportsAtEnd = (code: string): string[] =>
  /^export \{ ([^}]*) \};?$/m.exec(code)?.[1]?.split(', ') ?? []
