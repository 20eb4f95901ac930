import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#app/platform/days'
import { jobRunsToday, lastRuns, runDailyJob, runOwedJobs } from '#app/server/schedule/daily-jobs.server'
import { askForDetails } from '#app/travelers/ask-for-details.server'
import { askedAt } from '#app/travelers/detail-fields'
import { detailsLettersOn } from '#app/travelers/details-due.server'
import { saveDetails } from '#app/travelers/save-details.server'
import { db } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { jobRuns } from '#db/schema/running'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, cancel } from '#tests/fixtures/paid-bookings'
import { beginPaying, nothingBooked } from '#tests/fixtures/payments'
import { aCouple, aWholeWish, aWish, on } from './wishes'

beforeEach(() => {
  nothingBooked()
  db.delete(jobRuns).run()
})

// The journey begins on October 16: 60 days before is August 17, 35 days before September 11.
const EARLY = '2025-08-17'
const LATE = '2025-09-11'

const letters = () =>
  db
    .select()
    .from(outbox)
    .orderBy(outbox.id)
    .all()
    .filter(({ kind }) => kind.startsWith('details-asked'))
const kinds = () => letters().map(({ kind, occasion }) => occasion.replace(kind, '').replace(/^:\d+/, kind))

const withAddress = (id: number, email: string, name = '') =>
  db.update(travelers).set({ email, name }).where(eq(travelers.id, id)).run()

test.each([
  [61, null],
  [60, 60],
  [36, 60],
  [35, 35],
  [1, 35],
  [0, null],
  [-5, null],
])('%s days before the departure it is time for %s', (daysLeft, asked) => {
  expect(askedAt(daysLeft)).toBe(asked)
})

test('each letter goes out once, on its day', async () => {
  await aPaidBooking()
  const ran: Record<string, string[]> = {}
  for (let day = addDays(EARLY, -2); day <= '2025-10-18'; day = addDays(day, 1)) {
    const before = kinds().length
    for (const hour of [9, 15]) await askForDetails(on(day, hour))
    if (kinds().length > before) ran[day] = kinds().slice(before)
  }
  expect(ran).toEqual({ [EARLY]: ['details-asked:60'], [LATE]: ['details-asked:35'] })
})

test('missed days are made up for by one letter', async () => {
  await aPaidBooking()
  await askForDetails(on('2025-09-05'))
  expect(kinds()).toEqual(['details-asked:60'])
  nothingBooked()
  await aPaidBooking()
  await askForDetails(on('2025-10-15'))
  expect(kinds()).toEqual(['details-asked:35'])
})

test('the letter names what is missing, and never what was told', async () => {
  const { payer, companion, booking } = await aCouple()
  saveDetails(payer, aWholeWish({ passportNumber: undefined, diet: 'Halal' }), NOON)
  withAddress(companion.id, booking.customerEmail.toUpperCase())
  expect(await askForDetails(on(EARLY, 9))).toEqual({ looked: 1, sent: 1, silent: 0 })
  const [letter, ...others] = letters()
  expect(others).toEqual([])
  expect(letter?.toAddress).toBe(booking.customerEmail)
  expect(letter?.textBody).toContain(
    `- ${payer.name}: passport number\n- Traveler 2: name in the passport, date of birth`,
  )
  expect(letter?.textBody).toContain(`/booking/${booking.linkToken}#travelers`)
  expect(letter?.textBody).not.toMatch(/Halal|1984|AK0192837|\$/)
})

test('companions with an address get their own, with their link', async () => {
  const { companion, booking } = await aCouple()
  withAddress(companion.id, 'njeri@example.com', 'Njeri')
  await askForDetails(on(EARLY))
  expect(kinds()).toEqual(['details-asked:60', 'details-asked-of-companion:60'])
  const own = letters()[1]
  expect(own).toMatchObject({ toAddress: 'njeri@example.com', toName: 'Njeri' })
  expect(own?.textBody).toContain(`/traveler/${companion.linkToken}`)
  for (const others of [booking.linkToken, booking.customerName, booking.reference, '/booking/', '$'])
    expect(own?.textBody).not.toContain(others)
})

describe('nobody hears anything', () => {
  test('where nothing is missing', async () => {
    const { payer, companion } = await aCouple()
    withAddress(companion.id, 'njeri@example.com')
    saveDetails(companion, aWholeWish(), NOON)
    saveDetails(payer, aWholeWish(), NOON)
    expect(await askForDetails(on(EARLY))).toEqual({ looked: 0, sent: 0, silent: 0 })
    expect(kinds()).toEqual([])
  })

  test('of their own who have told all, while another has not', async () => {
    const { companion } = await aCouple()
    withAddress(companion.id, 'njeri@example.com')
    saveDetails(companion, aWholeWish(), NOON)
    await askForDetails(on(EARLY))
    expect(kinds()).toEqual(['details-asked:60'])
  })

  test('who has only a held seat, or has canceled', async () => {
    await beginPaying()
    const { booking } = await aPaidBooking()
    await cancel(booking)
    await askForDetails(on(EARLY))
    expect(kinds()).toEqual([])
  })
})

test('the daily run is owed at nine and made up for', async () => {
  await aPaidBooking()
  await runOwedJobs(() => on(EARLY, 8))
  expect(kinds()).toEqual([])
  await runOwedJobs(() => on(EARLY, 17))
  await runOwedJobs(() => on(EARLY, 18))
  expect(kinds()).toEqual(['details-asked:60'])
  expect(lastRuns(['details'], 5)).toMatchObject([{ counts: { looked: 1, sent: 1 }, error: null }])
})

describe('what will be sent', () => {
  const forecast = (day: string, now: Date) =>
    detailsLettersOn(day, now, jobRunsToday('details', now)).letters

  test('is told for the day of each letter alone', async () => {
    const { companion, booking } = await aCouple()
    withAddress(companion.id, 'njeri@example.com')
    const letter = { reference: booking.reference, toPayer: true, companions: 1 }
    for (const [day, expected] of [
      [addDays(EARLY, -1), []],
      [EARLY, [{ ...letter, days: 60 }]],
      [addDays(EARLY, 1), []],
      [LATE, [{ ...letter, days: 35 }]],
      [addDays(LATE, 1), []],
    ] as const)
      expect(forecast(day, NOON), day).toMatchObject(expected)
  })

  test('is what the runs then write', async () => {
    await aCouple()
    const { payer } = await aCouple()
    saveDetails(payer, aWish({ diet: 'Vegan' }), NOON)
    for (const today of ['2025-08-16', '2025-08-20', '2025-09-11']) {
      const now = on(today, 8)
      const day = addDays(today, 1)
      const told = { today: forecast(today, now).length, tomorrow: forecast(day, now).length }
      const before = kinds().length
      await runDailyJob('details', 'schedule', () => on(today, 9))
      expect(kinds().length - before, today).toBe(told.today)
      await runDailyJob('details', 'schedule', () => on(day, 9))
      expect(kinds().length - before - told.today, day).toBe(told.tomorrow)
    }
  })

  test('is nothing more for today after today’s run', async () => {
    await aPaidBooking()
    const now = on(EARLY, 10)
    await runOwedJobs(() => now)
    expect(forecast(EARLY, now)).toEqual([])
    await aPaidBooking()
    expect(forecast(EARLY, now)).toEqual([])
    expect(forecast(addDays(EARLY, 1), now)).toHaveLength(1)
  })
})
