import { beforeEach, describe, expect, test } from 'vitest'
import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { cancelBooking } from '#app/money/changes/cancel-booking.server'
import {
  askForPart,
  askQuote,
  beginLaterCardPayment,
  beginLaterHostedPayment,
  type LaterPaymentWish,
  paymentDue,
} from '#app/money/changes/paying/later-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { priceQuote, repriceBooking } from '#app/money/changes/price-changes.server'
import { recordByHand } from '#app/money/changes/record-by-hand.server'
import { refundBooking } from '#app/money/changes/refund-orders.server'
import { cents } from '#app/platform/money'
import { payPage } from '#app/routes/traveler/pay/pay-page.server'
import { db } from '#db/connection.server'
import { installments, refunds } from '#db/schema/money'
import { adminUsers } from '#db/schema/staff'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, minutesAfter, NOON } from '#tests/fixtures/orders'
import { lettersOfKind, moneyNow, payLater as paysMore } from '#tests/fixtures/paid-bookings'
import {
  atNoon,
  atStripe,
  beginPaying,
  bookingNow,
  CARD,
  ledger,
  mailWritten,
  nothingBooked,
  payAtStripe,
  payerOf,
} from '#tests/fixtures/payments'

beforeEach(nothingBooked)

const staff = db
  .insert(adminUsers)
  .values({ username: 'wambui', passwordHash: 'none', role: 'admin', createdAt: NOON })
  .returning({ id: adminUsers.id, username: adminUsers.username, role: adminUsers.role })
  .get()

/** A double room whose deposit of $500 is paid: $2,000 and $2,000 are left. */
async function aBookingWithDeposit(): Promise<Booking> {
  const { booking, intent } = await beginPaying(anOrder())
  takePayment(await payAtStripe(intent.id), NOON)
  return bookingNow(booking)
}

/** What the traveler's page shows beside its button at this moment. */
function wishOf(booking: Booking, pays: LaterPaymentWish['pays'] = 'next'): LaterPaymentWish {
  const due = paymentDue(bookingNow(booking))
  return {
    token: booking.linkToken,
    pays,
    amountCents: pays === 'next' ? (due.next?.owedCents ?? cents(0)) : due.remainingCents,
    remainingCents: due.remainingCents,
  }
}

async function begun(wish: LaterPaymentWish) {
  const opened = await beginLaterCardPayment(wish, atNoon)
  if ('refused' in opened) throw new Error(opened.refused)
  return opened.intent
}

const payLater = async (wish: LaterPaymentWish) =>
  takePayment(await payAtStripe((await begun(wish)).id), minutesAfter(60))

const paidInstallments = () =>
  db
    .select()
    .from(installments)
    .orderBy(installments.number)
    .all()
    .map(({ paidAt }) => paidAt !== null)

test('what is due: the next installment, or all that remains', async () => {
  const booking = await aBookingWithDeposit()
  expect(paymentDue(booking)).toEqual({
    next: { number: 1, name: 'First installment', owedCents: 200_000, dueOn: '2025-08-15' },
    remainingCents: 400_000,
  })
  await payLater(wishOf(booking))
  expect(paymentDue(bookingNow(booking))).toEqual({
    next: { number: 2, name: 'Final installment', owedCents: 200_000, dueOn: '2025-09-15' },
    remainingCents: 200_000,
  })
  await payLater(wishOf(booking))
  expect(paymentDue(bookingNow(booking))).toEqual({ next: null, remainingCents: 0 })
  expect(bookingNow(booking).status).toBe('completed')
  expect(ledger().map(({ amountCents }) => amountCents)).toEqual([50_000, 200_000, 200_000])
  expect(mailWritten().filter((kind) => kind === 'payment-receipt')).toHaveLength(2)
})

test('all that remains pays both installments at once', async () => {
  const booking = await aBookingWithDeposit()
  await payLater(wishOf(booking, 'balance'))
  expect(paidInstallments()).toEqual([true, true])
  expect(bookingNow(booking).status).toBe('completed')
})

