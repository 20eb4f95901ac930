import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyMoney, partyOf } from '#app/bookings/party.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { ledgerOf } from '#app/money/books/ledger.server'
import { receiptsOf } from '#app/money/books/receipts.server'
import { sharesOwed } from '#app/money/books/shares-owed.server'
import { setEachPays } from '#app/money/changes/party/each-pays.server'
import {
  beginLaterCardPayment,
  beginLaterHostedPayment,
  type LaterPaymentWish,
  paymentDueOf,
} from '#app/money/changes/paying/later-payment.server'
import { linkForSomebody, linksOf, withdrawLink } from '#app/money/changes/paying/somebody-else.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { sellByHand } from '#app/money/changes/sell-by-hand.server'
import { unsettledIntentsOf } from '#app/money/payments/intent-records.server'
import { payerByLink, type Whose } from '#app/money/payments/payers.server'
import { reconcile } from '#app/money/reconcile.server'
import { recordDispute } from '#app/money/refunds/record-dispute.server'
import { everyDispute } from '#app/money/stripe/refunds.server'
import { cents } from '#app/platform/money'
import { MOVEMENT } from '#app/views/movements.server'
import { db } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { payments, refunds } from '#db/schema/money'
import { adminUsers } from '#db/schema/staff'
import { ACCOUNT, onDay, passTo } from '#tests/fixtures/bank-payments'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aTraveler, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  booksOf,
  byHand,
  cancel,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { anOpenTour, joins, leaves } from '#tests/fixtures/party-changes'
import { bookingNow, payAtStripe } from '#tests/fixtures/payments'
import { mailsOfKind } from '#tests/fixtures/sharing-parties'

// Each of a party pays their own share, by a link of their own; or somebody else pays for one of them.

beforeEach(() => {
  anOpenTour()
  stripeSandbox.setClock(() => onDay(0))
})

/** A party whose deposit is paid, of which each pays their own from now on. */
async function aSharingParty(size: number) {
  const { booking, intentId } = await aPaidBooking({ travelers: size })
  db.update(travelers).set({ email: 'companion@example.com', name: 'Achieng' }).run()
  expect(await eachPays(booking, true)).toEqual({ done: true })
  return { booking: bookingNow(booking), party: partyOf(booking.id), intentId }
}

const eachPays = ({ reference }: Booking, on: boolean, at = NOON) =>
  setEachPays({ reference, eachPays: on }, null, () => at)

const linkOf = (booking: Booking, position: number): string =>
  position === 1
    ? booking.linkToken
    : (partyOf(booking.id).find((one) => one.position === position)?.linkToken ?? '')

type Asked = { pays?: 'next' | 'balance'; whose?: Whose; paysFrom?: 'bank-account'; amount?: number }

/** What the page behind a link sends that is opened now. */
function wishOf(token: string, { pays = 'balance', whose, paysFrom, amount }: Asked = {}): LaterPaymentWish {
  const payer = payerByLink(token, whose)
  if (!payer) throw new Error('An unknown link')
  const { next, remainingCents } = paymentDueOf(payer)
  const amountCents = pays === 'next' ? (next?.owedCents ?? cents(0)) : remainingCents
  const part =
    amount === undefined ? { pays, amountCents } : { pays: 'part' as const, amountCents: cents(amount) }
  return { token, whose, ...(paysFrom && { paysFrom }), remainingCents, ...part }
}

async function begin(token: string, asked: Asked = {}, at = NOON) {
  const begun = await beginLaterCardPayment(wishOf(token, asked), () => at)
  if ('refused' in begun) throw new Error(begun.refused)
  return begun.intent.id
}

async function pay(token: string, asked: Asked = {}, at = NOON): Promise<string> {
  const id = await begin(token, asked, at)
  takePayment(await payAtStripe(id), at)
  return id
}

