import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsByDueDate } from '#app/bookings/installments/installment-list.server'
import { partyOf } from '#app/bookings/party.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { postponeInstallment } from '#app/money/changes/installment-days.server'
import { changeOrReplaceTraveler } from '#app/money/changes/party/another-person.server'
import { setEachPays } from '#app/money/changes/party/each-pays.server'
import { stopAutopay } from '#app/money/changes/paying/agree-to-autopay.server'
import { writeOff, writeOffQuote } from '#app/money/changes/write-off.server'
import { liveConsentsOf } from '#app/money/payments/autopay-consents.server'
import { sendManualReminder } from '#app/money/reminders/manual-reminder.server'
import { sendOverdueNotices, whatWillBeSent } from '#app/money/reminders/send-due-reminders.server'
import { reminderRuns } from '#app/server/schedule/daily-jobs.server'
import { db } from '#db/connection.server'
import { outbox, reminders } from '#db/schema/mail'
import { siteSettings } from '#db/schema/site'
import { mailbox, stripeSandbox } from '#tests/fixtures/environment'
import { aStaffMember, cancel } from '#tests/fixtures/paid-bookings'
import { anOpenTour, leaves } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import {
  ACHIENG,
  aSharingParty,
  type Companion,
  linkOf,
  mailsOfKind,
  paysBy,
} from '#tests/fixtures/sharing-parties'
import { days, letters, nothingAgreed, overdueNoticesTo as noticesTo, on } from './an-agreed-booking'
import { paysAndAgrees, theClockIs } from './charged-by-agreement'

// Where each of a party pays their own, a share whose automatic charge was declined has overdue notices of
// its own, counted from the charge; the others' go on without it.

beforeEach(() => {
  nothingAgreed()
  db.delete(outbox).run()
  anOpenTour()
  db.update(siteSettings).set({ offersAutopay: true }).run()
  theClockIs('2025-08-01')
})

const LEWA = { name: 'Lewa Otieno', email: 'lewa@example.com' }
const FOR_GOOD = {
  says: 'declines',
  declineCode: 'lost_card',
  adviceCode: 'do_not_try_again',
} as const
/** The overdue notices of one who was declined on the due day, and is not charged again. */
const THREE = ['2025-09-23 overdue', '2025-09-29 second-overdue', '2025-10-13 last-overdue']

/** Achieng's share of the installment of Sep 15 is declined on that day for good; nobody else has paid. */
async function declinedOnItsDay(...companions: Companion[]): Promise<Booking> {
  const booking = await aSharingParty(...companions)
  await decline(booking, 2)
  return booking
}

async function decline(booking: Booking, position: number): Promise<void> {
  const consent = await paysAndAgrees(booking, linkOf(booking, position))
  for (const { position: other } of partyOf(booking.id))
    if (other !== position) await paysBy(linkOf(booking, other), { at: on('2025-08-02') })
  await days('2025-09-06', '2025-09-14')
  stripeSandbox.nextAnswers(String(consent.stripeMethodId), FOR_GOOD)
  await days('2025-09-15', '2025-09-15')
}

const writesOff = (booking: Booking, at: Date) => {
  const { reference } = booking
  const quoted = digestOf(writeOffQuote(bookingNow(booking), at))
  return writeOff(
    { reference, quoted, reason: 'Lost her work', formKey: randomUUID() },
    aStaffMember(),
    () => at,
  )
}

const isReplaced = (booking: Booking, at: Date) =>
  changeOrReplaceTraveler(
    partyOf(booking.id)[1]?.id ?? 0,
    { name: 'Lewa Otieno', passportName: '', email: LEWA.email, isAnotherPerson: true },
    aStaffMember(),
    at,
  )

