import { eq, ne } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { addDays } from '#app/platform/days'
import { CHOICES_AT_MOST, departureChoices } from '#app/tours/departure-list.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { theDeparture } from '#tests/fixtures/orders'

afterEach(() => void db.delete(departures).where(ne(departures.id, 1)).run())

test('a list offers its latest departures and the chosen', () => {
  const { id } = theDeparture()
  const weeks = Array.from({ length: CHOICES_AT_MOST }, (_, week) => 7 * (week + 1))
  for (const { id: _, ...first } of db.select().from(departures).where(eq(departures.id, id)).all()) {
    const later = (days: number) => ({
      ...first,
      startsOn: addDays(first.startsOn, days),
      endsOn: addDays(first.endsOn, days),
    })
    db.insert(departures).values(weeks.map(later)).run()
  }

  expect(departureChoices(null)).toHaveLength(CHOICES_AT_MOST)
  expect(departureChoices(null).map((choice) => choice.id)).not.toContain(id)
  expect(departureChoices(id)).toHaveLength(CHOICES_AT_MOST + 1)
  expect(departureChoices(id).at(-1)?.id).toBe(id)
})
