import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import { receivedCents } from '#app/money/books/ledger.server'
import { receiptsOf, withCompany } from '#app/money/books/receipts.server'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import { bankDiscountOf } from '#app/money/changes/paying/bank-words'
import { enterFoundPayment } from '#app/money/changes/paying/found-payments.server'
import {
  beginLaterCardPayment,
  beginLaterHostedPayment,
  chosenAmount,
  LaterPaymentFields,
  paymentDueOf,
} from '#app/money/changes/paying/later-payment.server'
import { linkForSomebody } from '#app/money/changes/paying/somebody-else.server'
import { undoReprice } from '#app/money/changes/price-changes.server'
import { intentRecordWithStripeId, noteProcessing } from '#app/money/payments/intent-records.server'
import { payerByLink } from '#app/money/payments/payers.server'
import { reconcile } from '#app/money/reconcile.server'
import { cents } from '#app/platform/money'
import { SettingsForm } from '#app/site/settings-form'
import { db } from '#db/connection.server'
import { charges, paymentIntents } from '#db/schema/money'
import { siteSettings } from '#db/schema/site'
import { ACCOUNT, bankWish, onDay, passTo, payFromBank } from '#tests/fixtures/bank-payments'
import { staffMail } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import {
  aPaidBooking,
  aStaffMember,
  booksOf,
  cancel,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { anOpenTour } from '#tests/fixtures/party-changes'
import { atNoon, atStripe, bookingNow, payerOf } from '#tests/fixtures/payments'
import { ACHIENG, aSharingParty, linkOf } from '#tests/fixtures/sharing-parties'

// A guest who pays from a bank account pays less, by a percentage that staff set.

beforeEach(() => {
  anOpenTour()
  stripeSandbox.setClock(() => onDay(0))
  discount('1')
})

const discount = (bankDiscount: string) =>
  db.update(siteSettings).set({ bankAtMost: '20,000', bankDiscount }).run()

/** Price, paid, on its way and asked for; at every step the first is the sum of the others. */
function money(booking: Booking) {
  const { totalCents, keptCents, onItsWayCents, askedCents } = bookingNow(booking)
  expect(keptCents + onItsWayCents + askedCents).toBe(totalCents)
  const owed = installmentsOf(booking.id).reduce((sum, one) => sum + one.owedCents, 0)
  expect(owed).toBe(askedCents)
  const charged = db.select().from(charges).all()
  const price = charged.filter(({ bookingId }) => bookingId === booking.id)
  expect(price.reduce((sum, { priceCents }) => sum + priceCents, 0)).toBe(totalCents)
  expect(sharesOwed(bookingNow(booking)).reduce((sum, one) => sum + one.owedCents, 0)).toBe(askedCents)
  return [totalCents, keptCents, onItsWayCents, askedCents]
}

const planOf = (booking: Booking) => installmentsOf(booking.id).map(({ amountCents }) => amountCents)

describe('on its way', () => {
  test('an installment is less by what the page showed, and nothing of the rest is asked for', async () => {
    const { booking } = await aPaidBooking()
    const intent = await payFromBank(booking)
    expect(atStripe(intent)?.amount).toBe(198_000)
    expect(money(booking)).toEqual([448_000, 50_000, 198_000, 200_000])
    expect(planOf(booking)).toEqual([198_000, 200_000])
    expect(partyMoney(bookingNow(booking)).sum).toBe('$4,500 − $20 “For paying from a bank account”')

    await passTo(4)
    expect(money(booking)).toEqual([448_000, 248_000, 0, 200_000])
    expect(installmentsOf(booking.id).map(({ paidAt }) => paidAt !== null)).toEqual([true, false])
    expect(booksOf(booking)).toMatchObject({ kept: 248_000, stripeAgrees: true })
  })

  test('the whole balance, and all is paid once it is there', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { pays: 'balance' })
    expect(money(booking)).toEqual([446_000, 50_000, 396_000, 0])
    await passTo(4)
    expect(money(booking)).toEqual([446_000, 446_000, 0, 0])
    expect(bookingNow(booking)).toMatchObject({ status: 'completed', moneyState: 'paid-in-full' })
    expect(lettersOfKind(booking, 'payment-receipt').at(-1)).toContain('paid in full')
  })

  test('a part of it: two parts, each with its own, and the rest by card', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { pays: 'part', amountCents: cents(100_050) })
    expect(money(booking)).toEqual([448_999, 50_000, 99_049, 299_950])
    await payFromBank(booking, { pays: 'part', amountCents: cents(50_000) })
    expect(money(booking)).toEqual([448_499, 50_000, 148_549, 249_950])
    expect(partyMoney(bookingNow(booking)).sum).toBe('$4,500 − $15.01 “For paying from a bank account”')
    await payLater(booking, 249_950)
    await passTo(4)
    expect(money(booking)).toEqual([448_499, 448_499, 0, 0])
  })

  test('of a booking that was paid at once and owes again', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await refund(booking, 100_000, { reason: 'owed-again' })
    const [before] = installmentsOf(booking.id)
    await payFromBank(booking, { account: ACCOUNT.closed, pays: 'balance' })
    expect(money(booking)).toEqual([449_000, 350_000, 99_000, 0])
    expect(installmentsOf(booking.id)[0]?.dueOn).toBe(before?.dueOn)
    await passTo(4)
    expect(money(booking)).toEqual([450_000, 350_000, 0, 100_000])
  })

  test('on Stripe’s own page, which shows the lower amount', async () => {
    const { booking } = await aPaidBooking()
    const begun = await beginLaterHostedPayment(bankWish(booking), atNoon)
    expect(begun).toHaveProperty('url')
    const [session] = stripeSandbox.sessions()
    expect(session?.amount_total).toBe(198_000)
    stripeSandbox.paySession(session?.id ?? '', ACCOUNT.good)
    await reconcile(() => onDay(0))
    expect(money(booking)).toEqual([448_000, 50_000, 198_000, 200_000])
  })

  test('that the site hears of only once it is there', async () => {
    const { booking } = await aPaidBooking()
    const begun = await beginLaterCardPayment(bankWish(booking), atNoon)
    if ('refused' in begun) throw new Error(begun.refused)
    stripeSandbox.payIntent(begun.intent.id, ACCOUNT.good)
    await passTo(4)
    expect(money(booking)).toEqual([448_000, 248_000, 0, 200_000])
    expect(planOf(booking)).toEqual([198_000, 200_000])
  })

  test('heard of twice, and asked after each day, is less once', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking)
    await reconcile(() => onDay(1))
    await reconcile(() => onDay(2))
    await passTo(4)
    await passTo(5)
    expect(money(booking)).toEqual([448_000, 248_000, 0, 200_000])
  })

  test('counts for a link that asked for a part: it is not offered again', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { pays: 'part', amountCents: cents(100_000) })
    await passTo(4)
    expect(receivedCents(booking.id)).toBe(150_000)
  })
})

