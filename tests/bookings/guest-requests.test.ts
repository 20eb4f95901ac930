import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import {
  answerRequest,
  askedOn,
  askStaff,
  finishRequest,
  type GuestRequest,
  GuestRequestForm,
  openRequestsOf,
  requestsWaiting,
  takeRequestBack,
} from '#app/bookings/guest-requests.server'
import { partyOf } from '#app/bookings/party.server'
import { BOOKING_LINKS, sendBookingLinks } from '#app/bookings/send-booking-links.server'
import { changeLead, leadSummary } from '#app/money/changes/party/change-lead.server'
import { historyOf } from '#app/views/history.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { aTraveler, minutesAfter, NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, cancel } from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked } from '#tests/fixtures/payments'
import { letters } from '#tests/travelers/guests'

// What a traveler asks staff to do, on their own page.

beforeEach(() => {
  nothingBooked()
  db.delete(auditLog).run()
  db.delete(outbox).run()
})

const change = { kind: 'change', message: 'A single room, please.' } as const
const leave = { kind: 'cancel', message: '' } as const

test('a request reaches staff by mail and waits until it is marked as done', async () => {
  const { booking } = await aPaidBooking()
  const asked = askStaff(booking.id, change, minutesAfter(1))
  if ('refused' in asked) throw new Error(asked.refused)
  expect(letters('staff-guest-request')).toMatchObject([
    { subject: `Guest request for a change: ${booking.reference}, ${booking.customerName}` },
  ])
  expect(letters('staff-guest-request')[0]?.text).toContain('A single room, please.')
  const headers = db.select({ kind: outbox.kind, headers: outbox.headers }).from(outbox).all()
  for (const kind of ['staff-guest-request', 'staff-new-booking'])
    expect(headers).toContainEqual({ kind, headers: { 'Reply-To': booking.customerEmail } })
  expect(requestsWaiting()).toMatchObject({
    count: 1,
    rows: [{ reference: booking.reference, kind: 'change' }],
  })

  const staff = aStaffMember()
  const { booking: other } = await aPaidBooking()
  expect(finishRequest(asked.requestId, other, staff, minutesAfter(2))).toBe(false)
  expect(finishRequest(asked.requestId, booking, staff, minutesAfter(2))).toBe(true)
  expect(finishRequest(asked.requestId, booking, staff, minutesAfter(3))).toBe(false)
  expect([requestsWaiting().count, openRequestsOf(booking.id)]).toEqual([0, []])
  const said = historyOf(`booking:${booking.reference}`, { from: 'start' })
  expect(JSON.stringify(said)).toContain('closed a request of')
})

const asked = (booking: Booking, request: GuestRequest, at: Date) => {
  const stored = askStaff(booking.id, request, at)
  if ('refused' in stored) throw new Error(stored.refused)
  return stored.requestId
}

test('who asks gets an email with their words, the promise, the terms and the way to take it back', async () => {
  const { booking } = await aPaidBooking()
  asked(booking, { kind: 'cancel', message: 'My mother is ill.' }, minutesAfter(1))
  const [{ subject = '', text = '', to = '' } = {}] = letters('guest-request-received')
  expect([subject, to]).toEqual([`We received your request: ${booking.reference}`, booking.customerEmail])
  for (const words of [
    'you asked to cancel.',
    'My mother is ill.',
    'within 24 hours',
    'Nothing has changed yet',
    `/booking/${booking.linkToken}`,
    'Until Jul 1, 2025: Everything back',
  ])
    expect(text).toContain(words)
})

test('a request can be taken back until staff have answered, and then counts no more', async () => {
  const { booking } = await aPaidBooking()
  const { booking: other } = await aPaidBooking()
  const id = asked(booking, { kind: 'cancel', message: '' }, minutesAfter(1))
  expect(takeRequestBack(id, other, minutesAfter(2))).toBe(false)
  expect(takeRequestBack(id, booking, minutesAfter(2))).toBe(true)
  expect(takeRequestBack(id, booking, minutesAfter(3))).toBe(false)
  expect([openRequestsOf(booking.id), askedOn(booking.id, 'cancel'), requestsWaiting().count]).toEqual([
    [],
    null,
    0,
  ])
  expect(letters('staff-request-taken-back')).toMatchObject([
    { subject: `Guest request taken back: ${booking.reference}, ${booking.customerName}` },
  ])
  expect(JSON.stringify(historyOf(`booking:${booking.reference}`, { from: 'start' }))).toContain(
    'took back a request',
  )
  const again = asked(booking, change, minutesAfter(4))
  finishRequest(again, booking, aStaffMember(), minutesAfter(5))
  expect(takeRequestBack(again, booking, minutesAfter(6))).toBe(false)
})

test.each([
  ['answered', 'Here is our answer'],
  ['declined', 'We’re sorry, we can’t do what you asked for'],
] as const)('staff answer by a letter, and the request is closed once: %s', async (as, opening) => {
  const { booking } = await aPaidBooking()
  const id = asked(booking, change, minutesAfter(1))
  const answer = { as, words: 'The lodge has\nno single rooms left.' }
  expect(answerRequest(id, booking, answer, aStaffMember(), minutesAfter(2))).toBe(true)
  expect(answerRequest(id, booking, answer, aStaffMember(), minutesAfter(3))).toBe(false)
  expect(takeRequestBack(id, booking, minutesAfter(3))).toBe(false)
  expect(openRequestsOf(booking.id)).toEqual([])
  const sent = letters('guest-request-answered')
  expect(sent).toHaveLength(1)
  for (const words of [opening, 'no single rooms left.', 'A single room, please.', booking.linkToken])
    expect(sent[0]?.text).toContain(words)
  const said = JSON.stringify(historyOf(`booking:${booking.reference}`, { from: 'start' }))
  expect(said).toContain(as === 'declined' ? 'declined a request of' : 'answered a request of')
  expect(said).not.toContain('no single rooms left')
})

