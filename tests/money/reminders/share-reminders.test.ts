import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendDueMail } from '#app/mail/send-mail.server'
import { setEachPays } from '#app/money/changes/party/each-pays.server'
import { sendManualReminder } from '#app/money/reminders/manual-reminder.server'
import {
  sendDueReminders,
  sendOverdueNotices,
  whatWillBeSent,
} from '#app/money/reminders/send-due-reminders.server'
import { reminderAsOfNow } from '#app/money/reminders/write-reminder.server'
import { instantAt } from '#app/platform/days'
import { reminderRuns } from '#app/server/schedule/daily-jobs.server'
import { db } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { outbox, reminders } from '#db/schema/mail'
import { mailbox } from '#tests/fixtures/environment'
import { aStaffMember } from '#tests/fixtures/paid-bookings'
import { anOpenTour } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import {
  ACHIENG,
  aSharingParty,
  BARAKA,
  linkOf,
  mailsOfKind,
  opensPage,
  paysBy,
} from '#tests/fixtures/sharing-parties'
import { nothingSent } from './sent-reminders'

// Where each of a party pays their own share, a reminder goes to everyone who owes a part of it.

beforeEach(() => {
  nothingSent()
  anOpenTour()
  mailbox.clear()
  mailbox.refuse(false)
})

const on = (day: string, hour = 9) => instantAt(day, hour, 'America/Chicago')
const A_WEEK_BEFORE = '2025-08-08'
const sendMail = (at: Date) => sendDueMail(() => at, { beforeSending: reminderAsOfNow })
const claims = () => db.select().from(reminders).all()
const readers = (kind: string) => mailsOfKind(`reminder-${kind}`).map(({ to }) => to)

/** Subjects and addresses of the reminders that have arrived. */
const arrived = () =>
  mailbox
    .messages()
    .filter(({ subject }) => / for TS-/.test(subject))
    .map(({ to }) => String(to))

describe('a reminder before the due day', () => {
  test('goes to each who owes, with their own amount and link', async () => {
    const booking = await aSharingParty(ACHIENG)
    expect(await sendDueReminders(on(A_WEEK_BEFORE))).toMatchObject({ sent: 2 })
    expect(readers('friendly')).toEqual([booking.customerEmail, 'achieng@example.com'])
    const [lead, companion] = mailsOfKind('reminder-friendly')
    expect(companion?.subject).toBe(`Coming up: your first installment for ${booking.reference}`)
    expect(companion?.text).toContain('Dear Achieng, We are holding your seat on the')
    expect(companion?.text).toContain('Each of your party pays their own share.')
    expect(companion?.text).toContain('First installment: $2,000')
    expect(companion?.text).toContain('Paid so far: $500 of $4,500')
    expect(companion?.text).toContain(`/pay/${linkOf(booking, 2)}`)
    expect(companion?.text).not.toContain(booking.linkToken)
    expect(companion?.text).not.toContain('$4,000')
    expect(lead?.text).toContain('First installment: $2,000')
    expect(lead?.text).toContain('Paid so far: $500 of $4,500')
    expect(lead?.text).not.toContain('Achieng')
    expect(claims()).toHaveLength(1)
    expect(await sendDueReminders(on(A_WEEK_BEFORE, 10))).toMatchObject({ sent: 0 })
  })

  test('goes to no one who has paid their part', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(booking.linkToken)
    await sendDueReminders(on(A_WEEK_BEFORE))
    expect(readers('friendly')).toEqual(['achieng@example.com'])
  })

  test('of who has no address goes to the lead traveler', async () => {
    const booking = await aSharingParty(ACHIENG, BARAKA)
    await paysBy(booking.linkToken)
    await sendDueReminders(on(A_WEEK_BEFORE))
    expect(readers('friendly')).toEqual([booking.customerEmail, 'achieng@example.com'])
    const [lead] = mailsOfKind('reminder-friendly')
    expect(lead?.text).toContain('We have no email address for Baraka, so please pass this on.')
    expect(lead?.text).toContain('Baraka: $2,000 You: $0')
    expect(lead?.text).toContain(`/pay/${booking.linkToken}?whose=3`)
    expect(lead?.text).not.toContain('Achieng')
  })

  test('goes to others while one of them is paying', async () => {
    const booking = await aSharingParty(ACHIENG)
    await opensPage(linkOf(booking, 2), { at: on(A_WEEK_BEFORE, 9) })
    expect(await sendDueReminders(on(A_WEEK_BEFORE, 9))).toMatchObject({ sent: 1 })
    expect(readers('friendly')).toEqual([booking.customerEmail])
  })

  test('waits while everyone who owes is paying', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(booking.linkToken)
    await opensPage(linkOf(booking, 2), { at: on(A_WEEK_BEFORE, 9) })
    expect(await sendDueReminders(on(A_WEEK_BEFORE, 9))).toMatchObject({ sent: 0 })
    expect(await sendDueReminders(on(A_WEEK_BEFORE, 10))).toMatchObject({ sent: 1 })
  })
})

