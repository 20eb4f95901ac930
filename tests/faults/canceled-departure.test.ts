import { afterAll, beforeAll, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import {
  carriedOutFaults,
  ledgerFaults,
  mailFaults,
  partyFaults,
  scheduleFaults,
  seatFaults,
  settledLedgerFaults,
} from '#tests/model/auditors'
import type { Command } from '#tests/model/commands'
import { heal, play } from '#tests/model/play'
import type { Step } from '#tests/model/steps'
import { startWorld, type World } from '#tests/model/world'
import { LONG } from './a-troubled-site'

// A departure is canceled with every kind of booking on it, and the machine dies on the way, again and again.

const POINTS = 50
/** `npm run faults` dies at each of them. */
const DIES_AT_EVERY = LONG ? 1 : 3
const SEATS = 80
const TWO_WEEKS_AND_A_DAY = 15 * 24

let worlds: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  worlds = await startWorld()
})
afterAll(() => worlds.close())

const asked = { roomType: 'double', travelers: 1, singles: 0, paymentType: 'deposit', departs: 1 } as const
let guests = 0
type Order = Extract<Step, { does: 'books-and-pays' }>['asks']
const order = (more: Partial<Order> = {}): Order => {
  guests += 1
  return { ...asked, does: 'book', guest: guests, way: 'card', browser: guests, code: '', ...more }
}
const pays = (more: Partial<Order> = {}): Step => ({ does: 'books-and-pays', asks: order(more) })
const sold = (paid: 'check' | 'link'): Step => ({
  does: 'sold-by-hand',
  asks: { does: 'sell-by-hand', ...asked, guest: 200 + guests++, days: 3, percent: 100 },
  paid,
})

/** Each begins with a booking, the newest one, and brings it into a state of money of its own. */
const STATES: ((which: number) => Step[])[] = [
  () => [pays()],
  () => [pays({ paymentType: 'full' })],
  () => [pays({ travelers: 3 })],
  () => [pays({ travelers: 2, singles: 1 })],
  () => [pays({ code: 'CHOIR' })],
  () => [pays({ way: 'hosted' })],
  (which) => [pays(), { does: 'pays-later', which, pays: 'next' }],
  (which) => [pays(), { does: 'pays-later', which, pays: 'balance' }],
  (which) => [pays(), { does: 'by-hand', which, direction: 'in', amountCents: 99_950, reason: 'goodwill' }],
  () => [sold('check')],
  () => [sold('link')],
  (which) => [pays(), reprice(which, 'surcharge')],
  (which) => [pays(), reprice(which, 'discount')],
  (which) => [pays(), { does: 'refund', which, amountCents: 10_000, reason: 'goodwill' }],
  (which) => [pays(), { does: 'refund', which, amountCents: 10_000, reason: 'owed-again' }],
  (which) => [pays({ travelers: 2 }), { does: 'leave', which, position: 2 }],
  (which) => [pays(), { does: 'join', which, roomType: 'double' }],
  (which) => [pays(), { does: 'spread', which, days: [30, 60, 90] }],
  () => [pays(), { does: 'open-dispute', which: 0, isInquiry: false }],
  () => [pays({ travelers: 2 }), { does: 'refund-in-dashboard', which: 0, amountCents: 10_000 }],
  // Nobody has paid for these: they are held, one of them on Stripe's own page.
  () => [order()],
  () => [order({ way: 'hosted' })],
]

const reprice = (which: number, direction: 'surcharge' | 'discount'): Step => ({
  ...{ does: 'reprice', which, direction, amountCents: 10_000, percent: false, position: null },
})

/** The same numbers in each run. */
let seed = 20_251_016
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed % below
}

const standing = (world: World, departs: number) =>
  world.rows<{ reference: string; email: string }>(
    `select booking_reference as reference, customer_email as email from bookings
     where payment_status in ('deposit_paid', 'completed') and departure_id = ? order by id`,
    departs,
  )

