import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { moneyWords } from '#app/bookings/status'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { bankMayTake, refundableByIntent } from '#app/money/books/ledger.server'
import { onItsWayOf } from '#app/money/books/on-its-way.server'
import { receiptsOf } from '#app/money/books/receipts.server'
import {
  beginLaterCardPayment,
  beginLaterHostedPayment,
  type LaterPaymentWish,
  paymentDue,
} from '#app/money/changes/paying/later-payment.server'
import { laterRefusalWords } from '#app/money/changes/paying/refusal-words'
import { reconcile } from '#app/money/reconcile.server'
import {
  sendDueReminders,
  sendOverdueNotices,
  whatWillBeSent,
} from '#app/money/reminders/send-due-reminders.server'
import { businessDay } from '#app/platform/clock.server'
import { cents } from '#app/platform/money'
import { loader } from '#app/routes/admin/bookings/commands/route'
import { action as payByForm } from '#app/routes/traveler/pay/route'
import { beginHere } from '#app/server/guards/staff-session.server'
import { reminderRuns } from '#app/server/schedule/daily-jobs.server'
import { db } from '#db/connection.server'
import { siteSettings } from '#db/schema/site'
import { ACCOUNT, bankWish, onDay, passTo, payFromBank } from '#tests/fixtures/bank-payments'
import { staffMail } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import {
  aPaidBooking,
  aStaffMember,
  booksOf,
  byHand,
  cancel,
  ledgerOf,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { atNoon, atStripe, bookingNow, nothingBooked } from '#tests/fixtures/payments'

// A later payment comes from the guest's bank account: on its way for days, then there, or not; and even then
// the bank can take it back.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.setClock(() => onDay(0))
  db.update(siteSettings).set({ bankAtMost: '6,000' }).run()
})

const owed = (booking: Booking) => {
  const { remainingCents, onItsWayCents } = amountsOwed(bookingNow(booking))
  return { asked: remainingCents, onItsWay: onItsWayCents }
}

const dueDays = (booking: Booking) => installmentsOf(booking.id).map(({ dueOn }) => dueOn)

const silencesOn = (now: Date) =>
  whatWillBeSent(businessDay(now), now, reminderRuns(now)).silent.map(({ why }) => why)

/** Paid, on its way and asked for are the price, as long as nothing goes back. */
const addsUp = (booking: Booking) => {
  const { totalCents, keptCents, askedCents, onItsWayCents } = bookingNow(booking)
  expect(keptCents + askedCents + onItsWayCents).toBe(totalCents)
  expect(installmentsOf(booking.id).reduce((sum, one) => sum + one.owedCents, 0)).toBe(askedCents)
}

/** What the page says after its form was sent without scripts, where nothing began. */
async function refusedOnPage({ token, pays, paysFrom, amountCents, remainingCents }: LaterPaymentWish) {
  const body = new URLSearchParams({ pays, paysFrom: paysFrom ?? 'card' })
  body.set('nextCents', String(amountCents))
  body.set('remainingCents', String(remainingCents))
  const request = new Request(`http://localhost/pay/${token}`, { method: 'POST', body })
  const answer = await payByForm({ request, params: { token }, context: {} })
  return 'data' in answer ? answer.data.refused : ''
}

