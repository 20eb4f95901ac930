import { expect, test } from 'vitest'
import { sqlite } from '#db/connection.server'

// No question of the Contacts screen reads a whole table, however many have written.

const asked: string[] = []
const prepare = sqlite.prepare.bind(sqlite)
sqlite.prepare = ((query: string) => {
  asked.push(query)
  return prepare(query)
}) as typeof sqlite.prepare
const { listContacts, listWholeContacts } = await import('#app/people/list-contacts.server')
const { readContactFilters } = await import('#app/people/contact-fields')
await import('#app/people/search-contacts.server')
await import('#app/people/contact-figures.server')
await import('#app/people/subscribers.server')
await import('#app/people/list-contacts.server')
const filters = readContactFilters(new URLSearchParams())
// The lists prepare theirs when the first page is asked for.
listContacts(filters, { from: 'start' })
listWholeContacts(filters, { from: 'start' }, 1)
sqlite.prepare = prepare

/** Settings lead to the gallery and the films, which are as long as staff make them. */
const questions = asked.filter(
  (query) => /^select/.test(query) && !/from "(gallery_images|films)"/.test(query),
)

test('there are such questions', () => {
  expect(questions.length).toBeGreaterThanOrEqual(20)
})

test.each(questions)('%s', (query) => {
  const places = query.match(/\?/g)?.length ?? 0
  const plan = prepare(`explain query plan ${query}`).all(...Array(places).fill(1)) as { detail: string }[]
  if (/"answered_at" is null/.test(query))
    expect(plan.map(({ detail }) => detail).join()).toContain('INDEX contact_inquiries_unanswered')
  for (const { detail } of plan) {
    expect(detail).not.toMatch(
      /^SCAN (contact_inquiries(?! USING INDEX contact_inquiries_unanswered)|bookings|newsletter_subscriptions|slot_tallies|totals)/,
    )
    expect(detail).not.toContain('TEMP B-TREE')
  }
})