describe('another amount', () => {
  const part = (booking: Booking, amount: number): LaterPaymentWish => ({
    ...wishOf(booking, 'part'),
    amountCents: cents(amount),
  })

  test('of three thousand pays the first installment and a part of the final one', async () => {
    const booking = await aBookingWithDeposit()
    takePayment(await payAtStripe((await begun(part(booking, 300_000))).id), NOON)
    expect(paymentDue(bookingNow(booking))).toMatchObject({
      next: { number: 2, owedCents: 100_000 },
      remainingCents: 100_000,
    })
  })

  test('smaller than the installment leaves the rest of it due', async () => {
    const booking = await aBookingWithDeposit()
    takePayment(await payAtStripe((await begun(part(booking, 50_050))).id), NOON)
    expect(paymentDue(bookingNow(booking)).next).toMatchObject({ number: 1, owedCents: 149_950 })
  })

  test('is refused above what is left, below what a card pays, and where no card could pay the rest', async () => {
    const booking = await aBookingWithDeposit()
    for (const amount of [400_001, 49, 0, 399_951])
      expect(await beginLaterCardPayment(part(booking, amount), atNoon)).toEqual({
        refused: 'wrong-part',
        remainingCents: 400_000,
      })
    const stale = { ...part(booking, 100_000), remainingCents: cents(500_000) }
    expect(await beginLaterCardPayment(stale, atNoon)).toEqual({ refused: 'amount-changed' })
    expect(stripeSandbox.paymentIntents().filter(({ status }) => status !== 'succeeded')).toEqual([])
  })

  test('can be asked for by staff: one letter for a form, with a link that states it', async () => {
    const booking = await aBookingWithDeposit()
    const quoted = digestOf(askQuote(booking))
    const wish = {
      ...{ reference: booking.reference, amountCents: cents(125_050), formKey: 'asked-once' },
      quoted,
    }
    expect(await askForPart(wish, staff, atNoon)).toEqual({ asked: true })
    expect(await askForPart(wish, staff, atNoon)).toEqual({ known: true })
    const letters = lettersOfKind(booking, 'part-asked')
    expect(letters).toHaveLength(1)
    expect(letters[0]).toContain(`${payAddress(booking)}?amount=1250.5&after=500`)
    const again = { ...wish, quoted: digestOf(askQuote(booking)), formKey: 'asked-again' }
    expect(await askForPart({ ...again, amountCents: cents(400_001) }, staff, atNoon)).toMatchObject({
      refused: 'wrong-part',
    })
    // A second form that was open when the first was sent asks for the same.
    expect(await askForPart({ ...again, quoted }, staff, atNoon)).toMatchObject({ refused: 'quote-changed' })
    expect(lettersOfKind(booking, 'part-asked')).toHaveLength(1)
    expect(await askForPart(again, staff, atNoon)).toEqual({ asked: true })
  })
})

test('a link for a part offers it until so much has come, and again once that went back', async () => {
  const booking = await aBookingWithDeposit()
  const statedBy = async (query: string) => {
    const { page } = await payPage(new URLSearchParams(query), payerOf(booking))
    return [page.part?.typed, page.cameSinceCents]
  }
  const link = '?amount=1250.5&after=500'
  expect(await statedBy(link)).toEqual(['1250.5', null])
  await paysMore(booking, 125_049)
  expect(await statedBy(link)).toEqual(['1250.5', null])
  await paysMore(booking, 74_951)
  expect(await statedBy(link)).toEqual([undefined, 200_000])
  expect(await statedBy('?amount=1250.5')).toEqual(['1250.5', null])
  expect(await statedBy('?amount=&after=500')).toEqual(['', null])
  expect(await statedBy('?amount=1250.5&after=none')).toEqual(['1250.5', null])
  const back = { amountCents: cents(150_000), reason: 'owed-again' as const, note: '', formKey: 'back' }
  await refundBooking({ reference: booking.reference, quoted: moneyNow(booking), ...back }, staff, atNoon)
  expect(await statedBy(link)).toEqual(['1250.5', null])
})