describe('on its way', () => {
  test('an installment is asked for no more, and is there after four days', async () => {
    const { booking } = await aPaidBooking()
    const intent = await payFromBank(booking)
    expect(atStripe(intent)?.payment_method_types).toEqual(['us_bank_account'])
    expect(owed(booking)).toEqual({ asked: 200_000, onItsWay: 200_000 })
    expect(onItsWayOf(booking.id)).toEqual([{ amountCents: 200_000, aboutOn: '2025-06-05' }])
    expect(paymentDue(bookingNow(booking)).next).toMatchObject({ number: 2, owedCents: 200_000 })
    expect(moneyWords(bookingNow(booking)).words).toBe('Deposit paid, $2,000 open, $2,000 on its way')
    expect(lettersOfKind(booking, 'bank-payment-begun')).toHaveLength(1)
    expect(lettersOfKind(booking, 'bank-payment-begun')[0]).toContain('$2,000 is on its way from your bank')
    expect(lettersOfKind(booking, 'bank-payment-begun')[0]).toContain('Jun 5, 2025')
    addsUp(booking)

    await passTo(3)
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])
    expect(lettersOfKind(booking, 'bank-payment-begun')).toHaveLength(1)

    await passTo(4)
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'payment bank-account 200000'])
    expect(owed(booking)).toEqual({ asked: 200_000, onItsWay: 0 })
    expect(installmentsOf(booking.id).map(({ paidAt }) => paidAt !== null)).toEqual([true, false])
    expect(lettersOfKind(booking, 'payment-receipt')).toHaveLength(1)
    expect(receiptsOf(bookingNow(booking)).at(-1)?.name).toBe('Payment by bank account')
    addsUp(booking)
    expect(booksOf(booking)).toMatchObject({ kept: 250_000, stripeAgrees: true })
  })

  test('no reminder asks for it, also after its day; one for the next installment goes out', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { day: 75 })
    expect(businessDay(onDay(75))).toBe('2025-08-15')
    for (const day of [75, 76, 77]) {
      expect(await sendDueReminders(onDay(day))).toMatchObject({ sent: 0 })
      expect(await sendOverdueNotices(onDay(day))).toMatchObject({ sent: 0 })
    }
    expect(await sendDueReminders(onDay(99))).toMatchObject({ sent: 1 })
    expect(bookingNow(booking).askedCents).toBe(200_000)
  })

  test('the rest can be paid by card beside it, and from the bank again', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking)
    await payLater(booking, 100_000)
    expect(owed(booking)).toEqual({ asked: 100_000, onItsWay: 200_000 })
    await payFromBank(booking, { pays: 'balance' })
    expect(owed(booking)).toEqual({ asked: 0, onItsWay: 300_000 })
    expect(await beginLaterCardPayment(bankWish(booking, { pays: 'balance' }), atNoon)).toEqual({
      refused: 'nothing-due',
    })
    addsUp(booking)
    await passTo(5)
    expect(owed(booking)).toEqual({ asked: 0, onItsWay: 0 })
    expect(bookingNow(booking).status).toBe('completed')
    expect(bookingNow(booking).moneyState).toBe('paid-in-full')
  })

  test('a second tab that shows it still due begins nothing', async () => {
    const { booking } = await aPaidBooking()
    const stale = bankWish(booking)
    await payFromBank(booking)
    expect(await beginLaterCardPayment(stale, atNoon)).toEqual({ refused: 'amount-changed' })
    expect(await beginLaterCardPayment({ ...stale, paysFrom: 'card' }, atNoon)).toEqual({
      refused: 'amount-changed',
    })
    expect(await refusedOnPage(stale)).toContain('Nothing was taken from your account.')
    expect(await refusedOnPage({ ...stale, paysFrom: 'card' })).toContain('Your card was not charged.')
  })

  test('is noticed also where Stripe’s word of it has not come when another tab asks', async () => {
    const { booking } = await aPaidBooking()
    const wish = bankWish(booking)
    const begun = await beginLaterCardPayment(wish, atNoon)
    if ('refused' in begun) throw new Error(begun.refused)
    stripeSandbox.payIntent(begun.intent.id, ACCOUNT.good)
    expect(await beginLaterCardPayment({ ...wish, paysFrom: 'card' }, atNoon)).toMatchObject({
      refused: 'processing',
    })
    expect(owed(booking)).toEqual({ asked: 200_000, onItsWay: 200_000 })
    expect(atStripe(begun.intent.id)?.status).toBe('processing')
  })

  test('choosing the card instead takes the place of an intent that nobody has paid', async () => {
    const { booking } = await aPaidBooking()
    const wish = bankWish(booking)
    const fromBank = await beginLaterCardPayment(wish, atNoon)
    const byCard = await beginLaterCardPayment({ ...wish, paysFrom: 'card' }, atNoon)
    if ('refused' in fromBank || 'refused' in byCard) throw new Error('refused')
    expect(atStripe(fromBank.intent.id)?.status).toBe('canceled')
    expect(atStripe(byCard.intent.id)?.payment_method_types).toEqual(['card'])
  })

  test('an hour later and at each reconcile it is still on its way, and withdrawn by nobody', async () => {
    const { booking } = await aPaidBooking()
    const intent = await payFromBank(booking)
    await reconcile(() => onDay(1))
    expect(atStripe(intent)?.status).toBe('processing')
    expect(owed(booking).onItsWay).toBe(200_000)
    expect(onItsWayOf(booking.id)[0]?.aboutOn).toBe('2025-06-05')
  })

  test('on Stripe’s own page, without JavaScript', async () => {
    const { booking } = await aPaidBooking()
    const begun = await beginLaterHostedPayment(bankWish(booking), atNoon)
    if ('refused' in begun) throw new Error(begun.refused)
    stripeSandbox.paySession(stripeSandbox.sessions()[0]?.id ?? '', ACCOUNT.closed)
    await reconcile(() => onDay(0))
    expect(owed(booking).onItsWay).toBe(200_000)
    await passTo(4)
    expect(owed(booking)).toEqual({ asked: 400_000, onItsWay: 0 })
    expect(lettersOfKind(booking, 'bank-payment-failed')).toHaveLength(1)
  })
})