test('they are three, from seven days after the charge; the others have theirs by the installment’s day', async () => {
  const booking = await declinedOnItsDay(ACHIENG, LEWA)
  await days('2025-09-16', '2025-10-14')
  expect(noticesTo('achieng@example.com')).toEqual([
    '2025-09-23 overdue',
    '2025-09-29 second-overdue',
    '2025-10-13 last-overdue',
  ])
  expect(noticesTo('lewa@example.com')).toEqual([
    '2025-09-16 overdue',
    '2025-09-22 second-overdue',
    '2025-10-06 last-overdue',
  ])
  // The booking is one contract: the lead traveler reads of each.
  expect(noticesTo(booking.customerEmail)).toEqual([
    '2025-09-16 overdue',
    '2025-09-22 second-overdue',
    '2025-09-23 overdue',
    '2025-09-29 second-overdue',
    '2025-10-06 last-overdue',
    '2025-10-13 last-overdue',
  ])
  const [ofAll, ofHers, ...more] = mailsOfKind('reminder-overdue').filter(
    ({ to }) => to === booking.customerEmail,
  )
  expect(more).toEqual([])
  expect(ofAll?.text).toContain('Lewa: $2,000 You: $2,000')
  expect(ofAll?.text).not.toContain('Achieng')
  expect(ofHers?.text).toContain('We have not received $2,000 for your seats on the')
  expect(ofHers?.text).toContain('We have written to Achieng. Your booking is one contract')
  expect(ofHers?.text).toContain(`/pay/${booking.linkToken}?whose=2`)
  expect(ofHers?.text).not.toContain('Lewa')
  expect(ofHers?.text).not.toContain('You: $')
  const hers = mailsOfKind('reminder-overdue').find(({ to }) => to === 'achieng@example.com')
  expect(hers?.text).toContain('We have not received $2,000 for your seat on the')
  expect(hers?.text).toContain(`/pay/${linkOf(booking, 2)}`)
  expect(hers?.text).not.toContain(booking.linkToken)
})

