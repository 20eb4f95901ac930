import { expect, test } from 'vitest'
import { sqlite } from '#db/connection.server'

// Neither page reads a large table through: every question of theirs goes by an index, or by keys of a few
// rows.

const asked = new Set<string>()
const prepare = sqlite.prepare.bind(sqlite)
sqlite.prepare = ((query: string) => {
  asked.add(query)
  return prepare(query)
}) as typeof sqlite.prepare
const { needsAttention } = await import('#app/views/attention.server')
const { figuresOf } = await import('#app/analytics/figures.server')
const { broughtBySources } = await import('#app/analytics/brought-by.server')
const { siteTotals } = await import('#app/analytics/figures.server')

test('analytics and dashboard never read a whole table', async () => {
  await figuresOf({ from: '2025-05-03', to: '2025-06-01' }, '2025-06-01')
  for (const departureId of [null, 1])
    needsAttention('2025-06-01', new Date('2025-06-01T17:00:00Z'), departureId)
  siteTotals()
  broughtBySources({ from: '2025-05-03', to: '2025-06-01' })
  const questions = [...asked].filter((query) => /^select/i.test(query) && !/"tours"|"totals"/.test(query))
  expect(questions.length).toBeGreaterThan(14)
  for (const query of questions) {
    const places = query.match(/\?/g)?.length ?? 0
    const plan = prepare(`explain query plan ${query}`).all(...Array(places).fill('[]')) as {
      detail: string
    }[]
    for (const { detail } of plan) {
      expect(detail, query).not.toMatch(new RegExp(`^SCAN (${LARGE})(?! USING)`))
      // These hold what nobody owes anymore, or never did.
      expect(detail, query).not.toMatch(/installments_(unpaid_)?by_due_date/)
    }
  }
})

const LARGE =
  'page_views|daily_views|slot_tallies|bookings|payments|installments|outbox|contact_inquiries|newsletter_subscriptions'
