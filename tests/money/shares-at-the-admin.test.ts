import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import { withdrawLink } from '#app/money/changes/paying/somebody-else.server'
import { payerByLink } from '#app/money/payments/payers.server'
import { moneyQuote } from '#app/money/refunds/orders.server'
import { moveClockTo } from '#app/platform/clock.server'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { bookingPage } from '#app/routes/admin/bookings/booking-page.server'
import { action } from '#app/routes/admin/bookings/commands/route'
import { loader as paymentsFile } from '#app/routes/admin/bookings/export-payments'
import { beginHere } from '#app/server/guards/staff-session.server'
import { movementsPage } from '#app/views/movements-page.server'
import { history } from '#tests/fixtures/disputes'
import { NOON } from '#tests/fixtures/orders'
import { aStaffMember } from '#tests/fixtures/paid-bookings'
import { anOpenTour } from '#tests/fixtures/party-changes'
import { atNoon, bookingNow } from '#tests/fixtures/payments'
import {
  ACHIENG,
  aSharingParty,
  BARAKA,
  linkFor,
  linkOf,
  opensPage,
  paysBy,
} from '#tests/fixtures/sharing-parties'

// What staff see of a party of which each pays their own share, and what they do for it.

const ADMIN = 'http://localhost:3000/admin'
let cookie = ''

beforeAll(async () => {
  const [session = ''] = (await beginHere(new Request(ADMIN), aStaffMember())).getSetCookie()
  cookie = session.split(';')[0] ?? ''
})

beforeEach(() => {
  anOpenTour()
  moveClockTo(NOON)
})

const pageOf = (booking: Booking) => bookingPage(bookingNow(booking), aStaffMember(), new URLSearchParams())

test('the booking’s page says of each their share, what is paid and left, and who paid', async () => {
  const booking = await aSharingParty(ACHIENG, BARAKA)
  await paysBy(booking.linkToken, { whose: 3 })
  await paysBy(linkOf(booking, 2))
  await paysBy(linkFor(linkOf(booking, 2), 'Grace Otieno', 50_000).linkToken)
  expect(pageOf(booking).shares).toMatchObject([
    { name: booking.customerName, shareCents: 450_000, paidCents: 50_000, owedCents: 400_000, paidBy: [] },
    {
      name: 'Achieng Otieno',
      ...{ paidCents: 300_000, owedCents: 150_000, paidBy: ['Achieng Otieno', 'Grace Otieno'] },
      payLink: expect.stringContaining(linkOf(booking, 2)),
    },
    { name: 'Baraka Mwangi', paidCents: 250_000, owedCents: 200_000, paidBy: [booking.customerName] },
  ])
})

test('where one pays for everybody, there are no shares', async () => {
  const booking = await aSharingParty(ACHIENG)
  expect(await post(booking, 'one-pays')).toBe(302)
  expect(pageOf(booking)).toMatchObject({ shares: null, acts: { eachPays: true, onePays: false } })
  expect(await post(booking, 'each-pays')).toBe(302)
  expect(pageOf(booking)).toMatchObject({ acts: { eachPays: false, onePays: true } })
  const [again, ended] = history(booking)
  expect(again).toContain('Wambui let each of the party pay their own share of')
  expect(ended).toContain('Wambui had one pay for everybody again of')
})

test('each payment page that is open has a notice, with whose share it pays and who opened it', async () => {
  const booking = await aSharingParty(ACHIENG)
  await opensPage(booking.linkToken)
  await opensPage(linkOf(booking, 2))
  expect(pageOf(booking).openPages).toMatchObject([
    { amountCents: 200_000, share: booking.customerName, paidBy: null },
    { amountCents: 200_000, share: 'Achieng Otieno', paidBy: 'Achieng Otieno' },
  ])
})

