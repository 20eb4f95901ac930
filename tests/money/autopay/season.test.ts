import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { autopayOn } from '#app/money/changes/autopay/autopay-forecast.server'
import { postponeInstallment } from '#app/money/changes/installment-days.server'
import { stopAutopay } from '#app/money/changes/paying/agree-to-autopay.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { whatWillBeSent } from '#app/money/reminders/send-due-reminders.server'
import { lastRuns, reminderRuns, runOwedJobs } from '#app/server/schedule/daily-jobs.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { jobRuns } from '#db/schema/running'
import { mailbox, stripeSandbox } from '#tests/fixtures/environment'
import {
  aStaffMember,
  beginLaterPayment,
  booksOf,
  byHand,
  cancel,
  lettersOfKind,
  refund,
} from '#tests/fixtures/paid-bookings'
import { bookingNow } from '#tests/fixtures/payments'
import {
  aDay,
  agrees,
  anAgreedBooking,
  chargedAtStripe,
  chargesOf,
  days,
  lettersIn,
  nothingAgreed,
  on,
  whyEnded,
} from './an-agreed-booking'

beforeEach(nothingAgreed)

const subjectsTo = ({ customerEmail }: Pick<Booking, 'customerEmail'>): string[] =>
  db
    .select({ subject: outbox.subject })
    .from(outbox)
    .where(eq(outbox.toAddress, customerEmail))
    .all()
    .map(({ subject }) => subject)

const FIRST = { number: 1, dueOn: '2025-08-15', amountCents: 200_000 }
const FINAL = { number: 2, dueOn: '2025-09-15', amountCents: 200_000 }

test('both installments are announced and charged on their days, and no reminder goes out', async () => {
  const { booking, consent } = await anAgreedBooking()
  await days('2025-08-04', '2025-09-17')
  expect(chargedAtStripe(booking)).toEqual([200_000, 200_000])
  expect(chargesOf(booking)).toEqual([
    { ...FIRST, state: 'paid', tries: 0 },
    { ...FINAL, state: 'paid', tries: 0 },
  ])
  expect(lettersIn(booking)).toEqual([
    '2025-08-08 autopay-announced',
    '2025-08-14 autopay-announced',
    '2025-08-15 payment-receipt',
    '2025-08-15 staff-payment',
    '2025-09-08 autopay-announced',
    '2025-09-14 autopay-announced',
    '2025-09-15 payment-receipt',
    '2025-09-15 staff-payment',
    '2025-09-15 autopay-ended',
  ])
  expect(whyEnded(consent)).toBe('paid')
  expect(booksOf(booking)).toMatchObject({ status: 'completed', stripeAgrees: true })
  const [first, second] = lettersOfKind(booking, 'autopay-announced')
  expect(first).toContain('Visa •••• 4242, expires December 2040')
  expect(first).toContain('Aug 15, 2025')
  expect(second).toContain('Aug 15, 2025')
  const [receipt] = lettersOfKind(booking, 'payment-receipt')
  expect(receipt).toContain('charged automatically, as agreed')
})

test('payer and lead traveler both hear of it', async () => {
  const { booking } = await anAgreedBooking({ payerEmail: 'aunt@example.com' })
  await days('2025-08-07', '2025-08-08')
  expect(lettersIn(booking)).toEqual(['2025-08-08 autopay-announced', '2025-08-08 autopay-announced'])
})

test('no letter to a payer leads to the booking, whatever becomes of a charge', async () => {
  const payerEmail = 'aunt@example.com'
  const { booking, consent } = await anAgreedBooking({ payerEmail, card: '4000000000000341' })
  await days('2025-08-08', '2025-08-23')
  stopAutopay(consent, null, on('2025-08-24'))
  const sent = db.select().from(outbox).where(eq(outbox.toAddress, payerEmail)).all()
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(
    new Set(['autopay-announced', 'autopay-declined', 'autopay-stopped']),
  )
  for (const { kind, textBody, htmlBody } of sent) {
    expect(`${textBody} ${htmlBody}`, kind).not.toContain(booking.linkToken)
    if (kind !== 'autopay-stopped') expect(textBody).toMatch(/\/autopay\/\d+\./)
  }
  for (const kind of ['autopay-announced', 'autopay-declined', 'autopay-stopped'])
    expect(lettersOfKind(booking, kind)[0]).toContain(`/pay/${booking.linkToken}`)
})

