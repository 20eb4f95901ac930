import { like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendDueMail } from '#app/mail/send-mail.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { cancelBooking } from '#app/money/changes/cancel-booking.server'
import { beginLaterCardPayment } from '#app/money/changes/paying/later-payment.server'
import { recordByHand } from '#app/money/changes/record-by-hand.server'
import { refundBooking } from '#app/money/changes/refund-orders.server'
import { kindDue } from '#app/money/reminders/reminder-kinds'
import { sendDueReminders, sendOverdueNotices } from '#app/money/reminders/send-due-reminders.server'
import { reminderAsOfNow } from '#app/money/reminders/write-reminder.server'
import { addDays, instantAt } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { outbox, reminders } from '#db/schema/mail'
import { adminUsers } from '#db/schema/staff'
import { mailbox } from '#tests/fixtures/environment'
import { aPaidBooking, moneyNow } from '#tests/fixtures/paid-bookings'
import { nothingSent, remindersInOutbox } from './sent-reminders'

const STAFF = { id: 1, username: 'Wambui', role: 'admin' as const }

beforeEach(() => {
  nothingSent()
  mailbox.clear()
  mailbox.refuse(false)
  db.insert(adminUsers)
    .values({ ...STAFF, passwordHash: '-', createdAt: on('2025-06-01') })
    .onConflictDoNothing()
    .run()
})

const on = (day: string, hour = 9) => instantAt(day, hour, 'America/Chicago')

test.each([
  [8, null],
  [7, 'friendly'],
  [4, 'friendly'],
  [3, 'urgent'],
  [2, 'urgent'],
  [1, 'final'],
  [0, 'final'],
  [-1, 'overdue'],
  [-6, 'overdue'],
  [-7, 'second-overdue'],
  [-20, 'second-overdue'],
  [-21, 'last-overdue'],
  [-90, 'last-overdue'],
])('%s days before the due date the kind is %s', (days, kind) => {
  expect(kindDue(days)).toBe(kind)
})

test('a run that is repeated sends nothing again', async () => {
  await aPaidBooking()
  expect(await sendDueReminders(on('2025-08-08'))).toMatchObject({ sent: 1 })
  expect(await sendDueReminders(on('2025-08-08', 10))).toMatchObject({ sent: 0, silent: 1 })
  expect(remindersInOutbox()).toEqual(['reminder-friendly'])
})

test('after missed days only the most pressing kind goes out', async () => {
  await aPaidBooking()
  await sendDueReminders(on('2025-08-14'))
  await sendDueReminders(on('2025-08-15'))
  expect(remindersInOutbox()).toEqual(['reminder-final'])
})

describe('an overdue notice', () => {
  const written = () =>
    db
      .select({ kind: outbox.kind, to: outbox.toAddress, subject: outbox.subject, text: outbox.textBody })
      .from(outbox)
      .where(like(outbox.kind, '%overdue%'))
      .orderBy(outbox.id)
      .all()

  test('goes out on the day after, and again after seven and twenty-one days; staff hear of the later ones', async () => {
    const { booking } = await aPaidBooking()
    for (let day = 0; day < 31; day += 1) await sendOverdueNotices(on(addDays('2025-08-15', day)))
    expect(written().map(({ kind }) => kind)).toEqual([
      'reminder-overdue',
      'reminder-second-overdue',
      'staff-overdue',
      'reminder-last-overdue',
      'staff-overdue',
    ])
    const [first, , notice, last] = written()
    expect(first?.text).toContain('Pay $2,000')
    expect(first?.text).toContain('From Sep 16, 2025: No refund')
    expect(first?.text).not.toContain('you accepted')
    expect(last?.text).toContain('we may cancel your booking')
    expect(notice?.subject).toBe(`$2,000 overdue for 7 days: ${booking.reference}, ${booking.customerName}`)
    expect(notice?.text).toContain(booking.customerPhone ?? 'Not given')
  })

  test('asks for all that is overdue, once for a booking and a day', async () => {
    await aPaidBooking({}, on('2025-10-08'))
    await sendOverdueNotices(on('2025-10-16'))
    const [notice, ...others] = written()
    expect(others).toEqual([])
    expect(notice?.subject).toContain('both installments')
    expect(notice?.text).toContain('Pay $4,000')
  })

  test('of the final installment asks for the first one as well', async () => {
    await aPaidBooking()
    await sendOverdueNotices(on('2025-09-14'))
    await sendOverdueNotices(on('2025-09-16'))
    expect(written().map(({ kind, text }) => [kind, /Pay (\S+?):/.exec(text)?.[1]])).toEqual([
      ['reminder-last-overdue', '$2,000'],
      ['staff-overdue', undefined],
      ['reminder-overdue', '$4,000'],
    ])
  })
})

