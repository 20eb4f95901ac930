import { expect, test } from 'vitest'
import { db } from '#db/connection.server'
import { pageViews } from '#db/schema'
import { aView } from './sums'

test('a day has room for 100 sources; one that is known still counts, a new one is from others', () => {
  for (let source = 1; source <= 101; source += 1)
    aView('2025-06-01T17:00:00Z', { utmSource: `made-up-${source}` })
  aView('2025-06-01T17:00:00Z', { utmSource: 'made-up-7' })
  aView('2025-06-02T17:00:00Z', { utmSource: 'made-up-101' })
  const sources = db.select({ source: pageViews.source }).from(pageViews).all()
  expect(sources.slice(99).map(({ source }) => source)).toEqual([
    'made-up-100',
    'other',
    'made-up-7',
    'made-up-101',
  ])
})