const paidBy = (booking: Booking) => sharesOwed(bookingNow(booking)).map(({ paidCents }) => paidCents)
const owedBy = (booking: Booking) => sharesOwed(bookingNow(booking)).map(({ owedCents }) => owedCents)
const planOf = (booking: Booking, position: number) =>
  sharesOwed(bookingNow(booking))[position - 1]?.installments.map(({ owedCents }) => owedCents)

/** By traveler, by installment and in all it is one sum. */
function addsUp(booking: Booking) {
  const shares = sharesOwed(bookingNow(booking))
  const { remainingCents, onItsWayCents, installments } = amountsOwed(bookingNow(booking))
  const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
  expect(sum(shares.map(({ owedCents }) => owedCents))).toBe(remainingCents)
  expect(sum(shares.map((share) => share.onItsWayCents))).toBe(onItsWayCents)
  for (const [row, { owedCents }] of installments.entries()) {
    expect(sum(shares.map((share) => share.installments[row]?.owedCents ?? 0))).toBe(owedCents)
  }
  for (const share of shares) {
    expect(sum(share.installments.map(({ owedCents }) => owedCents))).toBe(share.owedCents)
    expect(share.installments.every(({ owedCents }) => owedCents >= 0)).toBe(true)
  }
}

const ordersOf = (booking: Booking) =>
  db
    .select()
    .from(refunds)
    .all()
    .filter(({ bookingId }) => bookingId === booking.id)
    .map(({ stripeIntentId, amountCents }) => ({ intent: stripeIntentId, cents: amountCents as number }))

