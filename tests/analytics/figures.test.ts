import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { figuresOf } from '#app/analytics/figures.server'
import { enterSpend } from '#app/analytics/marketing-spend.server'
import { addSubscribers } from '#app/people/add-subscribers.server'
import { lastDays } from '#app/platform/lists/date-range'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { adminUsers, auditLog } from '#db/schema/staff'
import { aTraveler, NOON } from '#tests/fixtures/orders'
import { aBookingCounted, anInquiry, aSubscriber, aView, money, nothingHappened } from './sums'

// Sunday the first of June 2025 in Chicago, five hours behind UTC.
const TODAY = '2025-06-01'
const MONTH = lastDays(30, TODAY) // May 3 to June 1

beforeEach(nothingHappened)

test('an empty site has zeros and unknown rates', async () => {
  const { days, ...figures } = await figuresOf(MONTH, TODAY)
  expect(figures).toEqual({
    overview: {
      totalPageViews: 0,
      weeklyGrowth: 0,
      totalVisitors: 0,
      todayVisitors: 0,
      conversionRate: null,
      totalRevenueCents: 0,
      bookings: 0,
    },
    topPages: [],
    trafficSources: [],
    geographicData: [],
    funnel: { journeys: [], unknownUntil: null },
    businessMetrics: {
      averageBookingValueCents: 0,
      lifetimeValueCents: 0,
      averagedBookings: 0,
      averagesNewestOnly: false,
      spendCents: null,
      customerAcquisitionCostCents: null,
      emailSignupRate: null,
      subscribers: 0,
    },
    recentActivity: [],
  })
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({
    ...{ day: '2025-05-03', views: 0, visitors: 0, bookings: 0, revenueCents: 0 },
    ...{ looked: 0, opened: 0, held: 0, paid: 0 },
  })
})

test('a month worked out by hand', async () => {
  // Two visitors on the day, three views; one of them was here a week ago too: a new visitor. One came
  // before May 3.
  aView('2025-05-02T17:00:00Z')
  aView('2025-05-25T17:00:00Z', { utmSource: 'newsletter' })
  aView('2025-06-01T15:00:00Z', { path: '/gallery', address: '8.8.8.8' })
  aView('2025-06-01T15:01:00Z', { path: '/texascountrysafari', address: '8.8.8.8' })
  aView('2025-06-01T16:00:00Z', { path: '/gallery' })
  aBookingCounted('2025-05-20T17:00:00Z', 500_00)
  const whole = aBookingCounted('2025-06-01T16:00:00Z', 4_500_00, { paymentType: 'full' })
  money('2025-06-01T16:30:00Z', -1_000_00, whole.id)
  aSubscriber('2025-05-10T17:00:00Z')
  anInquiry('2025-05-11T17:00:00Z')

  const { overview, topPages, trafficSources, geographicData, businessMetrics } = await figuresOf(
    MONTH,
    TODAY,
  )
  expect(overview).toEqual({
    totalPageViews: 4,
    weeklyGrowth: 200, // 3 from May 26 on, 1 in the week before
    totalVisitors: 3,
    todayVisitors: 2,
    conversionRate: 66.7,
    totalRevenueCents: 4_000_00,
    bookings: 2,
  })
  expect(topPages).toEqual([
    { name: '/gallery', percentage: 50, count: 2 },
    { name: '/', percentage: 25, count: 1 },
    { name: '/texascountrysafari', percentage: 25, count: 1 },
  ])
  expect(trafficSources).toEqual([
    { name: 'direct', percentage: 66.7, count: 2 },
    { name: 'newsletter', percentage: 33.3, count: 1 },
  ])
  expect(geographicData).toEqual([
    { name: 'Unknown', percentage: 66.7, count: 2 },
    { name: 'United States', percentage: 33.3, count: 1 },
  ])
  expect(businessMetrics).toMatchObject({
    averageBookingValueCents: 4_500_00,
    lifetimeValueCents: 2_000_00, // 500 and 3,500 of two customers
    averagedBookings: 2,
    emailSignupRate: 33.3,
    subscribers: 1,
  })
})