test('who leads a booking since reads the answer, and not what was asked in confidence', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  const id = asked(booking, { kind: 'change', message: 'She must not know yet.' }, minutesAfter(1))
  const next = partyOf(booking.id)[1]
  if (!next) throw new Error('Nobody travels along')
  const { words, version } = leadSummary(booking, next)
  const typed = { ...words, name: 'Amina Odera', email: 'amina@example.com', phone: undefined }
  const wish = { reference: booking.reference, travelerId: next.id, version, formKey: 'led' }
  expect(await changeLead({ ...typed, ...wish }, aStaffMember(), () => minutesAfter(2))).toHaveProperty(
    'changed',
  )
  const led = bookingNow(booking)
  expect(answerRequest(id, led, { as: 'answered', words: 'Gladly.' }, aStaffMember(), minutesAfter(3))).toBe(
    true,
  )
  expect(letters('guest-request-received')).toMatchObject([{ to: booking.customerEmail }])
  const [{ to = '', text = '' } = {}] = letters('guest-request-answered')
  expect(to).toBe('amina@example.com')
  expect(text).toContain('The former lead traveler asked for a change on June 1, 2025. Here is our answer:')
  expect(text).not.toContain('must not know')
})

test('one of each kind is open at a time, and four a day are the most', async () => {
  const { booking } = await aPaidBooking()
  const staff = aStaffMember()
  const again = (minute: number) => {
    const asked = askStaff(booking.id, leave, minutesAfter(minute))
    if ('requestId' in asked) finishRequest(asked.requestId, booking, staff, minutesAfter(minute))
    return 'refused' in asked ? asked.refused : 'asked'
  }
  expect(askStaff(booking.id, change, NOON)).toHaveProperty('requestId')
  expect(askStaff(booking.id, change, minutesAfter(1))).toEqual({ refused: 'already-open' })
  expect([2, 3, 4, 5].map(again)).toEqual(['asked', 'asked', 'asked', 'too-many'])
  expect(again(24 * 60 + 6)).toBe('asked')
  expect(letters('staff-guest-request')).toHaveLength(5)
})

test('staff read what is asked for, in the letter and in the history', async () => {
  const { booking } = await aPaidBooking()
  expect(askStaff(booking.id, change, NOON)).toHaveProperty('requestId')
  const later = askStaff(booking.id, { kind: 'pay-later', message: '' }, minutesAfter(1))
  if ('refused' in later) throw new Error(later.refused)
  expect(letters('staff-guest-request')[1]).toMatchObject({
    subject: `Guest request for more time to pay: ${booking.reference}, ${booking.customerName}`,
    text: expect.stringContaining(`${booking.customerName} asks for more time to pay.`),
  })
  finishRequest(later.requestId, booking, aStaffMember(), minutesAfter(2))
  const said = JSON.stringify(historyOf(`booking:${booking.reference}`, { from: 'start' }))
  expect(said.match(/for more time to pay/g)).toHaveLength(2)
})

test('only something else needs words', () => {
  const answered = (kind: string, message?: string) => {
    const { success, error } = GuestRequestForm.safeParse({ kind, message })
    return success || error?.issues[0]?.message
  }
  for (const kind of ['contact', 'pay-later', 'move', 'room', 'join', 'leave', 'cancel'])
    expect(answered(kind)).toBe(true)
  expect(answered('change')).toBe('Please tell us what to change')
  expect(answered('change', 'A room with a view')).toBe(true)
  expect(answered('upgrade')).toBe('Please choose what to change')
})

test('nothing is asked of a booking that has ended, or once the journey has begun', async () => {
  const { booking } = await aPaidBooking()
  expect(askStaff(booking.id, change, new Date('2025-10-16T17:00:00Z'))).toEqual({ refused: 'over' })
  await cancel(booking)
  expect(askStaff(booking.id, change, NOON)).toEqual({ refused: 'over' })
})

test('a mailbox gets its links five times a day, however it is spelled', async () => {
  const booked = ['j.doe@gmail.com', 'JDoe+kenya@googlemail.com', 'j.doe@example.com', 'jdoe@example.com']
  for (const email of booked) await aPaidBooking({ traveler: aTraveler({ email }) })
  const sent = (email: string, minutes: number) => sendBookingLinks(email, minutesAfter(minutes))
  expect(sent(booked[0] ?? '', 0)).toBe(true)
  expect(sent(booked[1] ?? '', 9)).toBe(false)
  for (let time = 1; time < BOOKING_LINKS.aDay; time += 1)
    expect(sent(booked[time % 2] ?? '', time * 10)).toBe(true)
  for (const minutes of [60, 12 * 60, 24 * 60 - 1]) expect(sent(booked[0] ?? '', minutes)).toBe(false)
  expect(letters('booking-links')).toHaveLength(BOOKING_LINKS.aDay)
  expect(sent(booked[0] ?? '', 24 * 60)).toBe(true)
  expect(sent(booked[0] ?? '', 24 * 60 + 9)).toBe(false)
  // To a server that is not Gmail they may be two people: neither shuts out the other.
  expect([sent(booked[2] ?? '', 60), sent(booked[3] ?? '', 60)]).toEqual([true, true])
})