describe('what the page showed is what is charged', () => {
  test('a percentage that staff changed meanwhile charges nothing', async () => {
    const { booking } = await aPaidBooking()
    const shown = bankWish(booking)
    const atFirst = stripeSandbox.paymentIntents().length
    for (const now of ['', '0', '0.5', '2']) {
      discount(now)
      expect(await beginLaterCardPayment(shown, atNoon), now).toEqual({ refused: 'amount-changed' })
    }
    expect(stripeSandbox.paymentIntents()).toHaveLength(atFirst)
    expect(await beginLaterCardPayment({ ...shown, paysFrom: 'card' }, atNoon)).toHaveProperty('intent')
  })

  test('a page from before there was one charges nothing either', async () => {
    const { booking } = await aPaidBooking()
    const shown = { ...bankWish(booking), bankPercent: undefined }
    expect(await beginLaterCardPayment(shown, atNoon)).toEqual({ refused: 'amount-changed' })
  })

  test('one that was open at another percentage is withdrawn for the new one', async () => {
    const { booking } = await aPaidBooking()
    const first = await beginLaterCardPayment(bankWish(booking), atNoon)
    discount('3')
    const second = await beginLaterCardPayment(bankWish(booking), atNoon)
    if ('refused' in first || 'refused' in second) throw new Error('refused')
    expect(atStripe(first.intent.id)?.status).toBe('canceled')
    expect(atStripe(second.intent.id)?.amount).toBe(194_000)
  })

  test('at the same amount, but another discount, it is another payment', async () => {
    const { booking } = await aPaidBooking()
    const part = await beginLaterCardPayment(
      bankWish(booking, { pays: 'part', amountCents: cents(100_000) }),
      atNoon,
    )
    discount('')
    const bare = await beginLaterCardPayment(
      bankWish(booking, { pays: 'part', amountCents: cents(99_000) }),
      atNoon,
    )
    if ('refused' in part || 'refused' in bare) throw new Error('refused')
    expect(bare.intent.id).not.toBe(part.intent.id)
    stripeSandbox.payIntent(bare.intent.id, ACCOUNT.good)
    await reconcile(atNoon)
    expect(money(booking)).toEqual([450_000, 50_000, 99_000, 301_000])
  })

  test('the card stays at its price, and so does the first payment', async () => {
    const { booking } = await aPaidBooking()
    const byCard = await beginLaterCardPayment(bankWish(booking, { paysFrom: 'card' }), atNoon)
    if ('refused' in byCard) throw new Error(byCard.refused)
    expect(atStripe(byCard.intent.id)?.amount).toBe(200_000)
  })

  test('what staff allow at once is compared with what leaves the account', async () => {
    const { booking } = await aPaidBooking()
    db.update(siteSettings).set({ bankAtMost: '1,980' }).run()
    expect(await beginLaterCardPayment(bankWish(booking), atNoon)).toHaveProperty('intent')
    db.update(siteSettings).set({ bankAtMost: '1,979.99' }).run()
    expect(await beginLaterCardPayment(bankWish(booking), atNoon)).toMatchObject({ refused: 'beyond-bank' })
  })

  test.each([
    [200_000, 1, 2_000],
    [33_333, 1, 333],
    [33_350, 1, 334],
    [100, 3, 3],
    [51, 3, 1],
    [50, 3, 0],
    [200_000, 0, 0],
  ])('%i cents at %d%% are %i less, and never too little for Stripe', (amount, percent, off) => {
    expect(bankDiscountOf(cents(amount), percent)).toBe(off)
  })

  test('the form sends the percentage that stood beside the choice', () => {
    const sent = {
      pays: 'next',
      paysFrom: 'bank-account',
      bankPercent: '0.5',
      nextCents: '1',
      remainingCents: '2',
    }
    expect(chosenAmount(LaterPaymentFields.parse(sent)).bankPercent).toBe(0.5)
  })
})