test('a link for more than is left after a discount offers what can be paid, and says so', async () => {
  const booking = await aBookingWithDeposit()
  const shownBy = async (query: string) => {
    const { part, instead } = (await payPage(new URLSearchParams(query), payerOf(booking))).page
    return { part, instead }
  }
  const link = '?amount=3000&after=500'
  expect(await shownBy(link)).toEqual({ part: { typed: '3000' }, instead: null })
  const less = {
    direction: 'discount',
    amount: { cents: cents(200_000) },
    travelerId: null,
    words: 'Sorry',
  } as const
  const quote = priceQuote(bookingNow(booking), less, NOON)
  if ('refused' in quote) throw new Error(quote.refused)
  const wish = { reference: booking.reference, quoted: digestOf(quote), formKey: 'less' }
  expect(await repriceBooking({ ...less, ...wish }, staff, atNoon)).toHaveProperty('changed')

  expect(await shownBy(link)).toEqual({ part: null, instead: { askedCents: 300_000 } })
  expect(await shownBy('?amount=1999.80')).toEqual({ part: null, instead: { askedCents: 199_980 } })
  expect(await shownBy('?amount=2000')).toEqual({ part: { typed: '2000' }, instead: null })
  expect(await shownBy('?amount=')).toEqual({ part: { typed: '' }, instead: null })
})

test('ten presses in two tabs at once get one intent', async () => {
  const booking = await aBookingWithDeposit()
  const wish = wishOf(booking)
  const intents = await Promise.all(Array.from({ length: 10 }, () => begun(wish)))
  expect(new Set(intents.map(({ id }) => id)).size).toBe(1)
})

test('the other choice cancels the first payment intent', async () => {
  const booking = await aBookingWithDeposit()
  const next = await begun(wishOf(booking))
  const balance = await begun(wishOf(booking, 'balance'))
  expect(balance.amountCents).toBe(400_000)
  expect(atStripe(next.id)?.status).toBe('canceled')
})

describe('nothing is charged', () => {
  test('where the page showed another amount than is due', async () => {
    const booking = await aBookingWithDeposit()
    const before = stripeSandbox.paymentIntents().length
    for (const wish of [
      { ...wishOf(booking), amountCents: cents(100) },
      { ...wishOf(booking), amountCents: cents(400_000) },
      { ...wishOf(booking, 'balance'), amountCents: cents(200_000) },
    ])
      expect(await beginLaterCardPayment(wish, atNoon)).toEqual({ refused: 'amount-changed' })
    expect(stripeSandbox.paymentIntents()).toHaveLength(before)
  })

  test('by a tab showing an already paid installment', async () => {
    const booking = await aBookingWithDeposit()
    const shownInBothTabs = wishOf(booking)
    await payLater(shownInBothTabs)

    expect(await beginLaterCardPayment(shownInBothTabs, atNoon)).toEqual({ refused: 'amount-changed' })
    expect(await beginLaterHostedPayment(shownInBothTabs, atNoon)).toEqual({ refused: 'amount-changed' })
    expect(paidInstallments()).toEqual([true, false])
  })

  test('twice when Stripe already has the first payment', async () => {
    const booking = await aBookingWithDeposit()
    const wish = wishOf(booking)
    await payAtStripe((await begun(wish)).id)

    expect(await beginLaterCardPayment(wish, atNoon)).toMatchObject({ refused: 'already-paid' })
    expect(ledger().map(({ amountCents }) => amountCents)).toEqual([50_000, 200_000])
  })

  test('where all is paid', async () => {
    const booking = await aBookingWithDeposit()
    await payLater(wishOf(booking, 'balance'))
    expect(await beginLaterCardPayment(wishOf(booking, 'balance'), atNoon)).toEqual({
      refused: 'nothing-due',
    })
  })

  test('while everything paid is on its way back', async () => {
    const booking = await aBookingWithDeposit()
    const shown = wishOf(booking)
    stripeSandbox.switches.apiDown = true
    await refundBooking(
      {
        reference: booking.reference,
        amountCents: cents(50_000),
        reason: 'goodwill',
        note: '',
        quoted: moneyNow(booking),
        formKey: 'whole',
      },
      staff,
      atNoon,
    )
    stripeSandbox.switches.apiDown = 'off'

    expect(bookingNow(booking).status).toBe('deposit_paid')
    expect(paymentDue(bookingNow(booking))).toEqual({ next: null, remainingCents: 0 })
    expect(await beginLaterCardPayment(shown, atNoon)).toEqual({ refused: 'nothing-due' })
  })

  test('for unknown links or held or canceled bookings', async () => {
    const wish = { pays: 'next' as const, amountCents: cents(1), remainingCents: cents(1) }
    expect(await beginLaterCardPayment({ ...wish, token: 'x'.repeat(32) }, atNoon)).toEqual({
      refused: 'not-found',
    })
    expect(await beginLaterCardPayment({ ...wish, token: "' or 1=1 --" }, atNoon)).toEqual({
      refused: 'not-found',
    })
    const { booking: held } = await beginPaying()
    expect(await beginLaterCardPayment({ ...wish, token: held.linkToken }, atNoon)).toEqual({
      refused: 'inactive',
    })

    const booking = await aBookingWithDeposit()
    const shown = wishOf(booking)
    const quoted = digestOf(cancelQuote(booking, NOON))
    await cancelBooking({ reference: booking.reference, quoted, note: '', formKey: 'cancel' }, staff, atNoon)
    expect(await beginLaterCardPayment(shown, atNoon)).toEqual({ refused: 'inactive' })
  })
})

