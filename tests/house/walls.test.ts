import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

// What leads where: files and rooms of the house, imports of types included. No file and no room leads back to itself.

const files = ['app', 'db'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
)

const isModule = (file: string): boolean => /\.tsx?$/.test(file) && existsSync(file)

type Graph = Map<string, Set<string>>

const imports: Graph = new Map(
  files.map((file) => [
    file,
    new Set(
      ts
        .preProcessFile(readFileSync(file, 'utf8'), true, true)
        .importedFiles.flatMap(({ fileName }) => placeOf(fileName, file) ?? []),
    ),
  ]),
)

function placeOf(name: string, from: string): string | undefined {
  const path = name.startsWith('#')
    ? name.slice(1)
    : name.startsWith('.')
      ? join(dirname(from), name)
      : undefined
  return path && ['', '.ts', '.tsx'].map((ending) => path + ending).find((file) => isModule(file))
}

/** 'app/bookings' of each file in it; a file beside the rooms is a room of its own. */
const roomOf = (file: string): string => file.split('/').slice(0, 2).join('/')

function between(rooms: Graph): Graph {
  const graph: Graph = new Map()
  for (const [file, targets] of rooms)
    for (const target of targets) {
      const [from, to] = [roomOf(file), roomOf(target)]
      if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  return graph
}

/** A way that leads back to where it began, or null. */
function circleIn(graph: Graph): string[] | null {
  const done = new Set<string>()
  const walk = (place: string, way: string[]): string[] | null => {
    if (way.includes(place)) return [...way.slice(way.indexOf(place)), place]
    if (done.has(place)) return null
    for (const next of graph.get(place) ?? []) {
      const circle = walk(next, [...way, place])
      if (circle) return circle
    }
    done.add(place)
    return null
  }
  for (const place of graph.keys()) {
    const circle = walk(place, [])
    if (circle) return circle
  }
  return null
}

test('a circle is found where there is one', () => {
  const graph: Graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])
  expect(circleIn(graph)).toEqual(['b', 'c', 'b'])
})

test('all imports were read', () => {
  expect(files.length).toBeGreaterThan(600)
  expect([...imports.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(2_000)
})

test('no file leads back to itself', () => {
  expect(circleIn(imports)).toBeNull()
})

/** The server starts Remix and the routes ask it back: both are the outermost room. */
const INSIDE = [...imports].filter(
  ([file]) => /^app\/[a-z-]+\//.test(file) && !/^app\/(routes|server)\//.test(file),
)

test('no room leads back to itself', () => {
  const rooms = between(new Map(INSIDE))
  expect(circleIn(rooms)).toBeNull()
})

describe('data flows one way', () => {
  test('what is inside knows no page, call or server', () => {
    const outward = INSIDE.flatMap(([file, targets]) =>
      [...targets]
        .filter((target) => /^app\/(routes|server)\//.test(target))
        .map((target) => `${file} → ${target}`),
    )
    expect(outward).toEqual([])
  })

  test('pages and calls ask the rooms, and never the database', () => {
    const past = [...imports]
      .filter(([file]) => file.startsWith('app/routes/'))
      .flatMap(([file, targets]) =>
        [...targets].filter((target) => target.startsWith('db/')).map((target) => `${file} → ${target}`),
      )
    expect(past).toEqual([])
  })
})
