import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** What leads where: from each place to those that it imports from, types included. */
export type Graph = Map<string, Set<string>>

export const modulesIn = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .map((file) => join(folder, file)),
  )

/** What of these files imports which other of them. */
export function importsOf(files: string[]): Graph {
  const known = new Set(files)
  const moduleNamed = (name: string, from: string): string | undefined => {
    const path = name.startsWith('.') ? join(dirname(from), name) : name.replace(/^#/, '')
    return ['', '.ts', '.tsx', '.mjs'].map((ending) => path + ending).find((file) => known.has(file))
  }
  const namesIn = (file: string) =>
    ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName)
  return new Map(
    files.map((file) => [file, new Set(namesIn(file).flatMap((name) => moduleNamed(name, file) ?? []))]),
  )
}

/** 'app/bookings' of each file in it; a file beside the rooms is a room of its own. */
export const roomOf = (file: string): string => file.split('/').slice(0, 2).join('/')

/** The folder that a file lies in, however deep; again, a file beside the rooms stands for itself. */
export const folderOf = (file: string): string => (roomOf(file) === file ? file : dirname(file))

/** The same between larger places, such as rooms; what stays inside one is no way. */
export function between(graph: Graph, placeOf: (file: string) => string): Graph {
  const places: Graph = new Map()
  for (const [file, targets] of graph)
    for (const target of [file, ...targets]) {
      const [from, to] = [placeOf(file), placeOf(target)]
      const known = places.get(from) ?? new Set()
      places.set(from, from === to ? known : known.add(to))
    }
  return places
}

/**
 * The places in groups, what they import first: places that lead back to each other are one group (Tarjan's
 * way of finding them), and every other is one alone.
 */
function groupsIn(graph: Graph): string[][] {
  const groups: string[][] = []
  const reached = new Map<string, number>()
  const open: string[] = []
  const visit = (place: string): number => {
    const order = reached.size
    let first = order
    reached.set(place, order)
    open.push(place)
    for (const next of graph.get(place) ?? []) {
      const known = reached.get(next)
      if (known === undefined) first = Math.min(first, visit(next))
      else if (open.includes(next)) first = Math.min(first, known)
    }
    if (first === order) groups.push(open.splice(open.indexOf(place)))
    return first
  }
  for (const place of graph.keys()) if (!reached.has(place)) visit(place)
  return groups
}

export const circlesIn = (graph: Graph): string[][] => groupsIn(graph).filter((group) => group.length > 1)

/** How many places stand above each other on the longest way down; a circle is one floor. */
export function floorsOf(graph: Graph): number {
  const floors = new Map<string, number>()
  for (const group of groupsIn(graph)) {
    const below = group.flatMap((place) => [...(graph.get(place) ?? [])].map((next) => floors.get(next) ?? 0))
    const floor = 1 + below.reduce((most, one) => Math.max(most, one), 0)
    for (const place of group) floors.set(place, floor)
  }
  return Math.max(0, ...floors.values())
}