describe('a cheque that staff enter while a payment page is open', () => {
  const cheque = (booking: Booking, amountCents: number) =>
    recordByHand(
      {
        reference: booking.reference,
        amountCents: cents(amountCents),
        method: 'cheque',
        direction: 'in',
        note: '',
        quoted: moneyNow(booking),
        formKey: `cheque-${booking.id}`,
      },
      staff,
      atNoon,
    )

  test('withdraws what could still be paid by card', async () => {
    const booking = await aBookingWithDeposit()
    const wish = wishOf(booking, 'balance')
    const open = await begun(wish)
    await cheque(booking, 400_000)

    expect(atStripe(open.id)?.status).toBe('canceled')
    expect(await beginLaterCardPayment(wish, atNoon)).toEqual({ refused: 'nothing-due' })
  })

  test('is refused where the card was quicker', async () => {
    const booking = await aBookingWithDeposit()
    await payAtStripe((await begun(wishOf(booking, 'balance'))).id)
    expect(await cheque(booking, 400_000)).toMatchObject({
      refused: 'quote-changed',
      quote: { keptCents: 450_000, totalCents: 450_000, writtenOffCents: 0 },
    })
    expect(ledger().map(({ amountCents }) => amountCents)).toEqual([50_000, 400_000])
  })

  test('card money that still arrives goes back in full', async () => {
    const booking = await aBookingWithDeposit()
    const open = await begun(wishOf(booking, 'balance'))
    await cheque(booking, 400_000)

    const late = { ...open, status: 'succeeded' as const, receivedCents: cents(400_000) }
    expect(takePayment(late, minutesAfter(5)).outcome).toBe('given-back')
    expect(db.select().from(refunds).all()).toMatchObject([{ amountCents: 400_000, state: 'owed' }])
    expect(bookingNow(booking).status).toBe('completed')
    expect(mailWritten()).toContain('payment-returned')
  })
})

test('the fifth declined card cancels only the intent', async () => {
  const booking = await aBookingWithDeposit()
  const wish = wishOf(booking)
  const intent = await begun(wish)
  for (let decline = 1; decline <= 5; decline += 1) {
    expect((await begun(wish)).id).toBe(intent.id)
    await payAtStripe(intent.id, CARD.declined)
  }
  const another = await begun(wish)

  expect(another.id).not.toBe(intent.id)
  expect(atStripe(intent.id)?.status).toBe('canceled')
  expect(bookingNow(booking).status).toBe('deposit_paid')
  await payAtStripe(another.id)
  expect(await beginLaterCardPayment(wish, atNoon)).toMatchObject({ refused: 'already-paid' })
  expect(paidInstallments()).toEqual([true, false])
})

describe('Stripe’s hosted page', () => {
  test('is one page however often it is asked for', async () => {
    const booking = await aBookingWithDeposit()
    const wish = wishOf(booking)
    const first = await beginLaterHostedPayment(wish, atNoon)
    expect(first).toEqual(await beginLaterHostedPayment(wish, atNoon))
    const session = stripeSandbox.sessions()[0]
    expect(session?.success_url).toContain(`${payAddress(booking)}?session_id=`)
    expect(session?.cancel_url).toBe(payAddress(booking))
  })

  test('replaces a card intent opened in another tab', async () => {
    const booking = await aBookingWithDeposit()
    const byCard = await begun(wishOf(booking))
    expect(await beginLaterHostedPayment(wishOf(booking), atNoon)).toHaveProperty('url')
    expect(atStripe(byCard.id)?.status).toBe('canceled')
  })
})