test('links for somebody else are listed, with what has become of them', async () => {
  const booking = await aSharingParty(ACHIENG)
  const paid = linkFor(linkOf(booking, 2), 'Grace Otieno', 50_000)
  await paysBy(paid.linkToken)
  const withdrawn = linkFor(booking.linkToken, 'Uncle Tom', 20_000)
  const lead = payerByLink(booking.linkToken)
  if (lead) await withdrawLink(lead, withdrawn.id, atNoon)
  const open = linkFor(booking.linkToken, 'Aunt Rose', 30_000)
  expect(pageOf(booking).payerLinks).toMatchObject([
    { payerName: 'Grace Otieno', share: 'Achieng Otieno', amountCents: 50_000, state: 'paid', address: null },
    { payerName: 'Uncle Tom', share: booking.customerName, state: 'withdrawn', address: null },
    { payerName: 'Aunt Rose', state: 'open', address: expect.stringContaining(open.linkToken) },
  ])
})

/** A dialog of the booking's page, confirmed; its status, or what it refuses. */
async function post(booking: Booking, dialog: string, typed: Record<string, string> = {}) {
  const request = new Request(`${ADMIN}/bookings/${booking.reference}/${dialog}`, {
    method: 'POST',
    body: new URLSearchParams({ formKey: randomUUID(), ...typed }),
    headers: { Cookie: cookie },
  })
  const answer = await action({ request, params: { reference: booking.reference }, context: {} })
  if (answer instanceof Response) return answer.status
  const { result } = (answer as { data: { result: { error?: Record<string, string[]> } } }).data
  return Object.values(result.error ?? {}).flat()
}

const recorded = (booking: Booking, amount: string, share: string) =>
  post(booking, 'payment', {
    ...{ direction: 'in', method: 'wire', amount, share },
    quoted: digestOf(moneyQuote(bookingNow(booking))),
  })

test('a payment by hand counts for the share that staff choose, or for everybody', async () => {
  const booking = await aSharingParty(ACHIENG)
  const companion = String(partyOf(booking.id)[1]?.id)
  expect(await recorded(booking, '4500', companion)).toEqual([
    'At most $4,000 of this share is left to pay. Choose “Everybody” for more',
  ])
  expect(await recorded(booking, '100', '999999')).toEqual([
    'This traveler is no longer on the booking. Please choose again.',
  ])
  expect(await recorded(booking, '1500', companion)).toBe(302)
  const paid = () => sharesOwed(bookingNow(booking)).map(({ paidCents }) => paidCents)
  expect(paid()).toEqual([50_000, 200_000])
  expect(await recorded(booking, '650', 'all')).toBe(302)
  expect(paid().reduce((sum, amount) => sum + amount, 0)).toBe(315_000)
})

test('the payments page and its file name whose share it was, and who paid', async () => {
  const booking = await aSharingParty(ACHIENG)
  await paysBy(linkOf(booking, 2))
  await paysBy(linkFor(linkOf(booking, 2), 'Grace Otieno', 50_000).linkToken)
  await paysBy(booking.linkToken)
  const days = { from: '2025-06-01', to: '2025-06-01' }
  const [day] = movementsPage(days, requestedPage(new URLSearchParams())).days
  expect(day?.rows.filter(({ reference }) => reference === booking.reference).map(({ of }) => of)).toEqual([
    '',
    'Achieng Otieno’s share, paid by Achieng Otieno',
    'Achieng Otieno’s share, paid by Grace Otieno',
    `${booking.customerName}’s share`,
  ])
  expect(pageOf(booking).movements.map(({ of }) => of)).toEqual(day?.rows.map(({ of }) => of))
  const request = new Request(`${ADMIN}/payments.csv?${new URLSearchParams(days)}`, {
    headers: { Cookie: cookie },
  })
  const answer = (await paymentsFile({ request, params: {}, context: {} })) as Response
  const [head, ...lines] = (await answer.text()).trim().split('\n')
  expect(head).toMatch(/,Share of,Paid by$/)
  expect(lines.map((line) => line.split(',').slice(-2))).toEqual([
    ['', ''],
    ['Achieng Otieno', 'Achieng Otieno'],
    ['Achieng Otieno', 'Grace Otieno'],
    [booking.customerName, ''],
  ])
})