describe('what is charged', () => {
  test('is less where part of it was paid after the announcement', async () => {
    const { booking } = await anAgreedBooking()
    await aDay('2025-08-08')
    await byHand(booking, 50_000, {}, on('2025-08-12'))
    await days('2025-08-12', '2025-08-15')
    expect(chargedAtStripe(booking)).toEqual([150_000])
  })

  test('is nothing where all of it was paid', async () => {
    const { booking } = await anAgreedBooking()
    await aDay('2025-08-08')
    await byHand(booking, 200_000, {}, on('2025-08-12'))
    await days('2025-08-12', '2025-08-19')
    expect(chargedAtStripe(booking)).toEqual([])
    expect(chargesOf(booking)).toEqual([])
  })

  test('moves with a granted day', async () => {
    const { booking } = await anAgreedBooking()
    await aDay('2025-08-08')
    const shown = { name: 'First installment', owedCents: 200_000, dueOn: '2025-08-15' }
    await postponeInstallment(
      {
        ...{ reference: booking.reference, number: 1, dueOn: '2025-08-25', note: '', formKey: randomUUID() },
        quoted: digestOf(shown),
      },
      aStaffMember(),
      () => on('2025-08-11'),
    )
    await days('2025-08-12', '2025-08-26')
    expect(chargesOf(booking)).toEqual([{ ...FIRST, dueOn: '2025-08-25', state: 'paid', tries: 0 }])
    expect(lettersIn(booking).filter((letter) => letter.includes('announced'))).toEqual([
      '2025-08-08 autopay-announced',
      '2025-08-18 autopay-announced',
      '2025-08-24 autopay-announced',
    ])
  })

  test('is not charged where its announcement never left, and is reminded of instead', async () => {
    const { booking, consent } = await anAgreedBooking()
    await days('2025-08-08', '2025-08-18', { lettersWait: true })
    await days('2025-08-19', '2025-08-23')
    expect(chargedAtStripe(booking)).toEqual([])
    expect(lettersIn(booking)).toContain('2025-08-22 reminder-second-overdue')
    expect(whyEnded(consent)).toBeNull()
  })

  test('is not said to be charged tomorrow where the payer was never told', async () => {
    mailbox.refuseTo('aunt@example.com')
    const { booking } = await anAgreedBooking({ payerEmail: 'aunt@example.com' })
    await days('2025-08-08', '2025-08-19')
    expect(chargedAtStripe(booking)).toEqual([])
    expect(subjectsTo(booking).filter((subject) => subject.includes('tomorrow'))).toEqual([])
  })

  test('is charged three days after an announcement that left late', async () => {
    const { booking } = await anAgreedBooking()
    await days('2025-08-08', '2025-08-13', { lettersWait: true })
    await days('2025-08-14', '2025-08-16')
    expect(chargedAtStripe(booking)).toEqual([])
    await aDay('2025-08-17')
    expect(chargedAtStripe(booking)).toEqual([200_000])
  })

  test('a goodwill refund ends nothing', async () => {
    const { booking, consent } = await anAgreedBooking()
    await refund(booking, 10_000, {}, on('2025-08-01'))
    await payOwedRefunds(() => on('2025-08-01'))
    await days('2025-08-08', '2025-08-15')
    expect(whyEnded(consent)).toBeNull()
    expect(chargedAtStripe(booking)).toEqual([200_000])
  })

  test('a canceled booking is charged nothing', async () => {
    const { booking, consent } = await anAgreedBooking()
    await days('2025-08-08', '2025-08-14')
    await cancel(bookingNow(booking), on('2025-08-14', 20))
    await aDay('2025-08-15')
    expect(chargedAtStripe(booking)).toEqual([])
    expect(whyEnded(consent)).toBe('booking-ended')
  })
})

describe('a declined charge', () => {
  test.each([
    ['4000000000000341', ['2025-08-15', '2025-08-18', '2025-08-22'], 'failed'],
    ['4000002760003184', ['2025-08-15'], 'failed'],
  ])('of card %s is tried on %s', async (card, tried, state) => {
    const { booking } = await anAgreedBooking({ card })
    await days('2025-08-08', '2025-08-31')
    expect(chargesOf(booking)).toEqual([{ ...FIRST, state, tries: tried.length }])
    const declined = lettersIn(booking).filter((letter) => letter.endsWith(' autopay-declined'))
    expect(declined).toEqual(tried.map((day) => `${day} autopay-declined`))
    expect(lettersIn(booking).filter((letter) => letter.endsWith('staff-autopay-declined'))).toHaveLength(
      tried.length,
    )
  })

  test('begins the overdue notices anew, seven days after the last try', async () => {
    const { booking } = await anAgreedBooking({ card: '4000002760003184' })
    await days('2025-08-08', '2025-08-31')
    expect(lettersIn(booking).filter((letter) => letter.includes('reminder'))).toEqual([
      '2025-08-23 reminder-overdue',
      '2025-08-29 reminder-second-overdue',
    ])
  })

  test('that is good on the second try is paid', async () => {
    const { booking, consent } = await anAgreedBooking()
    stripeSandbox.nextAnswers(consent.stripeMethodId ?? '', {
      says: 'declines',
      declineCode: 'insufficient_funds',
    })
    await days('2025-08-08', '2025-08-20')
    expect(chargesOf(booking)).toEqual([{ ...FIRST, state: 'paid', tries: 1 }])
    expect(chargedAtStripe(booking)).toEqual([200_000])
    expect(lettersIn(booking).filter((letter) => letter.includes('reminder'))).toEqual([])
  })

  test('waits for another card where the bank says so, and charges that', async () => {
    const { booking, consent } = await anAgreedBooking()
    stripeSandbox.nextAnswers(consent.stripeMethodId ?? '', { says: 'declines', declineCode: 'expired_card' })
    await days('2025-08-08', '2025-08-17')
    expect(chargesOf(booking)).toEqual([{ ...FIRST, state: 'needs-card', tries: 1 }])
    await agrees(booking, { card: '5555555555554444', at: on('2025-08-17', 20) })
    await aDay('2025-08-18')
    expect(chargedAtStripe(booking)).toEqual([200_000])
    expect(chargesOf(booking).map(({ state }) => state)).toEqual(['failed', 'paid'])
  })

  test('for a revoked permission ends the consent', async () => {
    const { booking, consent } = await anAgreedBooking()
    stripeSandbox.revokeAuthorization(consent.stripeMethodId ?? '')
    await days('2025-08-08', '2025-09-20')
    expect(whyEnded(consent)).toBe('revoked')
    expect(chargesOf(booking)).toEqual([{ ...FIRST, state: 'failed', tries: 1 }])
  })

  test('of two installments ends the consent', async () => {
    const { booking, consent } = await anAgreedBooking({ card: '4000002760003184' })
    await days('2025-08-08', '2025-09-16')
    expect(whyEnded(consent)).toBe('declined')
    expect(chargesOf(booking)).toHaveLength(2)
    expect(lettersIn(booking)).toContain('2025-09-15 autopay-ended')
  })
})

