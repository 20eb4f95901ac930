import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { broughtByCodes, broughtByLeaders } from '#app/analytics/brought-by.server'
import { checkoutDeparture, salesFor } from '#app/bookings/checkout-offer.server'
import { type Leader, leaderByPage, leaderWithId, linkToShare } from '#app/bookings/leaders/leaders.server'
import { releaseBlocks } from '#app/bookings/leaders/release-blocks.server'
import { addLeader, applyAsLeader, endLeader, saveLeader } from '#app/bookings/leaders/save-leader.server'
import { correctLeader, saveTerms } from '#app/bookings/leaders/save-terms.server'
import { type Order, placeBooking } from '#app/bookings/place-booking.server'
import { requestedCheckout } from '#app/bookings/requested-checkout.server'
import { addCode } from '#app/bookings/save-discount-code.server'
import {
  ownBooking,
  placesGiven,
  settleRewards,
  travelersPaid,
} from '#app/money/changes/leader-rewards.server'
import type { Day } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { tourPage } from '#app/routes/site/tour-page.server'
import { seatsLeft, seatsTakenOn } from '#app/tours/departures.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { firstTour } from '#app/tours/tours.server'
import { leaderPage } from '#app/views/leader-page.server'
import { db } from '#db/connection.server'
import { leaders, leaderTerms } from '#db/schema/leaders'
import { outbox } from '#db/schema/mail'
import { departures } from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { anOrder, aTraveler, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, cancel, lettersOfKind } from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked } from '#tests/fixtures/payments'

const STAFF = aStaffMember()
const ALONE = { roomType: 'double', travelers: 1 } as const
const AMANI = {
  name: 'Amani Njoroge',
  email: 'amani@example.com',
  phone: undefined,
  code: 'AMANI',
  notes: '',
}
/** A second before midnight in Chicago on June 10, and midnight. */
const LAST_SECOND = new Date('2025-06-11T04:59:59Z')
const MIDNIGHT = new Date('2025-06-11T05:00:00Z')

beforeEach(() => {
  nothingBooked()
  db.delete(leaders).run()
  db.delete(outbox).run()
  db.update(departures).set(FIRST_DEPARTURE).run()
})

function amani(): number {
  const added = addLeader(AMANI, STAFF, NOON)
  if ('refused' in added) throw new Error(added.refused)
  return added.id
}

const NOTHING = { seats: null, releaseOn: null, freeEvery: null, each: null }
const agree = (leaderId: number, words: Partial<typeof NOTHING | Record<string, unknown>>, at = NOON) =>
  saveTerms({ leaderId, departureId: theDeparture().id }, { ...NOTHING, ...words } as never, STAFF, at)

const answerTo = (order: Partial<Order>, at = NOON) => {
  const placed = placeBooking(anOrder(order), at)
  return 'refused' in placed ? placed.refused : placed.booking.leaderId
}

const sellAll = (seats: number) => db.update(departures).set({ seats }).run()