describe('a share', () => {
  test('is paid by a link of one’s own, and is nobody else’s', async () => {
    const { booking } = await aSharingParty(3)
    expect(owedBy(booking)).toEqual([400_000, 400_000, 400_000])
    await pay(linkOf(booking, 2), { pays: 'next' })
    expect(paidBy(booking)).toEqual([50_000, 250_000, 50_000])
    expect(planOf(booking, 2)).toEqual([0, 200_000])
    expect(planOf(booking, 3)).toEqual([200_000, 200_000])
    await pay(linkOf(booking, 3))
    expect(paidBy(booking)).toEqual([50_000, 250_000, 450_000])
    expect(ledgerOf(booking.id).map(({ forTravelerId }) => forTravelerId !== null)).toEqual([
      false,
      true,
      true,
    ])
    addsUp(booking)
    await pay(linkOf(booking, 1))
    await pay(linkOf(booking, 2))
    expect(owedBy(booking)).toEqual([0, 0, 0])
    expect(bookingNow(booking).status).toBe('completed')
    expect(booksOf(booking)).toMatchObject({ kept: 1_350_000, stripeAgrees: true })
  })

  test('can be paid by the lead traveler, and all of them at once', async () => {
    const { booking } = await aSharingParty(3)
    await pay(booking.linkToken, { whose: 3 })
    expect(paidBy(booking)).toEqual([50_000, 50_000, 450_000])
    await pay(booking.linkToken, { whose: 'all' })
    expect(paidBy(booking)).toEqual([450_000, 450_000, 450_000])
    addsUp(booking)
  })

  test('of six is paid in six browsers at once; each that is opened again finds its own', async () => {
    const { booking } = await aSharingParty(6)
    const opened = await Promise.all([1, 2, 3, 4, 5, 6].map((position) => begin(linkOf(booking, position))))
    expect(new Set(opened).size).toBe(6)
    expect(await begin(linkOf(booking, 4))).toBe(opened[3])
    await Promise.all(opened.map(async (id) => takePayment(await payAtStripe(id), NOON)))
    expect(owedBy(booking)).toEqual([0, 0, 0, 0, 0, 0])
    expect(paidBy(booking)).toEqual(Array(6).fill(450_000))
  })

  test('of six: all open at once, one leaves, an aunt pays, a debit bounces, and it is exact', async () => {
    const { booking } = await aSharingParty(6)
    const payer = payerByLink(linkOf(booking, 4))
    const aunt = payer && linkForSomebody(payer, { payerName: 'Rose', amountCents: cents(400_000) }, NOON)
    if (!aunt || 'refused' in aunt) throw new Error('No link was made')
    const own = await Promise.all([1, 2, 6].map((position) => begin(linkOf(booking, position))))
    const rose = await begin(aunt.linkToken)
    const debit = await begin(linkOf(booking, 5), { paysFrom: 'bank-account' })
    stripeSandbox.payIntent(debit, ACCOUNT.good)
    await Promise.all([...own, rose].map(async (id) => takePayment(await payAtStripe(id), NOON)))
    await reconcile(() => onDay(0))
    expect(owedBy(booking)).toEqual([0, 0, 400_000, 0, 0, 0])
    addsUp(booking)
    await passTo(5)
    expect(await leaves(bookingNow(booking), 3, onDay(5))).toHaveProperty('left')
    expect(owedBy(booking)).toEqual([0, 0, 0, 0, 0])
    stripeSandbox.openDispute(debit, { reason: 'insufficient_funds' })
    await reconcile(() => onDay(6))
    expect(paidBy(booking)).toEqual([450_000, 450_000, 450_000, 50_000, 450_000])
    expect(owedBy(booking)).toEqual([0, 0, 0, 400_000, 0])
    addsUp(booking)
    await pay(linkOf(booking, 5), {}, onDay(7))
    expect(owedBy(booking)).toEqual([0, 0, 0, 0, 0])
    expect(booksOf(booking)).toMatchObject({ status: 'completed', kept: 2_250_000, stripeAgrees: true })
  })

  test('is not paid twice: who opens last pays, by whichever link', async () => {
    const { booking } = await aSharingParty(2)
    const own = await begin(linkOf(booking, 2))
    const forAll = await begin(booking.linkToken, { whose: 'all' })
    expect(unsettledIntentsOf(booking.id).map(({ stripeIntentId }) => stripeIntentId)).toEqual([forAll])
    const again = await begin(linkOf(booking, 2))
    expect(again).not.toBe(own)
    expect(unsettledIntentsOf(booking.id)).toHaveLength(1)
    takePayment(await payAtStripe(again), NOON)
    expect(paidBy(booking)).toEqual([50_000, 450_000])
  })

  test('leads nowhere while the lead traveler pays for everybody', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    expect(payerByLink(linkOf(booking, 2))).toBeNull()
    await eachPays(booking, true)
    expect(payerByLink(linkOf(booking, 2))?.by).toBe('traveler')
    expect(payerByLink(partyOf(booking.id)[0]?.linkToken ?? '')).toBeNull()
    const open = await begin(linkOf(bookingNow(booking), 2))
    await eachPays(booking, false)
    expect(payerByLink(linkOf(booking, 2))).toBeNull()
    expect(stripeSandbox.paymentIntents().find(({ id }) => id === open)?.status).toBe('canceled')
  })

  test('is asked by letter once, however often the lead traveler changes their mind', async () => {
    const { booking, party } = await aSharingParty(3)
    await eachPays(booking, false)
    await eachPays(booking, true)
    const letters = db
      .select({ kind: outbox.kind, text: outbox.textBody })
      .from(outbox)
      .all()
      .flatMap(({ kind, text }) => (kind === 'own-share' ? [text] : []))
    expect(letters).toHaveLength(2)
    expect(letters[0]).toContain(`/pay/${party[1]?.linkToken}`)
    expect(letters[0]).toContain('$4,000')
    expect(letters.join()).not.toContain(booking.linkToken)
  })

  test('is refused to one alone, to a booking that owes nothing, and said twice', async () => {
    const { booking } = await aPaidBooking()
    expect(await eachPays(booking, true)).toEqual({ refused: 'alone' })
    const { booking: paid } = await aPaidBooking({ travelers: 2, paymentType: 'full' })
    expect(await eachPays(paid, true)).toEqual({ refused: 'nothing-due' })
    const { booking: sharing } = await aSharingParty(2)
    expect(await eachPays(sharing, true)).toEqual({ refused: 'as-it-is' })
  })

  test('of another amount than was shown is not charged', async () => {
    const { booking } = await aSharingParty(2)
    const stale = wishOf(linkOf(booking, 2))
    await pay(linkOf(booking, 2), { pays: 'next' })
    expect(await beginLaterCardPayment(stale, () => NOON)).toEqual({ refused: 'amount-changed' })
    expect(await beginLaterHostedPayment(stale, () => NOON)).toEqual({ refused: 'amount-changed' })
  })

  test('is paid by check, as staff enter it', async () => {
    const { booking, party } = await aSharingParty(2)
    await byHand(booking, 400_000, { forTravelerId: party[1]?.id })
    expect(paidBy(booking)).toEqual([50_000, 450_000])
    addsUp(booking)
  })
})