test('while Stripe does not answer, it is tried less and less often, and still that day', async () => {
  const { booking } = await anAgreedBooking()
  await days('2025-08-08', '2025-08-14')
  db.delete(jobRuns).run()
  const nine = on('2025-08-15').getTime()
  stripeSandbox.switches.apiDown = true
  for (let minutes = 0; minutes <= 200; minutes += 5)
    await runOwedJobs(() => new Date(nine + minutes * 60_000))
  const tried = lastRuns(['autopay'], 20).map(({ startedAt }) => (startedAt.getTime() - nine) / 60_000)
  expect(tried.toReversed()).toEqual([0, 5, 20, 50, 110, 170])
  expect(chargedAtStripe(booking)).toEqual([])

  stripeSandbox.switches.apiDown = 'off'
  for (let minutes = 205; minutes <= 300; minutes += 5)
    await runOwedJobs(() => new Date(nine + minutes * 60_000))
  expect(chargedAtStripe(booking)).toEqual([200_000])
  expect(lastRuns(['autopay'], 20)).toHaveLength(7)
})

test('a card that the network made another brand is not charged', async () => {
  const { booking, consent } = await anAgreedBooking()
  stripeSandbox.renewCard(consent.stripeMethodId ?? '', { brand: 'mastercard', display_brand: 'mastercard' })
  await days('2025-08-08', '2025-08-15')
  expect(chargedAtStripe(booking)).toEqual([])
  expect(whyEnded(consent)).toBe('other-method')
})

test('who pays by hand at that moment is left alone, and charged later the same day', async () => {
  const { booking } = await anAgreedBooking()
  await days('2025-08-08', '2025-08-14')
  await beginLaterPayment(booking, 200_000, on('2025-08-15'))
  await aDay('2025-08-15')
  expect(lettersIn(booking).filter((letter) => letter.endsWith('payment-receipt'))).toHaveLength(1)
  expect(chargedAtStripe(booking)).toEqual([200_000])
})

describe('what will be sent', () => {
  const ahead = (day: string, today: string) =>
    autopayOn(day, today).map(({ number, amountCents, does }) => `${number} ${amountCents} ${does}`)

  test('shows announcements and charges, and no reminder of them', async () => {
    await anAgreedBooking()
    const seen = (day: string) => ahead(day, '2025-08-01')
    expect(['2025-08-07', '2025-08-08', '2025-08-14', '2025-08-15', '2025-08-16'].map(seen)).toEqual([
      [],
      ['1 200000 announced'],
      ['1 200000 announced-again'],
      ['1 200000 charged'],
      [],
    ])
    await days('2025-08-08', '2025-08-09')
    expect(ahead('2025-08-14', '2025-08-09')).toEqual(['1 200000 announced-again'])
    expect(ahead('2025-08-15', '2025-08-09')).toEqual(['1 200000 charged'])
    expect(whatWillBeSent('2025-08-12', on('2025-08-09'), reminderRuns(on('2025-08-09')))).toMatchObject({
      sends: [],
      silent: [{ number: 1, why: 'autopay' }],
    })
  })

  test('shows the next try of a declined one', async () => {
    await anAgreedBooking({ card: '4000000000000341' })
    await days('2025-08-08', '2025-08-15')
    expect(ahead('2025-08-18', '2025-08-15')).toEqual(['1 200000 tried-again'])
  })
})