describe('from the final notice on', () => {
  test('the lead traveler reads who has not paid', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(booking.linkToken)
    await sendDueReminders(on('2025-08-14'))
    expect(readers('final')).toEqual([booking.customerEmail, 'achieng@example.com'])
    const [lead] = mailsOfKind('reminder-final')
    expect(lead?.text).toContain('First installment: $2,000')
    expect(lead?.text).toContain('We have written to Achieng. Your booking is one contract')
    expect(lead?.text).toContain('Achieng: $2,000 You: $0')
    expect(lead?.text).toContain(`/pay/${booking.linkToken}?whose=2`)
  })

  test('an overdue notice asks each for all that they are late with, once', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(booking.linkToken)
    expect(await sendOverdueNotices(on('2025-09-16', 10))).toMatchObject({ sent: 2 })
    expect(claims().map(({ kind }) => kind)).toEqual(['last-overdue', 'overdue'])
    const [lead, companion, ...more] = mailsOfKind('reminder-last-overdue')
    expect(more).toEqual([])
    expect(companion?.text).toContain('We have not received $4,000 for your seat on the')
    expect(companion?.text).toContain('Total overdue: $4,000')
    expect(lead?.text).toContain('We have not received $6,000 for your seats on the')
    expect(lead?.text).toContain('Achieng: $4,000 You: $2,000')
    const [staff] = mailsOfKind('staff-overdue')
    expect(staff?.text).toContain('Owed by Achieng Otieno: $4,000')
  })
})