test('two runs at the same moment send each reminder once', async () => {
  for (let traveler = 0; traveler < 5; traveler += 1) await aPaidBooking()
  const counts = await Promise.all([sendDueReminders(on('2025-08-08')), sendDueReminders(on('2025-08-08'))])
  expect(counts[0].sent + counts[1].sent).toBe(5)
  expect(remindersInOutbox()).toHaveLength(5)
})

describe('silence', () => {
  test('where the installment was paid, by card or cheque', async () => {
    const {
      booking: { reference },
    } = await aPaidBooking()
    await recordByHand(
      {
        reference,
        amountCents: cents(200_000),
        method: 'cheque',
        direction: 'in',
        note: '',
        quoted: moneyNow({ reference }),
        formKey: 'k1',
      },
      STAFF,
      () => on('2025-07-01'),
    )
    expect(await sendDueReminders(on('2025-08-08'))).toMatchObject({ looked: 0, sent: 0 })
    expect(await sendOverdueNotices(on('2025-08-20'))).toMatchObject({ sent: 0 })
  })

  test('where the booking is canceled', async () => {
    const { booking } = await aPaidBooking()
    const quoted = digestOf(cancelQuote(booking, on('2025-08-01')))
    await cancelBooking({ reference: booking.reference, quoted, note: '', formKey: 'c1' }, STAFF, () =>
      on('2025-08-01'),
    )
    expect(await sendDueReminders(on('2025-08-08'))).toMatchObject({ looked: 0, sent: 0 })
  })

  test('where everything was refunded', async () => {
    const {
      booking: { reference },
    } = await aPaidBooking()
    await refundBooking(
      {
        reference,
        amountCents: cents(50_000),
        reason: 'goodwill',
        note: '',
        quoted: moneyNow({ reference }),
        formKey: 'r1',
      },
      STAFF,
      () => on('2025-06-05'),
    )
    expect(await sendDueReminders(on('2025-08-08'))).toMatchObject({ looked: 0, sent: 0 })
  })

  test('while a payment is being made', async () => {
    const {
      booking: { linkToken },
    } = await aPaidBooking()
    const shown = { pays: 'next' as const, amountCents: cents(200_000), remainingCents: cents(400_000) }
    await beginLaterCardPayment({ token: linkToken, ...shown }, () => on('2025-08-08'))
    expect(await sendDueReminders(on('2025-08-08'))).toMatchObject({ sent: 0, silent: 1 })
    expect(await sendDueReminders(on('2025-08-08', 10))).toMatchObject({ sent: 1 })
  })

  test('for less than a day after booking', async () => {
    await aPaidBooking({}, on('2025-10-08', 10))
    expect(await sendDueReminders(on('2025-10-09', 9))).toMatchObject({ sent: 0, silent: 2 })
    expect(await sendDueReminders(on('2025-10-09', 10))).toMatchObject({ sent: 2 })
  })
})