describe('money that goes back', () => {
  test('to one who leaves goes to the card that paid for them', async () => {
    const { booking, intentId } = await aSharingParty(3)
    const theirs = await pay(linkOf(booking, 2))
    await pay(linkOf(booking, 3))
    expect(await leaves(booking, 2, minutesAfter(60))).toHaveProperty('left')
    // Neither what they paid nor what they got is the lead traveler's on a receipt, or in the office.
    const ofFormer = ['A former traveler', 'A former traveler']
    const receipts = receiptsOf(bookingNow(booking)).map((one) => one.paidBy)
    expect(receipts).toEqual([null, ofFormer[0], 'Achieng', ofFormer[1], null])
    const inOffice = db
      .select(MOVEMENT)
      .from(payments)
      .leftJoin(adminUsers, eq(adminUsers.id, payments.recordedBy))
    expect(
      inOffice
        .orderBy(payments.id)
        .all()
        .map((one) => one.paidBy),
    ).toEqual(receipts)
    // Their deposit was paid by the lead traveler, for all.
    expect(ordersOf(booking)).toEqual([
      { intent: theirs, cents: 400_000 },
      { intent: intentId, cents: 50_000 },
    ])
    expect(paidBy(booking)).toEqual([50_000, 450_000])
    addsUp(booking)
  })

  test('of a canceled booking goes to each card, by what each had paid', async () => {
    const { booking, intentId } = await aSharingParty(3)
    const third = await pay(linkOf(booking, 3), { pays: 'next' })
    const second = await pay(linkOf(booking, 2))
    await cancel(booking, onDay(85))
    // Within the days in which the deposits stay: each gets what they paid beyond theirs.
    expect(ordersOf(booking)).toEqual([
      { intent: second, cents: 400_000 },
      { intent: third, cents: 200_000 },
    ])
    expect(ordersOf(booking).map(({ intent }) => intent)).not.toContain(intentId)
  })

  test('as goodwill is each one’s part, and the price of each is lower by it', async () => {
    const { booking } = await aSharingParty(2)
    const theirs = await pay(linkOf(booking, 2))
    await pay(booking.linkToken)
    await refund(booking, 90_000)
    expect(ordersOf(booking)).toContainEqual({ intent: theirs, cents: 45_000 })
    expect(paidBy(booking)).toEqual([405_000, 405_000])
    addsUp(booking)
  })

  test('as a debit that bounces is owed by the one who paid it', async () => {
    const { booking } = await aSharingParty(3)
    const id = await begin(linkOf(booking, 2), { paysFrom: 'bank-account' })
    stripeSandbox.payIntent(id, ACCOUNT.good)
    await reconcile(() => onDay(0))
    expect(owedBy(booking)).toEqual([400_000, 0, 400_000])
    addsUp(booking)
    await passTo(5)
    expect(paidBy(booking)).toEqual([50_000, 450_000, 50_000])
    await pay(linkOf(booking, 3), {}, onDay(5))
    stripeSandbox.openDispute(id, { reason: 'insufficient_funds' })
    await reconcile(() => onDay(6))
    expect(paidBy(booking)).toEqual([50_000, 50_000, 450_000])
    expect(owedBy(booking)).toEqual([400_000, 400_000, 0])
    addsUp(booking)
  })

  test.each([
    ['was made', false, 50_000],
    ['waits, and is given up', true, 450_000],
  ])(
    'as a debit of one who left that bounces is asked of nobody: their refund %s',
    async (_, waits, keeps) => {
      const { booking } = await aSharingParty(2)
      const id = await begin(linkOf(booking, 2), { paysFrom: 'bank-account' })
      stripeSandbox.payIntent(id, ACCOUNT.good)
      await reconcile(() => onDay(0))
      await pay(booking.linkToken)
      await passTo(5)
      if (waits) stripeSandbox.switches.apiDown = true
      expect(await leaves(bookingNow(booking), 2, onDay(5))).toHaveProperty('left')
      stripeSandbox.switches.apiDown = 'off'
      stripeSandbox.openDispute(id, { reason: 'insufficient_funds' })
      const [dispute] = (await everyDispute()).newestFirst
      if (!dispute) throw new Error('Nothing bounced')
      recordDispute(dispute, onDay(6))
      await reconcile(() => onDay(6))
      expect(owedBy(booking)).toEqual([0])
      expect(bookingNow(booking)).toMatchObject({ keptCents: keeps, askedCents: 0 })
      expect(partyMoney(bookingNow(booking)).toPayBackCents).toBe(0)
      addsUp(booking)
      expect(mailsOfKind('bank-payment-taken-back')).toEqual([])
    },
  )

  test('by a lost dispute lowers the share that it had paid, and nobody else’s', async () => {
    const { booking } = await aSharingParty(3)
    const id = await pay(linkOf(booking, 2), { pays: 'next' })
    const dispute = stripeSandbox.openDispute(id)
    stripeSandbox.closeDispute(dispute.id, 'lost')
    await reconcile(() => NOON)
    expect(sharesOwed(bookingNow(booking)).map(({ shareCents }) => shareCents)).toEqual([
      450_000, 250_000, 450_000,
    ])
    expect(paidBy(booking)).toEqual([50_000, 50_000, 50_000])
    addsUp(booking)
  })
})

