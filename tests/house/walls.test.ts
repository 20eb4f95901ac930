import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { between, circlesIn, floorsOf, type Graph, importsOf, modulesIn } from '#scripts/size/imports'

// What leads where: files and rooms of the house, imports of types included. No file leads back to itself.

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

/** The rooms from the top of the house to its ground (CONTRIBUTING): each leads only to those below it. */
const ROOMS = [
  'routes',
  'server',
  'ui',
  'views',
  'analytics',
  'money',
  'travelers',
  'bookings',
  'tours',
  'people',
  'site',
  'staff',
  'mail',
  'platform',
]

const nameOf = (file: string) => file.split('/')[1] ?? ''

describe('data flows one way', () => {
  test('each room leads down', () => {
    const inRooms = [...imports].filter(([file]) => /^app\/[a-z-]+\//.test(file))
    expect(inRooms.filter(([file]) => !ROOMS.includes(nameOf(file)))).toEqual([])
    const upward = inRooms.flatMap(([file, targets]) =>
      [...targets]
        .filter((target) => /^app\/[a-z-]+\//.test(target))
        .filter((target) => ROOMS.indexOf(nameOf(target)) < ROOMS.indexOf(nameOf(file)))
        .map((target) => `${file} → ${target}`),
    )
    expect(upward).toEqual([])
  })

  const leading = (from: string, to: (target: string) => boolean) =>
    [...imports]
      .filter(([file]) => file.startsWith(from))
      .flatMap(([file, targets]) => [...targets].filter(to).map((target) => `${file} → ${target}`))
  const VALUES = 'db/values.ts'

  test('pages and calls ask the rooms, and of the database know its values alone', () => {
    expect(leading('app/routes/', (target) => target.startsWith('db/') && target !== VALUES)).toEqual([])
  })

  test('the database stands on the platform alone, which knows no database', () => {
    const isAbove = (target: string) => target.startsWith('app/') && !target.startsWith('app/platform/')
    expect(leading('db/', isAbove)).toEqual([])
    expect(leading('app/platform/', (target) => target.startsWith('db/'))).toEqual([])
  })

  test('the values of the database are safe in the browser: they import nothing', () => {
    expect(readFileSync(VALUES, 'utf8')).not.toMatch(/^import/m)
  })
})

describe('the rooms of money', () => {
  /** From the top, where what Stripe reports goes through all of them (docs/money.md). */
  const MONEY = [
    'reconcile',
    'changes',
    'reminders',
    'refunds',
    'payments',
    'letters',
    'accounts',
    'books',
    'stripe',
  ]
  const ARROWS_AT_MOST = 25

  const ofMoney = (file: string) => file.startsWith('app/money/')
  const money: Graph = new Map(
    [...imports]
      .filter(([file]) => ofMoney(file))
      .map(([file, targets]) => [file, new Set([...targets].filter(ofMoney))]),
  )
  const roomOf = (file: string) => file.split('/')[2]?.replace(/\.server\.ts$/, '') ?? ''
  const arrows = [...between(money, roomOf)].flatMap(([from, targets]) =>
    [...targets].map((to) => ({ from, to })),
  )

  test('are these', () => {
    expect([...new Set([...money.keys()].map(roomOf))].sort()).toEqual([...MONEY].sort())
  })

  test('lead down', () => {
    expect(arrows.filter(({ from, to }) => MONEY.indexOf(to) < MONEY.indexOf(from))).toEqual([])
  })

  test('hang together by few arrows', () => {
    expect(arrows.length).toBeLessThanOrEqual(ARROWS_AT_MOST)
  })
})
