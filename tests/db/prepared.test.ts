import { count, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db, immediately } from '#db/connection.server'
import { changeRow, prepared } from '#db/prepared.server'
import { tours } from '#db/schema/tours'

let built = 0
const named = prepared(() => {
  built += 1
  return db
    .select({ count: count() })
    .from(tours)
    .where(eq(tours.name, sql.placeholder('name')))
    .prepare()
})

test('a query is built once and asked often', () => {
  expect(named().get({ name: 'Nobody goes there' })).toEqual({ count: 0 })
  expect(named().get({ name: 'Nor there' })).toEqual({ count: 0 })
  expect(built).toBe(1)
})

test('a kept query sees what its transaction has written', () => {
  const seen = () => {
    immediately((tx) => {
      tx.update(tours).set({ name: 'Renamed' }).run()
      expect(named().get({ name: 'Renamed' })?.count).toBeGreaterThan(0)
      throw new Error('and takes it back')
    })
  }
  expect(seen).toThrow('and takes it back')
  expect(named().get({ name: 'Renamed' })).toEqual({ count: 0 })
})

test('a row is changed in what is given alone, and in that row alone', () => {
  immediately((tx) => {
    const [one, ...others] = tx.select().from(tours).all()
    if (!one) throw new Error('There is no tour')
    for (const name of ['Once', 'Twice']) changeRow(tours, one.id, { name, introTitle: undefined }, tx)
    expect(tx.select().from(tours).all()).toEqual([{ ...one, name: 'Twice' }, ...others])
  })
})