describe('one that fails', () => {
  test('takes the discount back, and the plan is as it was', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking, { account: ACCOUNT.short })
    await passTo(4)
    await passTo(5)
    expect(money(booking)).toEqual([450_000, 50_000, 0, 400_000])
    expect(planOf(booking)).toEqual([200_000, 200_000])
    expect(partyMoney(bookingNow(booking)).sum).toBeNull()
    const [letter] = lettersOfKind(booking, 'bank-payment-failed')
    expect(letter).toContain('$1,980 was on its way')
    expect(letter).toContain('The discount of $20 for it is taken back')
    expect(letter).toContain('$2,000')
    expect(staffMail('staff-bank-payment-failed')[0]?.text).toContain(
      'The discount of $20 for it is taken back',
    )
  })

  test('beside another that stands: only its own is taken back', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking)
    await payFromBank(booking, { account: ACCOUNT.closed, pays: 'balance' })
    expect(money(booking)).toEqual([446_000, 50_000, 396_000, 0])
    await passTo(4)
    expect(money(booking)).toEqual([448_000, 248_000, 0, 200_000])
    expect(planOf(booking)).toEqual([198_000, 200_000])
  })

  test('on its way no more, as Stripe says, is without it until it is again', async () => {
    const { booking } = await aPaidBooking()
    const id = await payFromBank(booking)
    const record = () => {
      const found = intentRecordWithStripeId(id)
      if (!found) throw new Error('gone')
      return found
    }
    noteProcessing(record(), false, onDay(1))
    expect(bookingNow(booking)).toMatchObject({ totalCents: 450_000, askedCents: 400_000 })
    noteProcessing(record(), true, onDay(2))
    expect(money(booking)).toEqual([448_000, 50_000, 198_000, 200_000])
  })
})

