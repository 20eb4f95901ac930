import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