describe('one that fails', () => {
  test('is told once with its reason, and asked for again', async () => {
    const { booking } = await aPaidBooking()
    const intent = await payFromBank(booking, { account: ACCOUNT.short })
    await passTo(4)
    await passTo(5)
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])
    expect(owed(booking)).toEqual({ asked: 400_000, onItsWay: 0 })
    expect(dueDays(booking)).toEqual(['2025-08-15', '2025-09-15'])
    expect(atStripe(intent)?.status).toBe('canceled')
    const [letter, ...others] = lettersOfKind(booking, 'bank-payment-failed')
    expect(others).toEqual([])
    expect(letter).toContain('there was not enough money in the account')
    expect(letter).toContain('due Aug 15, 2025')
    const [mail, ...more] = staffMail('staff-bank-payment-failed')
    expect(more).toEqual([])
    expect(mail?.text).toContain('there was not enough money in the account')
    addsUp(booking)
  })

  test('on its due day is due seven days after it failed, with reminders of its own', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { account: ACCOUNT.closed, day: 75 })
    await passTo(79)
    expect(dueDays(booking)).toEqual(['2025-08-26', '2025-09-15'])
    expect(lettersOfKind(booking, 'bank-payment-failed')[0]).toContain('due Aug 26, 2025')
    expect(lettersOfKind(booking, 'bank-payment-failed')[0]).toContain('the bank account is closed')
  })

  test('has asked by its letter: the friendly reminder of that day stays away, the next one does not', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { account: ACCOUNT.closed, day: 75 })
    await passTo(79)
    expect(dueDays(booking)).toEqual(['2025-08-26', '2025-09-15'])
    for (const day of [79, 80, 81]) expect(await sendDueReminders(onDay(day))).toMatchObject({ sent: 0 })
    expect(silencesOn(onDay(79))).toContain('just-asked')
    // Urgent, three days before.
    expect(await sendDueReminders(onDay(83))).toMatchObject({ sent: 1 })
    expect(lettersOfKind(booking, 'reminder-friendly')).toEqual([])
    expect(lettersOfKind(booking, 'reminder-urgent')).toHaveLength(1)
    // Of the other installment, three weeks later.
    await payLater(booking, 200_000, onDay(84))
    expect(await sendDueReminders(onDay(99))).toMatchObject({ sent: 1 })
    expect(lettersOfKind(booking, 'reminder-friendly')).toHaveLength(1)
  })

  test('weeks before its day is reminded of in time', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { account: ACCOUNT.closed })
    await passTo(4)
    expect(await sendDueReminders(onDay(68))).toMatchObject({ sent: 1 })
    expect(lettersOfKind(booking, 'reminder-friendly')).toHaveLength(1)
  })

  test('can be paid by card at once; after a second one the bank is not offered', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { account: ACCOUNT.closed })
    await passTo(4)
    await payFromBank(booking, { account: ACCOUNT.short, day: 4 })
    await passTo(9)
    const refused = await beginLaterCardPayment(bankWish(booking), () => onDay(9))
    expect(refused).toEqual({ refused: 'no-bank', why: 'failed' })
    if ('refused' in refused) expect(laterRefusalWords(refused, 'bank-account')).toContain('by card')
    await payLater(booking, 200_000, onDay(9))
    expect(owed(booking)).toEqual({ asked: 200_000, onItsWay: 0 })
  })

  test('beside another payment page that is open, fails alone', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { account: ACCOUNT.closed })
    const other = await beginLaterCardPayment(bankWish(booking, { paysFrom: 'card' }), () => onDay(4))
    if ('refused' in other) throw new Error(other.refused)
    await passTo(4)
    expect(atStripe(other.intent.id)?.status).toBe('requires_payment_method')
    expect(owed(booking)).toEqual({ asked: 400_000, onItsWay: 0 })
    addsUp(booking)
  })

  test('of a booking that was paid at once and owes again', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await refund(booking, 100_000, { reason: 'owed-again' })
    await payFromBank(booking, { account: ACCOUNT.closed, pays: 'balance' })
    expect(owed(booking)).toEqual({ asked: 0, onItsWay: 100_000 })
    await passTo(4)
    expect(owed(booking)).toEqual({ asked: 100_000, onItsWay: 0 })
    addsUp(booking)
  })
})

