import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import routes from '#app/routes'
import { createNearRoutes } from '#app/server/remix'

// Remix is given the routes near an address only: it must find there what it would find among all.

type Entry = { file: string; id?: string; path?: string; index?: boolean; children?: Entry[] }
type Routes = ServerBuild['routes']

const all: Routes = {}
add((await routes) as Entry[], 'root')
all.root = { id: 'root', path: '' } as Routes[string]
const build = { routes: all, assets: { routes: all } } as unknown as ServerBuild
const near = createNearRoutes(build)

function add(entries: Entry[], parentId: string): void {
  for (const { file, id = file, path, index, children = [] } of entries) {
    all[id] = { id, parentId, path, index } as Routes[string]
    add(children, id)
  }
}

type Tree = { id: string; path?: string; index?: boolean; children?: Tree[] }
const treeOf = (some: Routes, parentId?: string): Tree[] =>
  Object.values(some)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => {
      const children = treeOf(some, id)
      return { id, path, index, ...(children.length > 0 && { children }) }
    })

type Matched = Parameters<typeof matchRoutes>[0]
const trees = new Map<Routes, Matched>()

function found(some: Routes, address: string) {
  const tree = trees.get(some) ?? (treeOf(some) as Matched)
  trees.set(some, tree)
  return matchRoutes(tree, address.replace(/\.data$/, ''))?.map(({ route, params }) => [route.id, params])
}

const paths = Object.values(all).map((route) => {
  const parts: string[] = []
  for (let one: Routes[string] | undefined = route; one; one = one.parentId ? all[one.parentId] : undefined)
    parts.unshift(one.path ?? '')
  return `/${parts.filter(Boolean).join('/')}`.replaceAll('*', 'a/b').replaceAll(/:\w+/g, 'x7')
})

const spelledOtherwise = (path: string) => [
  path,
  `${path}.data`,
  `${path}/`,
  `${path}/more`,
  path.toUpperCase(),
  path.replace(/[a-z](?=[^/]*$)/, (letter) => letter.toUpperCase()),
  path.replace('/a', '/%61'),
  path.replace(/\/([^/]*)$/, '//$1'),
  `/nothing${path}`,
]

test('every address leads where it leads among all routes', () => {
  expect(paths.length).toBeGreaterThan(80)
  for (const address of paths.flatMap(spelledOtherwise))
    expect(found(near(address).routes, address), address).toEqual(found(all, address))
})

test('few routes are near a page, with those around it', () => {
  const { routes: few, assets } = near('/checkout')
  expect(Object.keys(few).length).toBeLessThan(12)
  expect(Object.keys(few)).toContain('root')
  expect(Object.keys(assets.routes)).toEqual(Object.keys(few))
  expect(near('/checkout.data')).toBe(near('/checkout'))
  expect(near('/Checkout')).toBe(build)
})