test(
  'killed while twenty bookings are canceled, it pays back to the cent and writes once to each',
  async () => {
    const world = await worlds.fresh()
    const terms = { seats: SEATS, doubleCents: 450_000, depositCents: 50_000 }
    await world.tell({ name: 'changeTour', with: terms })
    for (const [which, state] of STATES.entries()) for (const step of state(which)) await play(world, step)
    const leads = standing(world, 1)
    expect(leads.length).toBeGreaterThanOrEqual(20)

    let points = 0
    const mayDie = async (command: Command, requests: number, ms: number) => {
      points += 1
      if (points % DIES_AT_EVERY === 0) await world.killDuring(command, random(requests), random(ms))
      else await world.tell(command)
    }
    const callOff: Command = { name: 'callOff', with: { departs: 1 } }
    for (let kill = 0; kill < 6; kill += 1) await mayDie(callOff, 1, 40)
    await world.tell(callOff)
    // Nobody finds a seat on it from here on, and late money goes back.
    const { does: _, ...late } = order()
    expect(await world.tell({ name: 'book', with: late })).toMatchObject({ answer: 'canceled' })
    for (const _ of ['by card', 'on Stripe’s page'])
      await play(world, { does: 'charge', which: 0, card: '4242424242424242' })

    for (const [index, { reference }] of leads.entries()) {
      const choice = (['refund', 'move', 'none'] as const)[index % 3]
      if (choice === undefined) continue
      if (choice === 'none') {
        // Some change their mind within the same moment; the others never answer.
        const both = (['refund', 'move'] as const).map(
          (one): Command => ({ name: 'choose', with: { reference, choice: one } }),
        )
        if (index % 2 === 0 && both[0] && both[1]) await world.tellBoth(both[0], both[1])
        continue
      }
      await mayDie({ name: 'choose', with: { reference, choice } }, 4, 15)
      // They press again, or leave it at that.
      if (random(2) === 0) await world.tell({ name: 'choose', with: { reference, choice } })
    }
    await world.tell({ name: 'moveClock', with: { hours: TWO_WEEKS_AND_A_DAY } })
    const rest: Command[] = [
      { name: 'carryOutChoices', with: {} },
      { name: 'reconcile', with: {} },
      { name: 'sendMail', with: {} },
    ]
    while (points < POINTS) await mayDie(rest[points % rest.length] as Command, 8, 25)

    // Two starts at the same moment do it once.
    for (const command of rest) await world.tellBoth(command, command)
    await play(world, { does: 'close-dispute', which: 0, as: 'won' })
    await heal(world)
    await world.tell({ name: 'moveClock', with: { hours: 1 } })
    await heal(world)

    const today = new Date(
      Number(((await world.tell({ name: 'clock', with: {} })) as { answer: number }).answer),
    )
    expect(world.faults).toEqual([])
    expect([
      ...seatFaults(world, SEATS),
      ...partyFaults(world),
      ...ledgerFaults(world),
      ...settledLedgerFaults(world),
      ...mailFaults(world),
      ...scheduleFaults(world),
      ...carriedOutFaults(world, today.toISOString().slice(0, 10)),
    ]).toEqual([])
    expect(standing(world, 1)).toEqual([])
    expect(world.rows("select id from outbox where kind = 'payment-returned'")).toHaveLength(2)
    const moved = standing(world, 2)
    expect(moved.length).toBeGreaterThan(2)
    expect(
      world.rows(
        `select booking_reference from bookings where stays_cents > 0
           or (departure_id = 2 and exists (select 1 from refunds where booking_id = bookings.id and reason = 'cancellation'))`,
      ),
    ).toEqual([])
    const canceled = world.mailbox.messages().filter(({ subject }) => subject.startsWith('Canceled: '))
    for (const { email } of leads)
      expect(
        new Set(canceled.filter(({ to }) => to.includes(email)).map(({ messageId }) => messageId)).size,
        email,
      ).toBe(1)
    expect(world.kills).toBe(Math.floor(POINTS / DIES_AT_EVERY))
  },
  patiently(120_000),
)
