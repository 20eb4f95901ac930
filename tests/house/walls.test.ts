import { describe, expect, test } from 'vitest'
import { between, circlesIn, floorsOf, type Graph, importsOf, modulesIn, roomOf } from '#scripts/size/imports'

// What leads where: files and rooms of the house, imports of types included. No file and no room leads back to itself.

const files = modulesIn('app', 'db', 'scripts')
const imports = importsOf(files)

test('a circle is found where there is one', () => {
  const graph: Graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])
  expect(circlesIn(graph)).toEqual([['b', 'c']])
  expect(floorsOf(graph)).toBe(2)
})

test('all imports were read', () => {
  expect(files.length).toBeGreaterThan(600)
  expect([...imports.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(2_000)
})

test('no file leads back to itself', () => {
  expect(circlesIn(imports)).toEqual([])
})

/** The server starts Remix and the routes ask it back: both are the outermost room. */
const INSIDE = [...imports].filter(
  ([file]) => /^app\/[a-z-]+\//.test(file) && !/^app\/(routes|server)\//.test(file),
)

test('no room leads back to itself', () => {
  const rooms = between(new Map(INSIDE), roomOf)
  expect(circlesIn(rooms)).toEqual([])
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
