import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ofFormerTravelers } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { answerForRefund, dropRefund, refundToDecide } from '#app/money/changes/refund-orders.server'
import { reconcile } from '#app/money/reconcile.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, aStaffMember, booksOf, byHand, cancel, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, leaves, quoteToLeave } from '#tests/fixtures/party-changes'

// One of three has left, and their refund is stuck: what is promised to them is the same in whatever order it
// is settled.

beforeEach(anOpenTour)

const SHARE = 450_000
const PART = 100_000

const promisedCents = (bookingId: number): number => ofFormerTravelers([bookingId])[0]?.promised ?? 0

type Story = { booking: Booking; intentId: string; now: () => Date }

/** Three paid in full by card, and one left while Stripe made no refunds. */
async function aStuckLeaver(): Promise<Story> {
  const { booking, intentId } = await aPaidBooking({ travelers: 3, paymentType: 'full' })
  stripeSandbox.switches.apiDown = true
  await leaves(booking, 2, at('2025-06-02'))
  stripeSandbox.switches.apiDown = 'off'
  refused()
  let minutes = 0
  const now = () => {
    minutes += 1
    return new Date(at('2025-06-03').getTime() + minutes * 60_000)
  }
  return { booking, intentId, now }
}

const refused = () => db.update(refunds).set({ state: 'refused' }).where(eq(refunds.state, 'owed')).run()

/** Staff say of each refund from the dashboard that it was another one, and give up what is stuck. */
async function drop({ booking, now }: Story) {
  stripeSandbox.switches.apiDown = true
  for (const { id } of db.select().from(refunds).where(eq(refunds.bookingId, booking.id)).all()) {
    const which = { reference: booking.reference, id }
    const found = refundToDecide(which)?.found
    if (found) await answerForRefund(which, { refundId: found.refundId, wasIt: false }, aStaffMember(), now)
    refused()
    await dropRefund(which, aStaffMember(), now)
  }
  stripeSandbox.switches.apiDown = 'off'
}

const wire =
  (amount: number) =>
  async ({ booking, now }: Story) => {
    const wish = { direction: 'out', method: 'wire', reason: 'goodwill' } as const
    expect(await byHand(booking, amount, wish, now())).toHaveProperty('booking')
  }

const inDashboard =
  (amount: number) =>
  async ({ intentId, now }: Story) => {
    stripeSandbox.refundInDashboard(intentId, amount)
    await reconcile(now)
  }

const ACTIONS: [string, (story: Story) => Promise<void>][] = [
  ['the refund is dropped', drop],
  ['the share is wired', wire(SHARE)],
  ['a part is wired', wire(PART)],
  ['the share is refunded in the dashboard', inDashboard(SHARE)],
  ['a part is refunded in the dashboard', inDashboard(PART)],
  [
    'goodwill goes to the card',
    async ({ booking, now }) =>
      void expect(await refund(booking, PART, {}, now())).toMatchObject({ ordered: PART }),
  ],
  [
    'the bank takes the share',
    async ({ intentId, now }) => {
      const { id } = stripeSandbox.openDispute(intentId, { amount: SHARE })
      stripeSandbox.closeDispute(id, 'lost')
      await reconcile(now)
    },
  ],
]

/** Of a payment that the bank took, Stripe refunds nothing more. */
const isPossible = (one: string, other: string) =>
  ![one, other].includes('the bank takes the share') ||
  ![one, other].some((name) => /dashboard|card/.test(name))

const PAIRS = ACTIONS.flatMap((one, index) =>
  ACTIONS.slice(index + 1)
    .filter((other) => isPossible(one[0], other[0]))
    .map((other) => [one[0], other[0], one[1], other[1]] as const),
)

async function booksAfter(...actions: ((story: Story) => Promise<void>)[]) {
  const story = await aStuckLeaver()
  for (const act of [...actions, drop]) await act(story)
  const { booking } = story
  const { total, kept, status, stripeAgrees } = booksOf(booking)
  return {
    total,
    kept,
    status,
    stripeAgrees,
    promised: promisedCents(booking.id),
    nextLeaver: quoteToLeave(booking, 3, at('2025-06-10')).refundCents as number,
  }
}

describe.each(PAIRS)('%s, and %s', (_, __, one, other) => {
  test('leave the same books in either order', async () => {
    const books = await booksAfter(one, other)
    expect(await booksAfter(other, one)).toEqual(books)
    expect(books.stripeAgrees).toBe(true)
    expect(books.promised).toBe(Math.max(0, SHARE - (3 * SHARE - books.kept)))
  })
})

test('a promise that was kept by goodwill is open again where that is dropped', async () => {
  const story = await aStuckLeaver()
  await drop(story)
  stripeSandbox.switches.apiDown = true
  await refund(story.booking, PART, {}, story.now())
  expect(promisedCents(story.booking.id)).toBe(SHARE - PART)
  stripeSandbox.switches.apiDown = 'off'
  refused()
  await drop(story)
  expect(promisedCents(story.booking.id)).toBe(SHARE)
})

test('what the traveler owes again keeps no promise', async () => {
  const story = await aStuckLeaver()
  await drop(story)
  await byHand(story.booking, PART, { direction: 'out', reason: 'owed-again' }, story.now())
  expect(promisedCents(story.booking.id)).toBe(SHARE)
})

test('what is promised is never owed again by those who stay', async () => {
  const story = await aStuckLeaver()
  await drop(story)
  const { kept, total } = booksOf(story.booking)
  const out = { direction: 'out', reason: 'owed-again' } as const
  const refusedAt = { refused: 'promised', atMostCents: kept - SHARE }
  expect(await byHand(story.booking, kept - SHARE + 1, out, story.now())).toEqual(refusedAt)
  expect(await refund(story.booking, kept - SHARE + 1, { reason: 'owed-again' }, story.now())).toEqual(
    refusedAt,
  )
  expect(await byHand(story.booking, kept - SHARE, out, story.now())).toHaveProperty('booking')
  expect(booksOf(story.booking)).toMatchObject({ kept: SHARE, total })
  expect(await byHand(story.booking, SHARE, out, story.now())).toHaveProperty('booking')
  expect(promisedCents(story.booking.id)).toBe(0)
  expect(booksOf(story.booking)).toMatchObject({ kept: 0, status: 'refunded' })
})

test('a canceled booking owes nothing again: what goes back then is of the promise', async () => {
  const story = await aStuckLeaver()
  await drop(story)
  await cancel(story.booking, story.now())
  const { kept } = booksOf(story.booking)
  expect(promisedCents(story.booking.id)).toBe(SHARE)
  await refund(story.booking, 1, { reason: 'owed-again' }, story.now())
  expect(promisedCents(story.booking.id)).toBe(SHARE - 1)
  expect(booksOf(story.booking)).toMatchObject({ kept: kept - 1, stripeAgrees: true })
})