describe('one that bounces after it had come', () => {
  const bounce = async (reason: string) => {
    const { booking } = await aPaidBooking()
    const intent = await payFromBank(booking)
    await passTo(4)
    const method = atStripe(intent)?.payment_method
    expect(method).toBeTruthy()
    stripeSandbox.openDispute(intent, { reason })
    await reconcile(() => onDay(10))
    return bookingNow(booking)
  }

  test.each(['insufficient_funds', 'incorrect_account_details', 'bank_cannot_process'])(
    'for %s: the price stays, and it is asked for again',
    async (reason) => {
      const booking = await bounce(reason)
      expect(booking.totalCents).toBe(450_000)
      expect(ledgerOf(booking)).toEqual([
        'payment card 50000',
        'payment bank-account 200000',
        'adjustment bank-account -200000',
      ])
      expect(owed(booking)).toEqual({ asked: 400_000, onItsWay: 0 })
      expect(installmentsOf(booking.id).map(({ paidAt }) => paidAt)).toEqual([null, null])
      expect(lettersOfKind(booking, 'bank-payment-taken-back')).toHaveLength(1)
      const [mail, ...more] = staffMail('staff-dispute-closed')
      expect(more).toEqual([])
      expect(mail?.subject).toContain('Bank payment taken back')
      expect(await beginLaterCardPayment(bankWish(booking), () => onDay(10))).toEqual({
        refused: 'no-bank',
        why: 'taken-back',
      })
      addsUp(booking)
    },
  )

  test('for another reason is lost as a card’s: the price falls', async () => {
    const booking = await bounce('debit_not_authorized')
    expect(booking.totalCents).toBe(250_000)
    expect(owed(booking)).toEqual({ asked: 200_000, onItsWay: 0 })
    expect(await beginLaterCardPayment(bankWish(booking), () => onDay(10))).toMatchObject({
      refused: 'no-bank',
    })
  })

  test('after its day is due seven days later, and its letter is the friendly reminder', async () => {
    const { booking } = await aPaidBooking()
    const intent = await payFromBank(booking, { day: 75 })
    await passTo(80)
    stripeSandbox.openDispute(intent, { reason: 'insufficient_funds' })
    await reconcile(() => onDay(85))
    expect(dueDays(booking)).toEqual(['2025-09-01', '2025-09-15'])
    expect(await sendDueReminders(onDay(85))).toMatchObject({ sent: 0 })
    expect(await sendDueReminders(onDay(86))).toMatchObject({ sent: 0 })
  })
})

describe('is not offered', () => {
  const why = async (booking: Booking, day: number) =>
    beginLaterCardPayment(bankWish(booking), () => onDay(day))

  test('in the ten days before the journey', async () => {
    const { booking } = await aPaidBooking()
    expect(businessDay(onDay(127))).toBe('2025-10-06')
    expect(await why(booking, 128)).toEqual({ refused: 'no-bank', why: 'too-near' })
    expect(await why(booking, 127)).toHaveProperty('intent')
  })

  test('above the sum that staff set, and where they set none', async () => {
    const { booking } = await aPaidBooking()
    db.update(siteSettings).set({ bankAtMost: '1,999.99' }).run()
    const refused = await why(booking, 0)
    expect(refused).toEqual({ refused: 'beyond-bank', atMostCents: 199_999 })
    if ('refused' in refused) expect(laterRefusalWords(refused, 'bank-account')).toContain('up to $1,999.99')
    const half = bankWish(booking, { pays: 'part', amountCents: cents(100_000) })
    expect(await beginLaterCardPayment(half, atNoon)).toHaveProperty('intent')
    db.update(siteSettings).set({ bankAtMost: '' }).run()
    expect(await why(booking, 0)).toEqual({ refused: 'no-bank', why: 'cards-alone' })
  })
})