describe('one that bounces after it had come', () => {
  const bounced = async (reason: string, pays: 'next' | 'balance' = 'next') => {
    const { booking } = await aPaidBooking()
    const intent = await payFromBank(booking, { pays })
    await passTo(4)
    stripeSandbox.openDispute(intent, { reason })
    await reconcile(() => onDay(10))
    await reconcile(() => onDay(11))
    return bookingNow(booking)
  }

  test.each(['next', 'balance'] as const)('takes the discount back once: %s', async (pays) => {
    const booking = await bounced('insufficient_funds', pays)
    expect(money(booking)).toEqual([450_000, 50_000, 0, 400_000])
    expect(planOf(booking)).toEqual([200_000, 200_000])
    const [letter] = lettersOfKind(booking, 'bank-payment-taken-back')
    const off = { next: '$20', balance: '$40' }[pays]
    expect(letter).toContain(`The discount of ${off} for it is taken back`)
    const last = receiptsOf(booking).at(-1)
    expect(last && withCompany(last).lines.map(({ label }) => label)).toContain('Discount for it, taken back')
  })

  test.each([
    ['all that was due was paid by card', 200_000],
    ['nothing was', 0],
  ])('won on appeal, after %s: it is given once more', async (_, byCard) => {
    const booking = await bounced('insufficient_funds')
    if (byCard > 0) await payLater(booking, byCard, onDay(12))
    const [dispute] = stripeSandbox.disputes()
    stripeSandbox.closeDispute(dispute?.id ?? '', 'won')
    await reconcile(() => onDay(20))
    await reconcile(() => onDay(21))
    const kept = 248_000 + byCard
    expect(money(booking)).toEqual([448_000, kept, 0, 448_000 - kept])
    expect(partyMoney(bookingNow(booking)).sum).toBe('$4,500 − $20 “For paying from a bank account”')
    expect(booksOf(booking)).toMatchObject({ kept, stripeAgrees: true })
    const off = receiptsOf(bookingNow(booking)).map(({ discountCents }) => discountCents)
    expect(off.filter((discountCents) => discountCents !== 0)).toEqual([2_000, -2_000, 2_000])
    expect(lettersOfKind(booking, 'bank-payment-taken-back')).toHaveLength(1)
    expect(staffMail('staff-dispute-closed').at(-1)?.subject).toContain('Dispute won')
  })

  test('for another reason it stays: nobody is asked to pay it again', async () => {
    const booking = await bounced('debit_not_authorized')
    expect(money(booking)).toEqual([250_000, 50_000, 0, 200_000])
  })
})

describe('where each pays their own', () => {
  async function aParty() {
    const booking = await aSharingParty(ACHIENG)
    return { booking, token: linkOf(booking, 2) }
  }

  const shares = (booking: Booking) =>
    sharesOwed(bookingNow(booking)).map(({ shareCents, owedCents }) => [shareCents, owedCents])

  async function payShare(token: string, account = ACCOUNT.good) {
    const payer = payerByLink(token)
    if (!payer) throw new Error('An unknown link')
    const { remainingCents } = paymentDueOf(payer)
    const wish = { pays: 'balance' as const, paysFrom: 'bank-account' as const, bankPercent: 1 }
    const begun = await beginLaterCardPayment(
      { ...wish, token, amountCents: remainingCents, remainingCents },
      atNoon,
    )
    if ('refused' in begun) throw new Error(begun.refused)
    stripeSandbox.payIntent(begun.intent.id, account)
    await reconcile(atNoon)
    return begun.intent.id
  }

  test('a companion’s discount is off their own share', async () => {
    const { booking, token } = await aParty()
    const id = await payShare(token)
    expect(atStripe(id)?.amount).toBe(396_000)
    expect(money(booking)).toEqual([896_000, 100_000, 396_000, 400_000])
    expect(shares(booking)).toEqual([
      [450_000, 400_000],
      [446_000, 0],
    ])
    await passTo(4)
    expect(money(booking)).toEqual([896_000, 496_000, 0, 400_000])
    expect(shares(booking)).toEqual([
      [450_000, 400_000],
      [446_000, 0],
    ])
  })

  test('and theirs again to pay where it fails', async () => {
    const { booking, token } = await aParty()
    await payShare(token, ACCOUNT.closed)
    await passTo(4)
    expect(money(booking)).toEqual([900_000, 100_000, 0, 800_000])
    expect(shares(booking)).toEqual([
      [450_000, 400_000],
      [450_000, 400_000],
    ])
  })

  test('of one payment for all it is off what each still owes', async () => {
    const { booking, token } = await aParty()
    await payShare(token)
    await payFromBank(booking, { pays: 'balance', whose: 'all' })
    expect(money(booking)).toEqual([892_000, 100_000, 792_000, 0])
    expect(shares(booking)).toEqual([
      [446_000, 0],
      [446_000, 0],
    ])
  })

  test('by a link for somebody else there is none, and no bank account', async () => {
    const { booking } = await aPaidBooking()
    const made = linkForSomebody(
      payerOf(booking),
      { payerName: 'Aunt Joy', amountCents: cents(100_000) },
      onDay(0),
    )
    if ('refused' in made) throw new Error(made.refused)
    const wish = { pays: 'balance' as const, bankPercent: 1, token: made.linkToken }
    const amounts = { amountCents: cents(100_000), remainingCents: cents(100_000) }
    expect(
      await beginLaterCardPayment({ ...wish, ...amounts, paysFrom: 'bank-account' }, atNoon),
    ).toMatchObject({ refused: 'no-bank' })
    const byCard = await beginLaterCardPayment({ ...wish, ...amounts }, atNoon)
    expect('intent' in byCard && byCard.intent.amountCents).toBe(100_000)
  })
})