describe('somebody else', () => {
  test('pays what a link names, once, toward the share of who made it', async () => {
    const { booking } = await aSharingParty(2)
    const payer = payerByLink(linkOf(booking, 2))
    if (!payer) throw new Error('no payer')
    const link = linkForSomebody(payer, { payerName: 'Aunt Rose', amountCents: cents(150_000) }, NOON)
    if ('refused' in link) throw new Error(link.refused)
    const paid = await pay(link.linkToken)
    expect(paidBy(booking)).toEqual([50_000, 200_000])
    expect(paymentDueOf(payerByLink(link.linkToken) ?? payer).remainingCents).toBe(0)
    addsUp(booking)
    await leaves(booking, 2, minutesAfter(60))
    expect(ordersOf(booking)).toContainEqual({ intent: paid, cents: 150_000 })
  })

  test('pays for one who travels alone, too, and never by a bank account', async () => {
    const { booking } = await aPaidBooking()
    const payer = payerByLink(booking.linkToken)
    if (!payer) throw new Error('no payer')
    const link = linkForSomebody(payer, { payerName: 'Aunt Rose', amountCents: cents(400_000) }, NOON)
    if ('refused' in link) throw new Error(link.refused)
    const bank = wishOf(link.linkToken, { paysFrom: 'bank-account' })
    expect(await beginLaterCardPayment(bank, () => NOON)).toEqual({ refused: 'no-bank', why: 'cards-alone' })
    await payLater(booking, 300_000)
    await pay(link.linkToken)
    expect(bookingNow(booking)).toMatchObject({ status: 'completed', keptCents: 450_000 })
  })

  test('does not make the first payment of seats that are held for a guest', () => {
    const party = { roomType: 'double', travelers: 2, singles: 0, paymentType: 'full' } as const
    const of = { departureId: theDeparture().id, traveler: aTraveler(), formKey: randomUUID() }
    const sold = sellByHand({ ...of, ...party, heldUntil: '2025-06-04' }, aStaffMember(), NOON)
    const payer = 'booking' in sold && payerByLink(sold.booking.linkToken)
    if (!payer) throw new Error('no payer')
    const asked = { payerName: 'Aunt Rose', amountCents: cents(10_000) }
    expect(linkForSomebody(payer, asked, NOON)).toEqual({ refused: 'nothing-due' })
  })

  test('cannot pay by a link that was withdrawn, nor are there more than six', async () => {
    const { booking } = await aPaidBooking()
    const payer = payerByLink(booking.linkToken)
    if (!payer) throw new Error('no payer')
    const make = (amount: number) =>
      linkForSomebody(payer, { payerName: 'Aunt Rose', amountCents: cents(amount) }, NOON)
    expect(make(500_000)).toEqual({ refused: 'wrong-part', remainingCents: 400_000 })
    for (let count = 0; count < 6; count += 1) expect(make(10_000 + count)).toHaveProperty('linkToken')
    // What is open already is asked for once.
    expect(make(10_000)).toEqual(linksOf(payer)[0])
    expect(make(20_000)).toEqual({ refused: 'too-many' })
    const [first] = linksOf(payer)
    const open = await begin(first?.linkToken ?? '')
    expect(await withdrawLink(payer, first?.id ?? 0, () => NOON)).toBe(true)
    expect(stripeSandbox.paymentIntents().find(({ id }) => id === open)?.status).toBe('canceled')
    expect(paymentDueOf(payerByLink(first?.linkToken ?? '') ?? payer).remainingCents).toBe(0)
    expect(make(10_000)).toHaveProperty('linkToken')
  })
})