describe('seats kept for a leader', () => {
  test('are no one else’s, until the last day is over to the second', () => {
    const leader = amani()
    sellAll(2)
    expect(agree(leader, { seats: 2, releaseOn: '2025-06-10' })).toEqual({ saved: true })
    expect(seatsLeft(theDeparture())).toBe(0)
    expect(seatsTakenOn(theDeparture().id)).toMatchObject({ kept: 2, held: 0 })
    expect(answerTo({}, LAST_SECOND)).toBe('sold-out')
    expect(answerTo({ code: ' amani ' }, LAST_SECOND)).toBe(leader)
    expect(answerTo({}, LAST_SECOND)).toBe('sold-out')
    // Two who buy at midnight: one seat is left, and the first has it.
    expect(answerTo({}, MIDNIGHT)).toBeNull()
    expect(answerTo({}, MIDNIGHT)).toBe('sold-out')
  })

  test('are taken first by their guests, come back with them, and no more are sold than there are', () => {
    const leader = amani()
    sellAll(3)
    agree(leader, { seats: 1, releaseOn: '2025-06-10' })
    expect(answerTo({ code: 'AMANI', travelers: 2 })).toBe(leader)
    expect(seatsLeft(theDeparture())).toBe(1)
    expect(answerTo({ code: 'AMANI', travelers: 2 })).toBe('too-few-seats')
    expect(answerTo({})).toBeNull()
    expect(answerTo({ code: 'AMANI' })).toBe('sold-out')
  })

  test('cannot be more than are free, nor be kept until yesterday', () => {
    const leader = amani()
    sellAll(3)
    answerTo({})
    expect(agree(leader, { seats: 3, releaseOn: '2025-06-10' })).toEqual({
      refused: 'too-few-seats',
      seatsLeft: 2,
    })
    expect(agree(leader, { seats: 2, releaseOn: '2025-05-31' })).toEqual({ refused: 'release-over' })
  })

  test('stand behind the link that a leader shares', () => {
    const leader = amani()
    const link = () => {
      const row = leaderWithId(leader)
      return row && new URL(linkToShare(row, '2025-06-01' as Day)).search
    }
    expect(link()).toBe('?leader=AMANI')
    agree(leader, { seats: 1, releaseOn: '2025-06-10' })
    expect(link()).toBe(`?departure=${FIRST_DEPARTURE.startsOn}&leader=AMANI`)
  })

  test('have a link each on their page, where several departures are agreed, also to a private one', () => {
    const leader = amani()
    const page = () => leaderPage(leaderWithId(leader) as Leader, '2025-06-01' as Day)
    agree(leader, { seats: 1, releaseOn: '2025-06-10' })
    expect(page().departures.map(({ link }) => link)).toEqual([null])
    const choir = copyDeparture(theDeparture().id, '2025-09-04', STAFF, NOON)
    const departureId = 'id' in choir ? choir.id : 0
    const linkKey = 'choir'.padEnd(32, 'x')
    db.update(departures).set({ isPrivate: true, linkKey }).where(eq(departures.id, departureId)).run()
    saveTerms({ leaderId: leader, departureId }, { ...NOTHING, freeEvery: 6 } as never, STAFF, NOON)
    expect(page()).toMatchObject({
      going: { dates: 'Sep 4 to Sep 15, 2025' },
      link: expect.stringContaining(`?departure=${linkKey}&leader=AMANI`),
      departures: [
        { link: expect.stringContaining(`?departure=${linkKey}&leader=AMANI`) },
        { link: expect.stringContaining('?departure=2025-10-16&leader=AMANI') },
      ],
    })
    db.delete(leaders).run()
    db.delete(departures).where(eq(departures.id, departureId)).run()
  })

  test('are found by a guest who chooses another departure on the page of that link', () => {
    const leader = amani()
    const [first] = db.select().from(departures).all()
    if (!first) throw new Error('There is no departure')
    const { id: _, ...later } = { ...first, startsOn: '2025-11-13', endsOn: '2025-11-24', seats: 2 }
    const [{ id: departureId = 0 } = {}] = db.insert(departures).values(later).returning().all()
    saveTerms(
      { leaderId: leader, departureId },
      { ...NOTHING, seats: 2, releaseOn: '2025-06-10' } as never,
      STAFF,
      NOON,
    )
    const choices = (code: string | null) =>
      tourPage(firstTour(), null, code).departures.map(({ to, state }) => [to.split('?')[1], state])
    expect(choices(null)[1]).toEqual(['departure=2025-11-13', 'Sold out'])
    expect(choices('AMANI')[1]).toEqual(['departure=2025-11-13&leader=AMANI', '2 seats left'])
    db.delete(leaders).run()
    db.delete(departures).where(eq(departures.id, departureId)).run()
  })

  test('are anyone’s once the leader has ended, whose code and page open nothing', () => {
    const leader = amani()
    const { pageKey } = leaderWithId(leader) ?? { pageKey: '' }
    sellAll(1)
    agree(leader, { seats: 1, releaseOn: '2025-06-10' })
    expect(leaderByPage(pageKey)?.id).toBe(leader)
    expect(endLeader(leader, STAFF, NOON)).toBe(true)
    expect(leaderByPage(pageKey)).toBeUndefined()
    expect(answerTo({ code: 'AMANI' })).toBe('code-unknown')
    expect(answerTo({})).toBeNull()
  })

  test('are found by the link at a checkout that is sold out for all others', () => {
    const leader = amani()
    sellAll(1)
    agree(leader, { seats: 1, releaseOn: '2025-06-10' })
    const { code } = requestedCheckout(new URLSearchParams('leader=amani'))
    const salesWith = (typed: string) =>
      salesFor(checkoutDeparture(null, null, NOON, null, typed), { ...ALONE }, NOON)
    expect(salesWith(code)).toBe('open')
    expect(salesWith('')).toBe('sold-out')
    releaseBlocks(MIDNIGHT)
    expect(salesWith('')).toBe('open')
  })
})

describe('whose guest a booking is', () => {
  test('stays as it was when the seats were held, and staff correct it', () => {
    const leader = amani()
    const order = anOrder({ code: 'AMANI' })
    const placed = placeBooking(order, NOON)
    if ('refused' in placed) throw new Error(placed.refused)
    const again = placeBooking({ ...order, code: '' }, minutesAfter(1))
    expect(again).toMatchObject({ booking: { id: placed.booking.id, leaderId: leader } })
    expect(correctLeader(placed.booking.reference, null, STAFF, NOON)).toBe(true)
    expect(correctLeader(placed.booking.reference, null, STAFF, NOON)).toBe(false)
    expect(bookingNow(placed.booking).leaderId).toBeNull()
  })

  test('is told by a code that nobody else can have', () => {
    amani()
    expect(addLeader({ ...AMANI, email: 'other@example.com' }, STAFF, NOON)).toEqual({
      refused: 'code-taken',
    })
    const discount = { off: '10%', words: 'Choir', endsOn: null, usesAtMost: null, usesEachAtMost: null }
    expect(addCode({ ...discount, code: 'AMANI', departureIds: [] }, STAFF, NOON)).toEqual({
      refused: 'code-taken',
    })
  })
})