test('a rate is unknown where conversions outnumber counted visitors', async () => {
  aBookingCounted('2025-05-20T17:00:00Z', 500_00)
  aSubscriber('2025-05-20T17:00:00Z')
  expect(await figuresOf(MONTH, TODAY)).toMatchObject({
    overview: { conversionRate: null },
    businessMetrics: { emailSignupRate: null },
  })
  aView('2025-05-25T17:00:00Z')
  aBookingCounted('2025-05-21T17:00:00Z', 500_00)
  expect(await figuresOf(MONTH, TODAY)).toMatchObject({
    overview: { conversionRate: null, bookings: 2 },
    businessMetrics: { emailSignupRate: 100 },
  })
  nothingHappened()
  aView('2025-05-25T17:00:00Z')
  expect(await figuresOf(MONTH, TODAY)).toMatchObject({
    overview: { conversionRate: 0 },
    businessMetrics: { emailSignupRate: 0 },
  })
})

test('whom staff added did not sign up', async () => {
  aView('2025-05-25T17:00:00Z')
  aSubscriber('2025-05-25T17:00:00Z')
  await addSubscribers(
    'a@example.com, b@example.com',
    { id: 0, username: 'Wambui', role: 'admin' as const },
    new Date('2025-05-25T17:00:00Z'),
  )
  expect((await figuresOf(MONTH, TODAY)).businessMetrics).toMatchObject({
    subscribers: 1,
    emailSignupRate: 100,
  })
  // One who asked and whose consent staff asserted then is no sign-up anymore, nor one who is gone.
  db.run("update newsletter_subscriptions set consent_source = 'Wambui'")
  expect((await figuresOf(MONTH, TODAY)).businessMetrics.subscribers).toBe(0)
  db.run('delete from newsletter_subscriptions')
  expect((await figuresOf(MONTH, TODAY)).businessMetrics.subscribers).toBe(0)
})

test('growth is unknown after a week without views', async () => {
  aView('2025-06-01T15:00:00Z')
  expect((await figuresOf(MONTH, TODAY)).overview.weeklyGrowth).toBeNull()
})

test('a lifetime value sums all that a customer ever paid', async () => {
  const traveler = aTraveler()
  const earlier = aBookingCounted('2024-11-01T17:00:00Z', 500_00, { traveler })
  db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, earlier.id)).run()
  const other = { ...aTraveler(), email: traveler.email.toUpperCase() }
  aBookingCounted('2025-05-20T17:00:00Z', 1_000_00, { traveler: other })
  expect((await figuresOf(MONTH, TODAY)).businessMetrics).toMatchObject({
    averagedBookings: 1,
    lifetimeValueCents: 1_500_00,
  })
})

