import { describe, expect, test } from 'vitest'
import { addDays } from '#app/platform/days'
import { retainedBackups } from '#app/server/backup/backup-folder.server'

/** A backup at three in the morning of a day, on the clocks of Chicago in summer. */
const of = (day: string, at = `${day}T08:00:00Z`, occasion = 'nightly') => ({
  day,
  at: new Date(at),
  occasion,
})

const daily = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => of(addDays(from, index)))

/** Long after all of them. */
const LATER = new Date('2027-01-01T08:00:00Z')

const keptDays = (backups: ReturnType<typeof of>[], now = LATER) =>
  [...retainedBackups(backups, now)].map(({ day }) => day).toSorted()

describe('of backups made every day there stay', () => {
  test.each([
    [
      'all of the first week',
      '2025-06-02',
      7,
      ['06-02', '06-03', '06-04', '06-05', '06-06', '06-07', '06-08'],
    ],
    // The Sunday before is the newest of its week; the first days of June are the oldest week's.
    [
      'the last seven, and the Sundays of the weeks before',
      '2025-06-02',
      24,
      ['06-08', '06-15', '06-19', '06-20', '06-21', '06-22', '06-23', '06-24', '06-25'],
    ],
    [
      'five weeks, and the last day of each month before',
      '2025-04-01',
      86,
      [
        '04-30',
        '05-31',
        '06-01',
        '06-08',
        '06-15',
        '06-19',
        '06-20',
        '06-21',
        '06-22',
        '06-23',
        '06-24',
        '06-25',
      ],
    ],
  ])('%s', (_, from, count, days) => {
    expect(keptDays(daily(from, count))).toEqual(days.map((day) => `2025-${day}`))
  })

  test('twelve months after three years', () => {
    const kept = keptDays(daily('2022-06-26', 3 * 365 + 1))
    expect(kept.at(-1)).toBe('2025-06-25')
    expect(kept.filter((day) => day < '2025-05-26')).toEqual([
      '2024-07-31',
      '2024-08-31',
      '2024-09-30',
      '2024-10-31',
      '2024-11-30',
      '2024-12-31',
      '2025-01-31',
      '2025-02-28',
      '2025-03-31',
      '2025-04-30',
    ])
  })
})

test('the newest of a day stands for it', () => {
  const [early, late] = [of('2025-06-02', '2025-06-02T08:00:00Z'), of('2025-06-02', '2025-06-02T20:00:00Z')]
  expect(retainedBackups([early, late], LATER)).toEqual(new Set([late]))
})

test('one made by hand removes no night’s, and the last seven stay', () => {
  const nightly = daily('2025-06-02', 3)
  const byHand = Array.from({ length: 9 }, (_, hour) =>
    of('2025-06-04', `2025-06-04T1${hour}:00:00Z`, 'by-hand'),
  )
  expect(retainedBackups([...nightly, ...byHand], LATER)).toEqual(new Set([...nightly, ...byHand.slice(2)]))
})

test('the one of before a migration stays until the next', () => {
  const nightly = daily('2025-06-02', 60)
  const [first, second] = ['before-0024_alerts', 'before-0025_states'].map((occasion, index) =>
    of(`2025-05-0${index + 1}`, undefined, occasion),
  )
  if (!first || !second) throw new Error('Two were made')
  expect(retainedBackups([first, ...nightly], LATER)).toContain(first)
  expect(retainedBackups([first, second, ...nightly], LATER)).toContain(second)
  expect(retainedBackups([first, second, ...nightly], LATER)).not.toContain(first)
})

test('a long pause removes nothing that stood for its day', () => {
  expect(keptDays([of('2023-01-05'), of('2023-01-06'), of('2025-06-25')])).toEqual([
    '2023-01-05',
    '2023-01-06',
    '2025-06-25',
  ])
})

test('those that a clock dated ahead push none of the real ones out', () => {
  const ahead = daily('2026-06-01', 9)
  const real = daily('2025-06-02', 7)
  const kept = keptDays([...real, ...ahead], new Date('2025-06-08T08:00:00Z'))
  expect(kept.filter((day) => day < '2026')).toEqual(real.map(({ day }) => day))
  // They are not lost for it, and what no newer one stands for stays among them as well.
  expect(kept.filter((day) => day > '2026')).toEqual(
    ['03', '04', '05', '06', '07', '08', '09'].map((day) => `2026-06-${day}`),
  )
})

test('weeks over the new year are the calendar’s', () => {
  // December 29 to January 4 is one week, in two months.
  const backups = [...daily('2025-12-29', 7), ...daily('2026-01-05', 7)]
  expect(keptDays(backups).slice(0, 2)).toEqual(['2025-12-31', '2026-01-04'])
})

test('nothing is kept of nothing', () => {
  expect(retainedBackups([], LATER)).toEqual(new Set())
})