test('whatever a party does, what is owed is one sum, by traveler and by installment', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          act: fc.constantFrom(
            'own',
            'next',
            'all',
            'part',
            'goodwill',
            'again',
            'leave',
            'join',
            'hand',
            'turn',
          ),
          who: fc.integer({ min: 1, max: 4 }),
        }),
        { maxLength: 7 },
      ),
      async (acts) => {
        anOpenTour()
        const { booking } = await aSharingParty(4)
        for (const [index, { act, who }] of acts.entries()) {
          const at = minutesAfter(10 * (index + 1))
          const now = bookingNow(booking)
          const { id = 0, position = 1 } = partyOf(now.id)[Math.min(who, now.travelers) - 1] ?? {}
          const token = now.eachPays ? linkOf(now, position) : now.linkToken
          const due = paymentDueOf(
            payerByLink(token) ?? { booking: now, token, share: null, by: 'lead', link: null },
          )
          const ACTS: Record<typeof act, () => Promise<unknown>> = {
            own: async () => due.remainingCents > 0 && pay(token, {}, at),
            next: async () => due.next && pay(token, { pays: 'next' }, at),
            all: async () => now.askedCents > 0 && pay(now.linkToken, { whose: 'all' }, at),
            part: async () => due.remainingCents > 20_000 && pay(token, { amount: 12_345 }, at),
            goodwill: async () => refund(now, 10_001, {}, at),
            again: async () => refund(now, 7_777, { reason: 'owed-again' }, at),
            leave: async () => position > 1 && leaves(now, position, at),
            join: async () => now.travelers < 5 && joins(now, at),
            hand: async () => due.remainingCents > 20_000 && byHand(now, 11_111, { forTravelerId: id }, at),
            turn: async () => eachPays(now, !now.eachPays, at),
          }
          await ACTS[act]()
          addsUp(booking)
        }
      },
    ),
    { numRuns: 12 },
  )
})