describe('a reminder that waits for the mail server', () => {
  const sendMail = (at: Date) => sendDueMail(() => at, { beforeSending: reminderAsOfNow })

  test('goes out with what the ledger says by then', async () => {
    const {
      booking: { reference },
    } = await aPaidBooking()
    await sendMail(on('2025-06-01', 13))
    await sendDueReminders(on('2025-08-08'))
    mailbox.refuse(true)
    await sendMail(on('2025-08-08'))
    await recordByHand(
      {
        reference,
        amountCents: cents(50_000),
        method: 'wire',
        direction: 'in',
        note: '',
        quoted: moneyNow({ reference }),
        formKey: 'k2',
      },
      STAFF,
      () => on('2025-08-08', 10),
    )
    mailbox.refuse(false)
    await sendMail(on('2025-08-08', 12))
    const letter = mailbox.messages().find(({ subject }) => /^Coming up/.test(subject))
    expect(letter?.text).toContain('$1,500')
    expect(letter?.text).not.toContain('$2,000')
  })

  test('is withdrawn once nothing is owed anymore', async () => {
    const {
      booking: { reference },
    } = await aPaidBooking()
    await sendDueReminders(on('2025-08-08'))
    await recordByHand(
      {
        reference,
        amountCents: cents(200_000),
        method: 'wire',
        direction: 'in',
        note: '',
        quoted: moneyNow({ reference }),
        formKey: 'k3',
      },
      STAFF,
      () => on('2025-08-08', 10),
    )
    await sendMail(on('2025-08-08', 11))
    expect(mailbox.messages().some(({ subject }) => /installment for/.test(subject))).toBe(false)
    expect(remindersInOutbox()).toEqual([])
    expect(db.select().from(reminders).all()).toEqual([])
  })

  const remindersSent = () =>
    mailbox
      .messages()
      .map(({ subject }) => subject.split(':')[0])
      .filter((opening) => /^(Coming up|Due .*|Tomorrow|Today|Overdue)$/.test(opening ?? ''))

  test('goes out only as its most pressing kind', async () => {
    await aPaidBooking()
    mailbox.refuse(true)
    for (const day of ['2025-08-08', '2025-08-12', '2025-08-14', '2025-08-16']) {
      await sendDueReminders(on(day))
      await sendOverdueNotices(on(day, 10))
      await sendMail(on(day, 10))
    }
    mailbox.refuse(false)
    await sendMail(on('2025-08-16', 12))
    expect(remindersSent()).toEqual(['Overdue'])
    expect(remindersInOutbox()).toEqual(['reminder-overdue'])

    await sendDueReminders(on('2025-08-17'))
    await sendOverdueNotices(on('2025-08-17', 10))
    await sendMail(on('2025-08-17', 12))
    expect(remindersSent()).toEqual(['Overdue'])
  })

  test('goes out alone even when none was tried before', async () => {
    await aPaidBooking()
    for (const day of ['2025-08-08', '2025-08-12', '2025-08-14']) await sendDueReminders(on(day))
    expect(remindersInOutbox()).toHaveLength(3)
    await sendMail(on('2025-08-14'))
    expect(remindersSent()).toEqual(['Tomorrow'])
    expect(mailbox.messages().map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Tomorrow: your first installment for TS-/),
    )
  })

  test('says today where its last notice leaves on the day itself', async () => {
    await aPaidBooking()
    await sendDueReminders(on('2025-08-15'))
    await sendMail(on('2025-08-15'))
    expect(remindersSent()).toEqual(['Today'])
  })

  test('is not sent once its day has passed', async () => {
    await aPaidBooking()
    await sendDueReminders(on('2025-08-14'))
    mailbox.refuse(true)
    await sendMail(on('2025-08-14'))
    mailbox.refuse(false)
    await sendMail(on('2025-08-16', 3))
    expect(remindersSent()).toEqual([])
    await sendOverdueNotices(on('2025-08-16', 10))
    await sendMail(on('2025-08-16', 10))
    expect(remindersSent()).toEqual(['Overdue'])
  })

  test('does not wait for another installment or another traveler', async () => {
    await aPaidBooking({}, on('2025-10-01'))
    await aPaidBooking({}, on('2025-10-01'))
    await sendDueReminders(on('2025-10-08'))
    await sendMail(on('2025-10-08'))
    expect(remindersSent()).toEqual(['Coming up', 'Coming up', 'Coming up', 'Coming up'])
  })
})

test('every kind of reminder has its own complete wording', async () => {
  const {
    booking: { linkToken },
  } = await aPaidBooking()
  for (const [day, run] of [
    ['2025-08-08', sendDueReminders],
    ['2025-08-12', sendDueReminders],
    ['2025-08-14', sendDueReminders],
    ['2025-08-16', sendOverdueNotices],
  ] as const) {
    await run(on(day))
  }
  const letters = db
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind.startsWith('reminder-'))
  expect(new Set(letters.map(({ subject }) => subject)).size).toBe(4)
  for (const { textBody } of letters) {
    expect(textBody).toContain('$2,000')
    expect(textBody).toContain('Aug 15, 2025')
    expect(textBody).toContain('$500 of $4,500')
    expect(textBody).toContain(`http://localhost:3000/pay/${linkToken}`)
    expect(textBody).toContain('hello@')
  }
})

test('a process that lost its run stops sending reminders', async () => {
  for (let traveler = 0; traveler < 5; traveler += 1) await aPaidBooking({}, on('2025-06-01'))
  let portions = 0
  await expect(sendDueReminders(on('2025-08-08'), () => ++portions < 2)).rejects.toThrow('taken')
  expect(remindersInOutbox()).toHaveLength(3)
  expect(await sendDueReminders(on('2025-08-08'))).toMatchObject({ sent: 2 })
})