test('only ten sources are listed, with shares of all views', async () => {
  const days = ['2025-05-28', '2025-05-29', '2025-05-30', '2025-05-31']
  for (const day of days)
    for (const source of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'])
      aView(`${day}T17:00:00Z`, { utmSource: source, address: `10.0.0.${source.charCodeAt(0)}` })
  const { trafficSources } = await figuresOf(MONTH, TODAY)
  expect(trafficSources).toHaveLength(10)
  expect(trafficSources[0]).toEqual({ name: 'a', percentage: 8.3, count: 4 })
})

describe('a day of business', () => {
  const amounts = async (from: string, to = from) =>
    (await figuresOf({ from, to }, TODAY)).days.map(({ day, revenueCents }) => [day, revenueCents])

  test('begins at midnight in Chicago', async () => {
    const { id } = aBookingCounted('2025-05-20T17:00:00Z', 500_00)
    money('2025-05-30T04:59:59Z', 1_00, id)
    money('2025-05-30T05:00:00Z', 10_00, id)
    money('2025-05-31T04:59:59Z', 100_00, id)
    money('2025-05-31T05:00:00Z', 1_000_00, id)
    expect(await amounts('2025-05-29', '2025-05-31')).toEqual([
      ['2025-05-29', 1_00],
      ['2025-05-30', 110_00],
      ['2025-05-31', 1_000_00],
    ])
  })

  test('has 23 hours in March and 25 in November', async () => {
    const { id } = aBookingCounted('2025-02-01T17:00:00Z', 500_00)
    for (const at of ['2025-03-09T05:59:59Z', '2025-03-10T05:00:00Z']) money(at, 1_00, id)
    for (const at of ['2025-03-09T06:00:00Z', '2025-03-10T04:59:59Z']) money(at, 10_00, id)
    expect(await amounts('2025-03-09')).toEqual([['2025-03-09', 20_00]])

    for (const at of ['2024-11-03T04:59:59Z', '2024-11-04T06:00:00Z']) money(at, 1_00, id)
    for (const at of ['2024-11-03T05:00:00Z', '2024-11-04T05:59:59Z']) money(at, 10_00, id)
    expect(await amounts('2024-11-03')).toEqual([['2024-11-03', 20_00]])
  })
})

describe('what a customer cost to find', () => {
  const by = { id: firstStaffId(), username: 'Wambui' }
  const spend = (month: string, dollars: number) =>
    enterSpend({ month, amountCents: cents(dollars * 100) }, by, NOON, TODAY)
  const metrics = async (range = MONTH, today = TODAY) => (await figuresOf(range, today)).businessMetrics

  test('is a whole month’s spend by its bookings', async () => {
    spend('2025-05', 900)
    aBookingCounted('2025-05-20T17:00:00Z', 500_00)
    aBookingCounted('2025-05-21T17:00:00Z', 500_00)
    expect(await metrics({ from: '2025-05-01', to: '2025-05-31' })).toMatchObject({
      spendCents: 900_00,
      customerAcquisitionCostCents: 450_00,
    })
  })

  test('takes a partial month in proportion to its days', async () => {
    spend('2025-05', 310) // 29 of 31 days
    spend('2025-06', 70) // its one day so far
    aBookingCounted('2025-05-20T17:00:00Z', 500_00)
    expect(await metrics()).toMatchObject({ spendCents: 360_00, customerAcquisitionCostCents: 360_00 })
    expect((await metrics({ from: '2025-06-02', to: '2025-06-07' }, '2025-06-07')).spendCents).toBe(60_00)
  })

  test('is unknown without bookings, and without a spend', async () => {
    aBookingCounted('2025-05-20T17:00:00Z', 500_00)
    expect(await metrics()).toMatchObject({ spendCents: null, customerAcquisitionCostCents: null })
    nothingHappened()
    spend('2025-05', 310)
    expect(await metrics()).toMatchObject({ spendCents: 290_00, customerAcquisitionCostCents: null })
  })

  test('takes the last amount entered for a month', async () => {
    spend('2025-05', 310)
    spend('2025-05', 62)
    expect((await metrics()).spendCents).toBe(58_00)
    expect(db.select().from(auditLog).all().at(-1)).toMatchObject({
      actor: 'Wambui',
      action: 'marketing-spend-entered',
      subject: 'marketing-spend:2025-05',
      detail: { amountCents: 62_00, beforeCents: 310_00 },
    })
  })

  test.each(['2025-07', '2023-06', '2025-13'])('is not entered for %s', (month) => {
    expect(spend(month, 10)).toEqual({ refused: 'not-a-month-to-enter' })
  })

  function firstStaffId() {
    return db
      .insert(adminUsers)
      .values({ username: 'Wambui', passwordHash: 'none', createdAt: NOON })
      .returning({ id: adminUsers.id })
      .get().id
  }
})

test('recent activity lists the newest four of each kind', async () => {
  for (let minute = 10; minute < 17; minute += 1) aView(`2025-05-30T17:${minute}:00Z`, { address: '8.8.8.8' })
  const booking = aBookingCounted('2025-05-30T18:00:00Z', 500_00)
  anInquiry('2025-05-30T19:00:00Z')
  aSubscriber('2025-05-30T20:00:00Z')
  const { recentActivity } = await figuresOf(MONTH, TODAY)
  expect(recentActivity.map(({ type, description, valueCents }) => [type, description, valueCents])).toEqual([
    ['other', 'New newsletter subscriber', null],
    ['other', 'New inquiry', null],
    ['booking', `Booking ${booking.reference}, double room`, 4_500_00],
    ...Array(4).fill(['visitor', '/ viewed from United States', null]),
  ])
  expect(JSON.stringify(recentActivity)).not.toMatch(/Wanjiru|example\.com|8\.8/)
})