test('they are told to staff, each once and of whom', async () => {
  await declinedOnItsDay(ACHIENG)
  await days('2025-09-16', '2025-10-14')
  const toStaff = mailsOfKind('staff-overdue')
  expect(toStaff.map(({ subject }) => subject.replace(/:.*| \(.*/, ''))).toEqual([
    '$4,000 overdue for 7 days',
    '$2,000 overdue for 14 days',
    '$4,000 overdue for 21 days',
    '$2,000 overdue for 28 days',
  ])
  expect(toStaff[1]?.text).toContain('Achieng Otieno of the party of')
})

test('they come where nobody else owes anything, and no others do', async () => {
  const booking = await declinedOnItsDay(ACHIENG)
  await paysBy(booking.linkToken, { at: on('2025-09-15', 18) })
  await days('2025-09-16', '2025-10-14')
  expect(noticesTo('achieng@example.com')).toEqual(THREE)
  expect(noticesTo(booking.customerEmail)).toEqual(THREE)
  expect(mailsOfKind('staff-overdue')).toHaveLength(2)
})

test('they come of a lead traveler’s own share to them alone', async () => {
  const booking = await aSharingParty(ACHIENG)
  await decline(booking, 1)
  await paysBy(linkOf(booking, 2), { at: on('2025-09-15', 18) })
  await days('2025-09-16', '2025-10-14')
  expect(noticesTo(booking.customerEmail)).toEqual(THREE)
  expect(noticesTo('achieng@example.com')).toEqual([])
  expect(mailsOfKind('reminder-overdue')[0]?.text).toContain('This is yours.')
})

test.each<[string, (booking: Booking) => unknown]>([
  ['they have paid', (booking) => paysBy(linkOf(booking, 2), { at: on('2025-09-24') })],
  [
    'the lead traveler has paid their share',
    (booking) => paysBy(booking.linkToken, { whose: 2, at: on('2025-09-24') }),
  ],
  ['they travel no more', (booking) => leaves(booking, 2, on('2025-09-24'))],
  [
    'the lead traveler pays for everybody again',
    ({ reference }) => setEachPays({ reference, eachPays: false }, null, () => on('2025-09-24')),
  ],
  ['what is late was written off', (booking) => writesOff(booking, on('2025-09-24'))],
  ['the booking is canceled', (booking) => cancel(bookingNow(booking), on('2025-09-24'))],
])('they stop once %s, one that waits for the mail server too', async (_, happens) => {
  const booking = await declinedOnItsDay(ACHIENG)
  await days('2025-09-16', '2025-09-22')
  await days('2025-09-23', '2025-09-23', { lettersWait: true })
  expect(noticesTo('achieng@example.com')).toEqual(['2025-09-23 overdue'])
  await happens(booking)
  await days('2025-09-24', '2025-10-14')
  expect(noticesTo('achieng@example.com')).toEqual([])
  expect(mailsOfKind('reminder-overdue').filter(({ text }) => text.includes('Achieng'))).toEqual([])
})

test('they go on for the rest of a part payment, without those that were sent', async () => {
  const booking = await declinedOnItsDay(ACHIENG)
  await days('2025-09-16', '2025-09-24')
  await paysBy(linkOf(booking, 2), { amount: 50_000, at: on('2025-09-25') })
  await days('2025-09-25', '2025-09-30')
  expect(noticesTo('achieng@example.com')).toEqual(THREE.slice(0, 2))
  const [, second] = mailsOfKind('reminder-second-overdue').filter(({ to }) => to === booking.customerEmail)
  expect(second?.text).toContain('We are still waiting for $1,500')
})

test('they go to another person who travels in their place, and to the former one no more', async () => {
  const booking = await declinedOnItsDay(ACHIENG)
  await days('2025-09-16', '2025-09-22')
  await days('2025-09-23', '2025-09-23', { lettersWait: true })
  expect(isReplaced(booking, on('2025-09-24'))).toHaveProperty('changed')
  await days('2025-09-24', '2025-10-14')
  expect(noticesTo('achieng@example.com')).toEqual([])
  expect(noticesTo(LEWA.email)).toEqual(THREE.slice(1))
})

test('with a postponed day they are like any other’s, where it is not charged again', async () => {
  const booking = await declinedOnItsDay(ACHIENG)
  await days('2025-09-16', '2025-09-24')
  const [consent] = liveConsentsOf(booking.id)
  if (consent) stopAutopay(consent, null, on('2025-09-24', 20))
  const { name, owedCents, dueOn } = amountsOwed(bookingNow(booking)).installments[1] ?? {}
  const wish = { reference: booking.reference, number: 2, dueOn: '2025-09-28', note: '', formKey: 'later' }
  const quoted = digestOf({ name, owedCents, dueOn })
  expect(
    await postponeInstallment({ ...wish, quoted }, aStaffMember(), () => on('2025-09-25')),
  ).toHaveProperty('postponed')
  await days('2025-09-25', '2025-10-06')
  for (const to of ['achieng@example.com', booking.customerEmail])
    expect(noticesTo(to).slice(-2)).toEqual(['2025-09-29 overdue', '2025-10-05 second-overdue'])
  expect(mailsOfKind('reminder-overdue').at(-2)?.text).toContain('Achieng: $2,000 You: $2,000')
})

test('one by hand goes to everyone who owes, and counts for those who are due it now', async () => {
  const booking = await declinedOnItsDay(ACHIENG)
  const byHand = (at: Date) =>
    sendManualReminder(
      {
        ...{ reference: booking.reference, installmentNumber: 2, daysUntilDue: 0, confirmed: true },
        formKey: randomUUID(),
      },
      aStaffMember(),
      at,
    )
  await days('2025-09-16', '2025-09-20')
  expect(byHand(on('2025-09-20', 18))).toMatchObject({ sent: 'overdue' })
  // She was just told of the decline.
  expect(noticesTo('achieng@example.com')).toEqual([])
  await days('2025-09-21', '2025-09-28')
  expect(byHand(on('2025-09-29', 8))).toMatchObject({ sent: 'second-overdue' })
  await days('2025-09-29', '2025-10-14')
  expect(noticesTo('achieng@example.com')).toEqual(THREE)
})

test('what waits is one letter to each, in its most pressing kind', async () => {
  const booking = await declinedOnItsDay(ACHIENG)
  await days('2025-09-16', '2025-09-22')
  mailbox.clear()
  await days('2025-09-23', '2025-09-29', { lettersWait: true })
  await letters(on('2025-09-29', 18))
  const arrived = mailbox.messages().filter(({ subject }) => /verdue: /.test(subject))
  expect(arrived.map(({ to, subject }) => `${to} ${subject.split(':')[0]}`).sort()).toEqual([
    'achieng@example.com Still overdue',
    `${booking.customerEmail} Still overdue`,
  ])
  await days('2025-09-30', '2025-10-14')
  expect(noticesTo('achieng@example.com')).toEqual(THREE.slice(1))
})

test('they are forecast for whom, on their days', async () => {
  const booking = await declinedOnItsDay(ACHIENG)
  const at = on('2025-09-20', 12)
  const sends = (day: string) =>
    whatWillBeSent(day, at, reminderRuns(at)).sends.map(({ kind, traveler, owedCents, goesTo }) => [
      ...[kind, traveler, owedCents, goesTo],
    ])
  const hers = ['Achieng', 200_000, [booking.customerName, 'Achieng Otieno']]
  expect(sends('2025-09-22')).toEqual([['second-overdue', null, 400_000, [booking.customerName]]])
  expect(sends('2025-09-23')).toEqual([['overdue', ...hers]])
  expect(sends('2025-09-29')).toEqual([['second-overdue', ...hers]])
  await days('2025-09-21', '2025-10-08')
  const later = on('2025-10-08', 12)
  expect(whatWillBeSent('2025-10-13', later, reminderRuns(later)).sends).toMatchObject([
    { kind: 'last-overdue', traveler: 'Achieng' },
  ])
})

describe('written in one run with the others’, of the same kind', () => {
  const claims = () =>
    db
      .select({ kind: reminders.kind, forTravelerId: reminders.forTravelerId })
      .from(reminders)
      .where(eq(reminders.kind, 'second-overdue'))
      .orderBy(reminders.id)
      .all()

  async function waitsWithTheOthers() {
    const booking = await declinedOnItsDay(ACHIENG)
    await days('2025-09-16', '2025-09-16')
    await sendOverdueNotices(on('2025-09-29', 10))
    const others = { kind: 'second-overdue', forTravelerId: null }
    const hers = { kind: 'second-overdue', forTravelerId: partyOf(booking.id)[1]?.id }
    expect(claims()).toEqual([others, hers])
    return { booking, others, hers }
  }

  test('they stand where the others have paid', async () => {
    const { booking, hers } = await waitsWithTheOthers()
    await paysBy(booking.linkToken, { at: on('2025-09-29', 11) })
    await letters(on('2025-09-29', 12))
    expect(claims()).toEqual([hers])
    expect(noticesTo('achieng@example.com')).toEqual(['2025-09-29 second-overdue'])
    expect(noticesTo(booking.customerEmail).slice(1)).toEqual(['2025-09-29 second-overdue'])
  })

  test('the others’ stand where they have paid', async () => {
    const { booking, others } = await waitsWithTheOthers()
    await paysBy(linkOf(booking, 2), { at: on('2025-09-29', 11) })
    await letters(on('2025-09-29', 12))
    expect(claims()).toEqual([others])
    expect(noticesTo('achieng@example.com')).toEqual([])
    expect(noticesTo(booking.customerEmail).slice(1)).toEqual(['2025-09-29 second-overdue'])
  })
})

test('staff read in the list of installments whose the last one was', async () => {
  await declinedOnItsDay(ACHIENG)
  const last = () =>
    installmentsByDueDate('unpaid', null, { today: '2025-09-23', until: '2025-09-30' }, 10)[0]?.lastReminder
  await days('2025-09-16', '2025-09-22')
  expect(last()).toEqual({ kind: 'reminder-second-overdue', traveler: null })
  await days('2025-09-23', '2025-09-23')
  expect(last()).toEqual({ kind: 'reminder-overdue', traveler: { name: 'Achieng Otieno', position: 2 } })
})