describe('canceled while on its way', () => {
  test('what comes goes back in full, once it is there', async () => {
    const { booking } = await aPaidBooking()
    const intent = await payFromBank(booking)
    expect(await cancel(booking)).toHaveProperty('canceled')
    expect(lettersOfKind(booking, 'booking-cancelled')[0]).toContain('$2,000 is still on its way')
    expect(stripeSandbox.refunds().some((one) => one.payment_intent === intent)).toBe(false)
    expect(owed(booking).asked).toBe(0)
    await passTo(4)
    expect(stripeSandbox.refunds().filter((one) => one.payment_intent === intent)).toMatchObject([
      { amount: 200_000 },
    ])
    expect(ledgerOf(booking).slice(-2)).toEqual([
      'payment bank-account 200000',
      'refund bank-account -200000',
    ])
    expect(bookingNow(booking).status).toMatch(/cancelled|refunded/)
  })

  test('one that fails then asks for nothing', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { account: ACCOUNT.closed })
    await cancel(booking)
    await passTo(4)
    expect(owed(booking)).toEqual({ asked: 0, onItsWay: 0 })
    expect(lettersOfKind(booking, 'bank-payment-failed')[0]).toContain('no longer active')
  })

  test('other changes of its money wait', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking)
    expect(await byHand(booking, 100_000)).toEqual({ refused: 'being-paid' })
  })
})

test('after 180 days it goes back by hand, and the quote says which part', async () => {
  const { booking } = await aPaidBooking({ paymentType: 'full' })
  await refund(booking, 100_000, { reason: 'owed-again' })
  const intent = await payFromBank(booking, { pays: 'balance' })
  await passTo(5)
  const back = (days: number) =>
    refundableByIntent(booking.id, onDay(days)).find(({ intentId }) => intentId === intent)?.cents ?? 0
  expect(back(184)).toBe(100_000)
  expect(back(186)).toBe(0)
})

test.each([
  [undefined, 'the card'],
  ['next' as const, 'the card or bank account'],
])('staff read in each dialog where a refund goes: %s', async (pays, goesTo) => {
  const { booking } = await aPaidBooking()
  if (pays) await payFromBank(booking, { pays })
  await passTo(4)
  for (const dialog of ['refund', 'cancel', 'payment']) {
    const { page } = await opened(booking, dialog)
    expect(page.refundsGoTo, dialog).toBe(goesTo)
  }
})

test('staff read in each dialog that gives money back until when the bank may take it', async () => {
  const { booking } = await aPaidBooking()
  await payFromBank(booking)
  expect((await opened(booking, 'cancel')).page.bankMayTake).toBeNull()
  await passTo(4)
  for (const dialog of ['refund', 'cancel']) {
    const { page } = await opened(booking, dialog)
    expect(page.bankMayTake, dialog).toEqual({ cents: 200_000, until: '2025-08-04' })
  }
  expect(bankMayTake(booking.id, onDay(64))).not.toBeNull()
  expect(bankMayTake(booking.id, onDay(65))).toBeNull()
  await refund(booking, 200_000)
  expect(bankMayTake(booking.id, onDay(5))).toBeNull()
})

/** What a dialog of the booking's page has loaded. */
async function opened({ reference }: Booking, dialog: string) {
  const at = `http://localhost:3000/admin/bookings/${reference}/${dialog}`
  const [session = ''] = (await beginHere(new Request(at), aStaffMember())).getSetCookie()
  const request = new Request(at, { headers: { cookie: session.split(';')[0] ?? '' } })
  return loader({ request, params: { reference }, context: {} })
}

test('words beside it: no letter says that all is paid, and refunds go to what was paid with', async () => {
  const { booking } = await aPaidBooking()
  await payFromBank(booking)
  await payLater(booking, 200_000)
  const [receipt] = lettersOfKind(booking, 'payment-receipt')
  expect(receipt).not.toContain('paid in full')
  expect(receipt).toContain('$2,000 on its way from your bank, about Jun 5, 2025')
  await passTo(4)
  expect(lettersOfKind(booking, 'payment-receipt').at(-1)).toContain('paid in full')
  await refund(booking, 10_000)
  expect(lettersOfKind(booking, 'refund-ordered')[0]).toContain('to the card or bank account')
})