describe('what else happens to the booking', () => {
  test('canceled while on its way: what comes goes back in full, and the discount with it', async () => {
    const { booking } = await aPaidBooking()
    const id = await payFromBank(booking)
    await cancel(booking)
    await passTo(4)
    const back = stripeSandbox.refunds().filter((one) => one.payment_intent === id)
    expect(back).toMatchObject([{ amount: 198_000 }])
    expect(bookingWithId(booking.id)?.totalCents).toBe(450_000)
  })

  test('canceled after it came: the price is simply lower', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking)
    await passTo(4)
    await cancel(booking, onDay(5))
    expect(booksOf(booking)).toMatchObject({ stripeAgrees: true })
    expect(bookingNow(booking).totalCents).toBe(448_000)
  })

  test('found only at Stripe, after a restored backup, it has its discount', async () => {
    const { booking } = await aPaidBooking()
    const begun = await beginLaterCardPayment(bankWish(booking), atNoon)
    if ('refused' in begun) throw new Error(begun.refused)
    stripeSandbox.payIntent(begun.intent.id, ACCOUNT.good)
    db.delete(paymentIntents).where(eq(paymentIntents.stripeIntentId, begun.intent.id)).run()
    discount('')
    stripeSandbox.setClock(() => onDay(4))
    stripeSandbox.passDays()
    expect(await enterFoundPayment(begun.intent.id, booking.reference, atNoon)).toHaveProperty('booking')
    expect(money(booking)).toEqual([448_000, 248_000, 0, 200_000])
  })

  test('staff can’t undo it by hand', async () => {
    const { booking } = await aPaidBooking()
    await payFromBank(booking)
    await passTo(4)
    const act = db
      .select()
      .from(charges)
      .all()
      .find(({ intentId }) => intentId !== null)
    const wish = { reference: booking.reference, id: act?.actId ?? 0, quoted: '', formKey: randomUUID() }
    expect(await undoReprice(wish, aStaffMember(), atNoon)).toEqual({ refused: 'of-bank' })
  })
})

test('letters and receipts say what is off, in plain words', async () => {
  const { booking } = await aPaidBooking()
  await payFromBank(booking)
  const [begun] = lettersOfKind(booking, 'bank-payment-begun')
  expect(begun).toContain('$1,980 is on its way from your bank')
  expect(begun).toContain('Off for paying from a bank account: $20')
  await passTo(4)
  const [receipt] = lettersOfKind(booking, 'payment-receipt')
  expect(receipt).toContain('$1,980')
  expect(receipt).toContain('Off for paying from a bank account')
  expect(receipt).toContain('$2,480 of $4,480')
  const last = receiptsOf(bookingNow(booking)).at(-1)
  expect(last && withCompany(last).lines.map(({ label, value }) => [label, value])).toContainEqual([
    'Off for paying from a bank account',
    '$20',
  ])
})

test.each([
  ['', true],
  ['0', true],
  ['1', true],
  ['0.5', true],
  ['2.9%', true],
  ['3', true],
  ['3.1', false],
  ['0.25', false],
  ['-1', false],
  ['ten', false],
])('staff type %s: taken %s', (typed, isTaken) => {
  expect(SettingsForm.shape.bankDiscount.safeParse(typed).success).toBe(isTaken)
})