describe('one that waits for the mail server', () => {
  test('is taken back for who has paid by then, and goes out to the others', async () => {
    const booking = await aSharingParty(ACHIENG)
    await sendDueReminders(on(A_WEEK_BEFORE))
    await paysBy(linkOf(booking, 2), { at: on(A_WEEK_BEFORE, 10) })
    await sendMail(on(A_WEEK_BEFORE, 11))
    expect(arrived()).toEqual([booking.customerEmail])
    expect(claims()).toHaveLength(1)
  })

  test('keeps its claim where the first of its readers has paid', async () => {
    const booking = await aSharingParty(ACHIENG)
    await sendDueReminders(on(A_WEEK_BEFORE))
    await paysBy(booking.linkToken, { at: on(A_WEEK_BEFORE, 10) })
    await sendMail(on(A_WEEK_BEFORE, 11))
    expect(arrived()).toEqual(['achieng@example.com'])
    expect(claims()).toHaveLength(1)
    expect(await sendDueReminders(on(A_WEEK_BEFORE, 12))).toMatchObject({ sent: 0 })
  })

  test('is gone with its claim once everyone has paid', async () => {
    const booking = await aSharingParty(ACHIENG)
    await sendDueReminders(on(A_WEEK_BEFORE))
    for (const position of [1, 2]) await paysBy(linkOf(booking, position), { at: on(A_WEEK_BEFORE, 10) })
    await sendMail(on(A_WEEK_BEFORE, 11))
    expect(arrived()).toEqual([])
    expect(claims()).toEqual([])
  })

  test('says what the ledger says by then', async () => {
    const booking = await aSharingParty(ACHIENG)
    await sendDueReminders(on(A_WEEK_BEFORE))
    await paysBy(linkOf(booking, 2), { amount: 50_000, at: on(A_WEEK_BEFORE, 10) })
    await sendMail(on(A_WEEK_BEFORE, 11))
    const hers = mailbox
      .messages()
      .find(({ to, subject }) => /achieng/.test(String(to)) && /Coming/.test(subject))
    expect(hers?.text).toContain('$1,500')
  })

  test('is the lead traveler’s for all, once one pays for everybody again', async () => {
    const booking = await aSharingParty(ACHIENG)
    await sendDueReminders(on(A_WEEK_BEFORE))
    const { reference } = booking
    await setEachPays({ reference, eachPays: false }, null, () => on(A_WEEK_BEFORE, 10))
    await sendMail(on(A_WEEK_BEFORE, 11))
    expect(arrived()).toEqual([booking.customerEmail])
    const lead = mailbox.messages().find(({ subject }) => /^Coming up/.test(subject))
    expect(lead?.text).toContain('$4,000')
  })

  test('goes to a companion once, in its most pressing kind', async () => {
    const booking = await aSharingParty(ACHIENG)
    await paysBy(booking.linkToken)
    mailbox.refuse(true)
    for (const day of ['2025-08-08', '2025-08-12', '2025-08-14']) {
      await sendDueReminders(on(day))
      await sendMail(on(day, 10))
    }
    mailbox.refuse(false)
    await sendMail(on('2025-08-14', 14))
    expect(arrived().sort()).toEqual(['achieng@example.com', booking.customerEmail])
  })
})

test('a reminder by hand goes to the same readers, once for its form', async () => {
  const { reference, customerEmail } = await aSharingParty(ACHIENG)
  const formKey = randomUUID()
  const asked = { reference, installmentNumber: 1, daysUntilDue: 7, confirmed: false, formKey }
  const at = on('2025-08-01')
  expect(sendManualReminder(asked, aStaffMember(), at)).toMatchObject({ sent: 'friendly' })
  expect(sendManualReminder(asked, aStaffMember(), at)).toMatchObject({ sent: 'friendly' })
  expect(readers('friendly')).toEqual([customerEmail, 'achieng@example.com'])
  const again = sendManualReminder({ ...asked, formKey: randomUUID() }, aStaffMember(), at)
  const last = db.select().from(outbox).where(eq(outbox.kind, 'reminder-friendly')).all().at(-1)
  expect(again).toMatchObject({ refused: 'not-confirmed', doubts: { sentMail: last?.id } })
})

test('the forecast names whom it goes to', async () => {
  const booking = await aSharingParty(ACHIENG, BARAKA)
  await paysBy(booking.linkToken)
  const at = on('2025-08-01')
  const goesTo = (day: string) =>
    whatWillBeSent(day, at, reminderRuns(at)).sends.map((send) => [send.number, send.kind, send.goesTo])
  expect(goesTo('2025-08-08')).toEqual([[1, 'friendly', [booking.customerName, 'Achieng Otieno']]])
  db.update(travelers).set({ email: 'baraka@example.com' }).where(eq(travelers.name, BARAKA.name)).run()
  expect(goesTo('2025-08-08')).toEqual([[1, 'friendly', ['Achieng Otieno', 'Baraka Mwangi']]])
  expect(goesTo('2025-08-14')).toEqual([
    [1, 'final', [booking.customerName, 'Achieng Otieno', 'Baraka Mwangi']],
  ])
  await setEachPays({ reference: booking.reference, eachPays: false }, null, () => at)
  expect(bookingNow(booking).eachPays).toBe(false)
  expect(goesTo('2025-08-08')).toEqual([[1, 'friendly', []]])
})
