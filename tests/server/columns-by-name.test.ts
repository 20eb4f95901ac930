import { randomUUID } from 'node:crypto'
import { getTableName, isTable, Table } from 'drizzle-orm'
import { type SQLiteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import routes from '#app/routes'
import { sqlite } from '#db/connection.server'

// What a page, a file or a call gives out, it names. Every table gets a column here, before anything that
// reads it is loaded: where one arrives all the same, a row is given out as it is, with all that it may hold
// tomorrow.

const SCHEMAS = import.meta.glob<Record<string, unknown>>('../../db/schema/*.ts', { eager: true })
const ROUTES = import.meta.glob<{ loader?: (given: object) => unknown }>('../../app/routes/**/*.{ts,tsx}')
const MARK = 'named-by-no-one'

/** Triggers write a whole row of these, without its columns' names; no one reads them but searches. */
const FILLED = sqlite
  .prepare<[], string>("select sql from sqlite_master where type = 'trigger'")
  .pluck()
  .all()
  .flatMap((trigger) => [...trigger.matchAll(/into\s+["`]?(\w+)["`]?\s+(?:values|select)/gi)])
  .map(([, name]) => name)

function addColumn(table: SQLiteTable) {
  const name = getTableName(table)
  if (FILLED.includes(name)) return
  const mark = `${MARK}: ${name}`
  sqlite.exec(`alter table ${name} add column unnamed text not null default '${mark}'`)
  const builder = text('unnamed').notNull().default(mark)
  const column = Reflect.get(builder, 'build').call(builder, table)
  const columns = Reflect.get(table, Reflect.get(Table, 'Symbol').Columns)
  for (const of of [table, columns]) Reflect.set(of, 'unnamed', column)
}

type Entry = { file: string; path?: string; children?: Entry[] }
const loadersOf = (entries: readonly Entry[], above = ''): { path: string; file: string }[] =>
  entries.flatMap(({ path, file, children = [] }) => {
    const here = [above, path].filter(Boolean).join('/')
    return [{ path: here, file }, ...loadersOf(children, here)]
  })

/** Somebody who booked, wrote to us and reads our letters, as staff see them. */
async function signedIn() {
  const { aPaidBooking, aStaffMember } = await import('#tests/fixtures/paid-bookings')
  const { beginHere } = await import('#app/server/guards/staff-session.server')
  const { receiveInquiry } = await import('#app/people/receive-inquiry.server')
  const { subscribe } = await import('#app/people/subscribers.server')
  const { saveNote } = await import('#app/people/notes.server')
  const { askStaff } = await import('#app/bookings/guest-requests.server')
  const { NOON } = await import('#tests/fixtures/orders')
  const { booking } = await aPaidBooking()
  const email = booking.customerEmail ?? ''
  const names = { firstName: 'Amani', lastName: 'Otieno', email, phone: '+254 20 555 0100' }
  receiveInquiry({ ...names, interest: 'safari', message: 'Karibu sana', network: null }, NOON)
  subscribe({ email }, NOON)
  const staff = aStaffMember()
  askStaff(booking.id, { kind: 'contact', message: 'A new number' }, NOON)
  const note = { note: 'Call back', dueOn: null, formKey: randomUUID() }
  saveNote({ bookingId: booking.id }, note, staff, NOON)
  const headers = await beginHere(new Request('http://localhost:3000'), staff)
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { booking, email, cookie: cookies.join('; ') }
}

test('a column that nobody named reaches no page, file or call', { timeout: 120_000 }, async () => {
  for (const schema of Object.values(SCHEMAS))
    for (const table of Object.values(schema)) if (isTable(table)) addColumn(table as SQLiteTable)

  const { booking, email, cookie } = await signedIn()
  const named: Record<string, string> = {
    ...{ reference: booking.reference, token: booking.linkToken, kind: 'question', slug: 'hero-amboseli' },
  }
  const query = `?departure=1&email=${encodeURIComponent(email)}`
  let answered = 0
  const leaks = new Set<string>()
  for (const { path, file } of loadersOf((await routes) as Entry[])) {
    const { loader } = (await ROUTES[`../../app/${file}`]?.()) ?? {}
    if (!loader) continue
    const paramOf = (name: string) =>
      path.startsWith('api/bookings') ? booking.reference : (named[name] ?? '1')
    const params = Object.fromEntries(
      [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, paramOf(name)]),
    )
    const address = path.replace(/:(\w+)/g, (_, name) => paramOf(name)).replace('*', 'nothing')
    const request = new Request(`http://localhost:3000/${address}${query}`, { headers: { Cookie: cookie } })
    const asked = { request, params, context: { clientAddress: '203.0.113.7' } }
    const answer = await (async () => loader(asked))().catch((refusal: unknown) => {
      if (refusal instanceof Error) throw refusal
    })
    const text = answer instanceof Response ? await answer.text() : JSON.stringify(answer)
    if (text !== undefined) answered += 1
    for (const [, table] of text?.matchAll(new RegExp(`${MARK}: (\\w+)`, 'g')) ?? [])
      leaks.add(`/${path}: ${table}`)
  }
  expect([...leaks]).toEqual([])
  expect(answered).toBeGreaterThan(150)
})
