import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { byStaff } from '#app/staff/audit-log.server'
import { leaveRoom, notifyLeftBehind, pairTravelers } from '#app/travelers/pair-travelers.server'
import { shareContact } from '#app/travelers/room-wishes.server'
import { db, immediately } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { auditLog } from '#db/schema/staff'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { aStaffMember, cancel } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'
import { addressesOf, aGuest, end, firstOf, letters, sleeping } from './guests'

const STAFF = byStaff(aStaffMember())

beforeEach(() => {
  nothingBooked()
  db.delete(auditLog).run()
})

type Guest = Awaited<ReturnType<typeof aGuest>>

const pair = (one: Guest, other: Guest, at = NOON) =>
  pairTravelers({ travelerId: one.traveler.id, withId: other.traveler.id }, STAFF, at)
const roomNow = ({ booking }: Guest) => firstOf(booking).roomId
const lastAct = ({ booking }: Guest) =>
  db
    .select({ action: auditLog.action, actor: auditLog.actor })
    .from(auditLog)
    .where(eq(auditLog.subject, `booking:${booking.reference}`))
    .orderBy(auditLog.id)
    .all()
    .at(-1)

describe('who is left behind', () => {
  test('is told once, and is alone again', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa Wekesa')]
    pair(amina, barasa)
    expect(notifyLeftBehind(NOON)).toBe(0)
    await cancel(barasa.booking)
    expect(sleeping()).toEqual(['Amina Ali'])

    expect(notifyLeftBehind(minutesAfter(5))).toBe(1)
    expect(notifyLeftBehind(minutesAfter(10))).toBe(0)
    const [letter, second] = letters('room-parted')
    expect(second).toBeUndefined()
    expect(letter?.to).toBe('amina@example.com')
    expect(letter?.text).toContain('with Barasa, whose travel plans have changed')
    expect(letter?.text).not.toContain('Wekesa')
    expect(roomNow(amina)).not.toBe(roomNow(barasa))
    expect(lastAct(amina)).toEqual({ action: 'travelers-parted', actor: 'schedule' })
  })

  test('has the bed free at once for somebody else', async () => {
    const [amina, barasa, chebet] = [
      await aGuest('Amina Ali'),
      await aGuest('Barasa W'),
      await aGuest('Chebet K'),
    ]
    pair(amina, barasa)
    end(barasa.booking, 'refunded')
    expect(pair(chebet, amina, minutesAfter(1))).toEqual({ done: true, isOneBooking: false })
    expect(sleeping()).toEqual(['Amina Ali + Chebet K'])
    expect(addressesOf('room-parted')).toEqual(['amina@example.com'])
    expect(notifyLeftBehind(minutesAfter(5))).toBe(0)
  })

  test('is told when a companion is taken off a party', async () => {
    const party = await aGuest('Otieno Odhiambo', { travelers: 3 })
    const amina = await aGuest('Amina Ali')
    const third = db.select().from(travelers).where(eq(travelers.position, 3)).get() ?? party.traveler
    pair({ ...party, traveler: third }, amina)
    shareContact(amina.booking.id, amina.traveler.id, true, NOON)
    immediately((tx) => {
      for (const { id } of [party.traveler, third]) leaveRoom(id, STAFF, NOON, tx)
      tx.delete(travelers).where(eq(travelers.id, third.id)).run()
    })
    expect(addressesOf('room-parted')).toEqual(['amina@example.com'])
    expect(firstOf(amina.booking)).toMatchObject({ sharesContact: false })
    expect(sleeping()).toEqual(['Amina Ali', 'Otieno Odhiambo + of Otieno Odhiambo'])
  })

  test('is not looked for after the journey', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa W')]
    pair(amina, barasa)
    end(barasa.booking)
    expect(notifyLeftBehind(new Date('2025-10-29T17:00:00Z'))).toBe(0)
    expect(letters('room-parted')).toEqual([])
  })
})