describe('a free place', () => {
  const own = () => paid({ traveler: aTraveler({ email: 'amani@example.com' }), code: 'AMANI' })
  const guest = () => paid({ code: 'AMANI', paymentType: 'full' })
  const paid = async (order: Partial<Order>) => (await aPaidBooking(order)).booking
  const settle = (at = NOON) => settleRewards(() => at)

  test('comes with the last traveler who pays in full, goes with one who cancels, and comes again', async () => {
    agree(amani(), { freeEvery: 2 })
    const leading = await own()
    await guest()
    await settle()
    expect(bookingNow(leading).totalCents).toBe(450_000)
    const second = await guest()
    await settle()
    await settle()
    // The deposit of $500 is paid: what is open of the place is free.
    expect(bookingNow(leading)).toMatchObject({ totalCents: 50_000, moneyState: 'paid-in-full' })
    expect(lettersOfKind(leading, 'price-changed')[0]).toContain('2 travelers of your group paid in full')
    await cancel(second)
    await settle()
    expect(bookingNow(leading)).toMatchObject({ totalCents: 450_000, moneyState: 'balance-open' })
    await guest()
    await settle()
    expect(bookingNow(leading).totalCents).toBe(50_000)
  })

  test('waits for a booking of the leader’s own, and the sum for the first day', async () => {
    agree(amani(), { freeEvery: 1, each: cents(10_000) })
    await guest()
    await settle()
    const [terms] = db.select().from(leaderTerms).all()
    if (!terms) throw new Error('Nothing was agreed')
    expect([ownBooking(terms), travelersPaid(terms), terms.earnedAt]).toEqual([undefined, 1, null])
    const leading = await own()
    await settle()
    expect(placesGiven(terms.id, leading.id)).toHaveLength(1)
    await settle(new Date('2025-10-16T05:00:00Z'))
    expect(db.select().from(leaderTerms).get()).toMatchObject({ earnedTravelers: 1, earnedCents: 10_000 })
  })
})

describe('who would bring others', () => {
  const { name, email, phone } = AMANI
  const APPLICATION = { name, email, phone, message: 'My choir, forty people' }

  test('applies once a day, and is a leader with a letter once staff write down a code', () => {
    const applied = applyAsLeader(APPLICATION, NOON)
    expect(applyAsLeader({ ...APPLICATION, email: 'AMANI@example.com' }, minutesAfter(5))).toEqual(applied)
    if (!('id' in applied)) throw new Error('It was refused')
    expect(leaderWithId(applied.id)).toMatchObject({ state: 'applied', code: null })
    expect(answerTo({ code: 'AMANI' })).toBe('code-unknown')
    expect(saveLeader(applied.id, AMANI, STAFF, NOON)).toEqual({ id: applied.id, isApproved: true })
    const letters = db.select().from(outbox).all()
    expect(letters.map(({ kind, toAddress }) => [kind, toAddress])).toEqual([
      ['leader-application', expect.any(String)],
      ['leader-approved', 'amani@example.com'],
    ])
    expect(letters[1]?.textBody).toContain('/texascountrysafari?leader=AMANI')
  })

  test('is refused where the whole site has taken enough in an hour', () => {
    const apply = (n: number) => applyAsLeader({ ...APPLICATION, email: `a${n}@example.com` }, NOON)
    for (let n = 0; n < 30; n += 1) expect(apply(n)).toHaveProperty('id')
    expect(apply(31)).toEqual({ refused: 'too-many' })
  })
})

test('analytics say what a leader brought, and what a code did', async () => {
  amani()
  const discount = { off: '10%', words: 'Choir', endsOn: null, usesAtMost: null, usesEachAtMost: null }
  addCode({ ...discount, code: 'SINGERS', departureIds: [] }, STAFF, NOON)
  await aPaidBooking({ code: 'AMANI', paymentType: 'full' })
  await aPaidBooking({ code: 'SINGERS' })
  placeBooking(anOrder({ code: 'AMANI' }), NOON)
  const range = { from: '2025-05-01', to: '2025-06-01' }
  expect(broughtByLeaders(range)).toEqual([
    { name: 'Amani Njoroge (AMANI)', bookings: 1, paidCents: 450_000 },
  ])
  expect(broughtByCodes(range)).toEqual([{ name: 'SINGERS', bookings: 1, paidCents: 50_000 }])
  expect(broughtByLeaders({ from: '2025-05-01', to: '2025-05-31' })).toEqual([])
})
