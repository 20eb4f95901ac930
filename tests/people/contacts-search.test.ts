import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { readContactFilters } from '#app/people/contact-fields'
import { CONTACTS_A_PAGE, listContacts, type PageOfContacts } from '#app/people/list-contacts.server'
import { searchContacts } from '#app/people/search-contacts.server'
import { type RequestedPage, requestedPage } from '#app/platform/lists/page-cursor'
import { folded } from '#app/platform/typed/folded'
import { db } from '#db/connection.server'
import { contactInquiries } from '#db/schema/people'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { aContact, contacts } from './contacts'

// What the list finds is held against a plain look at every row.

const FIRST = ['Wanjiru', 'Anne Marie', 'José', 'ÉLODIE', 'Bo', "O'Neil", 'Xu', 'Ann', 'Annie']
const LAST = ['Kamau', 'Otieno', 'von der "Berg"', 'Li', 'Łukasz', 'Smith-Jones', 'Yzz', '100%']
const INTERESTS = ['safari', 'cultural', 'luxury', 'custom']
/** More than a search reads by the index: of what is more common, the list is looked through. */
const ROWS = 4_500

beforeAll(() => {
  contacts(ROWS, (row) => ({
    firstName: FIRST[row % FIRST.length],
    lastName: LAST[(row * 7) % LAST.length],
    email: `p${row}@${row % 500 === 3 ? 'rare.test' : 'example.com'}`,
    interest: INTERESTS[(row * 5) % 4],
    // Not in the order of the ids, and several at one instant.
    createdAt: minutesAfter(-60 * ((row * 37) % 2_000)),
  }))
})

const filtersOf = (address: string) => readContactFilters(new URLSearchParams(address))

async function wholeList(address: string): Promise<number[]> {
  const filters = filtersOf(address)
  const ids: number[] = []
  for (let asked: RequestedPage | null = { from: 'start' }; asked; ) {
    const page: PageOfContacts = filters.term
      ? await searchContacts(filters, asked)
      : listContacts(filters, asked)
    ids.push(...page.rows.map(({ id }) => id))
    asked = page.cursors.next ? requestedPage(new URLSearchParams({ after: page.cursors.next })) : null
  }
  return ids
}

function plainly(term: string, oldestFirst = false): number[] {
  const asFolded = folded(term)
  const sign = oldestFirst ? 1 : -1
  const { id, firstName, lastName, email, interest, createdAt } = contactInquiries
  return db
    .select({ id, firstName, lastName, email, interest, createdAt })
    .from(contactInquiries)
    .all()
    .filter(({ firstName, lastName, email, interest }) =>
      [`${firstName} ${lastName}`, email, interest].some((text) => folded(text).includes(asFolded)),
    )
    .sort((one, other) => sign * (Number(one.createdAt) - Number(other.createdAt) || one.id - other.id))
    .map(({ id }) => id)
}

test.each([
  'wanjiru',
  'WANJIRU',
  'kamau',
  'rare.test',
  'p3@',
  'p4499@example',
  'e',
  'q',
  'Z',
  'yz',
  'zz',
  'xu',
  'é',
  'JOSÉ',
  'łu',
  'łukasz',
  'élodie',
  "o'n",
  '"berg"',
  '"',
  '100%',
  '%',
  '_',
  '*',
  'a OR b',
  'NEAR(',
  'anne marie',
  'anne marie k',
  'e k',
  'u y',
  'bo li',
  'jo',
  'safari',
  'nobody at all',
  'ann',
  'annie yzz',
  '-jones',
  'com',
  'AND',
  'first_name:ann',
  '@',
  'p1 ',
])('a search for %s finds exactly its matches, newest first', async (term) => {
  expect(await wholeList(new URLSearchParams({ q: term }).toString())).toEqual(plainly(term.trim()))
})

test.each(['512-555-7788', '+1 (512) 555 77 88', '5557788', '001 512 555 7788'])(
  'a phone number typed as %s finds who left it',
  async (typed) => {
    const id = aContact({ phone: '+1 512.555.7788', createdAt: minutesAfter(-60 * 1_999) })
    expect(await wholeList(new URLSearchParams({ q: typed }).toString())).toEqual([id])
    db.delete(contactInquiries).where(eq(contactInquiries.id, id)).run()
    expect(await wholeList(new URLSearchParams({ q: typed }).toString())).toEqual([])
  },
)

test('a search can start from the oldest or the end', async () => {
  expect(await wholeList('q=yzz&order=oldest')).toEqual(plainly('yzz', true))

  const all = plainly('rare')
  const filters = filtersOf('q=rare')
  expect((await searchContacts(filters, { from: 'end' })).rows.map(({ id }) => id)).toEqual(
    all.slice(-CONTACTS_A_PAGE),
  )
})

test('a search finds interests by their words on screen', async () => {
  const found = await wholeList('q=Adventures')
  expect(found).toEqual(plainly('safari'))
  expect(found.length).toBeGreaterThan(100)
})

describe('pages', () => {
  test('show each contact once, in order, both ways', () => {
    const newest = plainly('')
    const first = listContacts(filtersOf(''), { from: 'start' })
    const second = listContacts(
      filtersOf(''),
      requestedPage(new URLSearchParams({ after: first.cursors.next ?? '' })),
    )
    const back = listContacts(
      filtersOf(''),
      requestedPage(new URLSearchParams({ before: second.cursors.previous ?? '' })),
    )

    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(newest.slice(0, 2 * CONTACTS_A_PAGE))
    expect(back.rows).toEqual(first.rows)
    expect(first.cursors.previous).toBeNull()
    expect(listContacts(filtersOf(''), { from: 'end' }).rows.map(({ id }) => id)).toEqual(
      newest.slice(-CONTACTS_A_PAGE),
    )
  })

  test('oldest first is the same list turned round', async () => {
    expect(await wholeList('order=oldest')).toEqual(plainly('', true))
  })

  test.each(['', '&q=yzz', '&q=com', '&q=e'])('interest and days narrow the list%s', async (search) => {
    const rows = new Map(
      db
        .select()
        .from(contactInquiries)
        .all()
        .map((row) => [row.id, row]),
    )
    const term = new URLSearchParams(search).get('q') ?? ''
    // A day in Chicago, which is five hours behind UTC in May.
    const expected = plainly(term).filter((id) => {
      const row = rows.get(id)
      return (
        row?.interest === 'luxury' &&
        row.createdAt >= new Date('2025-05-01T05:00:00Z') &&
        row.createdAt < new Date('2025-05-04T05:00:00Z')
      )
    })
    expect(await wholeList(`interest=luxury&from=2025-05-01&to=2025-05-03${search}`)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
  })
})

test('an address with unknown filters shows the whole list', () => {
  expect(filtersOf('interest=other&from=yesterday&to=2025-02-30&order=up&q=%00%20')).toEqual(filtersOf(''))
  expect(filtersOf('from=2025-05-03&to=2025-05-01')).toMatchObject({ from: '2025-05-01', to: '2025-05-03' })
})

test('anyone deleted or renamed is no longer found', async () => {
  const id = aContact({ firstName: 'Quetzalcoatl', createdAt: NOON })
  expect(await wholeList('q=quetzal')).toEqual([id])
  db.run(`update contact_inquiries set first_name = 'Amina' where id = ${id}`)
  expect(await wholeList('q=quetzal')).toEqual([])
})
