import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { cachingStatements } from '#db/cached-statements'

const withTours = () => {
  const file = cachingStatements(new Database(':memory:'))
  file.exec("create table tours (name text); insert into tours values ('Texas')")
  return file
}
const ALL = 'select * from tours'

test('a query gives names again after it gave none', () => {
  const file = withTours()
  expect(file.prepare(ALL).raw().all()).toEqual([['Texas']])
  expect(file.prepare(ALL).all()).toEqual([{ name: 'Texas' }])
})

test('a kept query sees what was changed since, columns too', () => {
  const file = withTours()
  expect(file.prepare(ALL).all()).toHaveLength(1)
  file.exec("alter table tours add column seats integer default 20; insert into tours values ('Kenya', 12)")
  expect(file.prepare(ALL).all()).toEqual([
    { name: 'Texas', seats: 20 },
    { name: 'Kenya', seats: 12 },
  ])
})

test('a query is compiled once, and many others end that', () => {
  const file = withTours()
  const first = file.prepare(ALL)
  expect(file.prepare(ALL)).toBe(first)
  for (let length = 1; length <= 500; length += 1) file.prepare(`${ALL} limit ${length}`)
  expect(file.prepare(ALL)).not.toBe(first)
  expect(file.prepare(ALL).all()).toEqual([{ name: 'Texas' }])
})

// SQLite 3.54, in better-sqlite3 13.1, plans some queries by the values that they are given, and compiles
// them again once those are cleared, as better-sqlite3 does after each answer (decision 008).
test('a join that is asked with a value again is not compiled again', () => {
  const file = withTours()
  const columns = Array.from({ length: 40 }, (_, index) => `here.rowid + ${index}`)
  const asked = (value: string) =>
    file
      .prepare(
        `select ${columns} from tours as here join tours as there using (name) where here.rowid = ${value}`,
      )
      .raw()
  const [bound, written] = [asked('?'), asked('1')]
  const batchMs = (ask: () => unknown) => {
    const start = performance.now()
    for (let time = 0; time < 50; time += 1) ask()
    return performance.now() - start
  }
  const fastest = (ask: () => unknown) => Math.min(...Array.from({ length: 100 }, () => batchMs(ask)))
  expect(fastest(() => bound.get(1))).toBeLessThan(4 * fastest(() => written.get()))
})

test('transactions are those of the connection itself', () => {
  const file = withTours()
  const fails = file.transaction(() => {
    file.prepare("insert into tours values ('Kenya')").run()
    throw new Error('No')
  })
  expect(fails).toThrow('No')
  expect(file.prepare(ALL).all()).toHaveLength(1)
})
