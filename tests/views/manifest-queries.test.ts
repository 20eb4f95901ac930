import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { seatParty } from '#app/bookings/party.server'
import { cents } from '#app/platform/money'
import { sealing } from '#app/travelers/details.server'
import { manifest } from '#app/views/manifest.server'
import { db, immediately, sqlite } from '#db/connection.server'
import { bookings, travelerDetails, travelers } from '#db/schema/bookings'
import { minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import { nothingBooked } from '#tests/fixtures/payments'

// The manifest of five hundred is asked for in a few questions, each answered by an index.

beforeEach(nothingBooked)

/** Couples in a double room, written past the checkout, each with details. */
function couples(count: number) {
  for (let index = 0; index < count; index += 1)
    immediately((tx) => {
      const booking = tx
        .insert(bookings)
        .values({
          reference: `TS-${String(index).padStart(6, '0')}`,
          departureId: theDeparture().id,
          roomType: 'double',
          travelers: 2,
          paymentType: 'deposit',
          status: 'deposit_paid',
          customerName: `Wanjiru Kamau ${index}`,
          customerEmail: `w${index}@example.com`,
          customerAddress: 'A',
          customerCity: 'B',
          customerState: 'C',
          customerZipCode: 'D',
          customerCountry: 'E',
          totalCents: cents(900_000),
          depositCents: cents(100_000),
          agreedDepositCents: cents(100_000),
          refundTerms: '-',
          holdEndsAt: minutesAfter(30),
          browserDigest: randomUUID(),
          checkoutKey: randomUUID(),
          linkToken: randomUUID(),
          createdAt: NOON,
          updatedAt: NOON,
        })
        .returning()
        .get()
      const seat = {
        roomType: 'double',
        priceCents: cents(450_000),
        offCents: cents(0),
        codeOffCents: cents(0),
      } as const
      seatParty(booking, [seat, seat], NOON, tx)
    })
  for (const { id } of db.select({ id: travelers.id }).from(travelers).all())
    db.insert(travelerDetails)
      .values({
        travelerId: id,
        diet: 'Vegetarian',
        sealedPassportNumber: sealing.seal('X1234567', { travelerId: id, field: 'passportNumber' }),
        updatedAt: NOON,
      })
      .run()
}

/** The statements of the database that a command takes. */
function statements(command: () => void): string[] {
  const { prototype } = sqlite.prepare('select 1').constructor
  const ways = ['all', 'get', 'run', 'iterate'] as const
  const own = ways.map((way) => prototype[way])
  const asked: string[] = []
  for (const [index, way] of ways.entries())
    prototype[way] = function (...values: unknown[]) {
      asked.push(this.source)
      return own[index].apply(this, values)
    }
  try {
    command()
  } finally {
    for (const [index, way] of ways.entries()) prototype[way] = own[index]
  }
  return asked
}

test('five hundred travelers take as few statements as two', () => {
  const asked = () => statements(() => expect(manifest(theDeparture()).length).toBeGreaterThan(0)).length
  couples(1)
  const ofTwo = asked()
  expect(ofTwo).toBeGreaterThan(2)
  expect(ofTwo).toBeLessThanOrEqual(8)
  nothingBooked()
  couples(250)
  expect(manifest(theDeparture()).flatMap((room) => room.travelers)).toHaveLength(500)
  expect(asked()).toBe(ofTwo)
})

test('every question of it is answered by an index', () => {
  couples(1)
  const questions = [...new Set(statements(() => manifest(theDeparture())))].filter(
    (query) => /^(select|with)/i.test(query) && /travelers|bookings/.test(query),
  )
  expect(questions.length).toBeGreaterThan(2)
  for (const query of questions) {
    const places = query.match(/\?/g)?.length ?? 0
    const plan = sqlite.prepare(`explain query plan ${query}`).all(...Array(places).fill(1)) as {
      detail: string
    }[]
    for (const { detail } of plan)
      expect(detail, query).not.toMatch(/^SCAN (bookings|travelers|traveler_details|rooms)(?! USING)/)
  }
})
