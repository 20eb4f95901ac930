import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { agreedInLine } from '#app/bookings/installments/autopay'
import type { Order } from '#app/bookings/place-booking.server'
import { isPaid } from '#app/bookings/status'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { chargeByConsent } from '#app/money/changes/autopay/run-autopay.server'
import { planAfterNext } from '#app/money/changes/paying/agree-to-autopay.server'
import { beginLaterCardPayment } from '#app/money/changes/paying/later-payment.server'
import { reconcile } from '#app/money/reconcile.server'
import { sendDueReminders, sendOverdueNotices } from '#app/money/reminders/send-due-reminders.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { db, sqlite } from '#db/connection.server'
import { autopayCharges } from '#db/schema/autopay'
import { outbox } from '#db/schema/mail'
import { paymentIntents, payments } from '#db/schema/money'
import { bankWish } from '#tests/fixtures/bank-payments'
import { hearEvent } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder } from '#tests/fixtures/orders'
import { keptAsInLedger, stripeAgrees } from '#tests/fixtures/paid-bookings'
import { beginPaying, bookingNow } from '#tests/fixtures/payments'
import { autopayFaults } from '#tests/model/autopay-auditor'
import { agrees, letters, on } from './an-agreed-booking'

/** Somebody's season so far. */
export type Played = { booking?: Booking; lastIntent?: string }

/** What somebody does at a moment. */
export type Deed = (guest: Played, at: Date) => Promise<unknown>

/** Books a double room and tries to pay with these cards, one after the other. */
export const books =
  (cards: string[], order: Partial<Order> = {}): Deed =>
  async (guest, at) => {
    const { booking, intent } = await beginPaying(anOrder(order), at)
    guest.booking = booking
    payWithEach(cards, intent.id)
  }

/** Pays the next installment at the pay page, with the first of these cards that is good. */
export const pays =
  (cards: string[], { ticks = false } = {}): Deed =>
  async (guest, at) => {
    const booking = bookingOf(guest)
    const autopay = ticks ? { plan: agreedInLine(planAfterNext(booking)) } : undefined
    const wish = { ...bankWish(booking), paysFrom: 'card' as const, autopay }
    payWithEach(cards, await begun(wish, at))
  }

/** Sends the next installment from a bank account. */
export const sends =
  (account: string): Deed =>
  async (guest, at) => {
    guest.lastIntent = await begun(bankWish(bookingOf(guest)), at)
    tried.add(account)
    stripeSandbox.payIntent(guest.lastIntent, account)
  }

/** What they sent came, and the bank takes it back. */
export const isTakenBack: Deed = async ({ lastIntent = '' }) => {
  stripeSandbox.openDispute(lastIntent, { reason: 'insufficient_funds' })
}

/** Keeps a card of which the bank says later what it thinks. */
export const keeps =
  (card: string): Deed =>
  async (guest, at) => {
    tried.add(card)
    await agrees(bookingOf(guest), { card, at })
  }

async function begun(wish: Parameters<typeof beginLaterCardPayment>[0], at: Date): Promise<string> {
  const opened = await beginLaterCardPayment(wish, () => at)
  if ('refused' in opened) throw new Error(`Refused: ${opened.refused}`)
  return opened.intent.id
}

/** Each card and account that was tried. */
export const tried = new Set<string>()

function payWithEach(cards: string[], intentId: string): void {
  for (const card of cards) {
    tried.add(card)
    const { status } = stripeSandbox.payIntent(intentId, card, 'http://localhost:3000/')
    if (status === 'requires_action') stripeSandbox.authenticate(intentId, 'complete')
  }
}

function bookingOf({ booking }: Played): Booking {
  if (!booking) throw new Error('Nothing was booked yet')
  return bookingNow(booking)
}

/** What goes wrong on a day. */
export type Trouble = {
  /** No webhook comes: reconcile alone hears of the money. */
  webhooksLost?: boolean
  /** The answers of Stripe to the run at nine are lost, from its first charge on. */
  answersLost?: boolean
  /** The site stops after what it does at this hour, and starts 25 hours later. */
  stopsAt?: 8 | 9
}

const atNine = async (at: Date) => {
  await chargeByConsent(at)
  await sendDueReminders(at)
  await letters(at)
}

const atTen = async (at: Date) => {
  await sendOverdueNotices(at)
  await letters(at)
}

const atThree = async (at: Date) => {
  await chargeByConsent(at)
  await letters(at)
}

const RUNS = [
  [9, atNine],
  [10, atTen],
  [15, atThree],
] as const

/**
 * A day of the site: what Stripe and guests do comes at its beginning, and each run at its hour. A site that
 * starts late makes up for the runs of that day alone.
 */
export async function liveThrough(
  day: Day,
  deeds: [Played, Deed][],
  { stopsAt, answersLost, webhooksLost }: Trouble,
  stoppedAt: Trouble['stopsAt'],
): Promise<void> {
  const opensAt = (stoppedAt ?? 7) + 1
  const opens = on(day, opensAt)
  stripeSandbox.setClock(() => opens)
  stripeSandbox.passDays()
  for (const [guest, deed] of deeds) await deed(guest, opens)
  await listen(opens, webhooksLost)
  for (const [hour, run] of RUNS) {
    if (stopsAt && hour > stopsAt) return stripeSandbox.forgetAnswers()
    const at = on(day, Math.max(hour, opensAt))
    stripeSandbox.setClock(() => at)
    await (answersLost && hour === 9 ? unanswered(at) : run(at))
  }
}

/** The first intent is created, and no answer comes to its charge, nor to what is begun after it. */
async function unanswered(at: Date): Promise<void> {
  const before = paidAtStripe()
  const held = stripeSandbox.hold('POST /v1/payment_intents')
  const run = expect(chargeByConsent(at)).rejects.toThrow('Stripe did not answer')
  await held.seen()
  stripeSandbox.switches.apiDown = 'loses-answers'
  held.release()
  await run
  stripeSandbox.switches.apiDown = 'off'
  expect(paidAtStripe()).toBe(before + 1)
}

const paidAtStripe = () =>
  stripeSandbox.paymentIntents().filter(({ status }) => status === 'succeeded').length

/** Webhooks come, or are lost for good; then reconcile looks. */
async function listen(at: Date, webhooksLost = false): Promise<void> {
  const fresh = stripeSandbox.events().slice(0, stripeSandbox.events().length - heard)
  heard += fresh.length
  if (!webhooksLost) for (const event of fresh.toReversed()) await hearEvent(event, () => at)
  await reconcile(() => at)
}

let heard = 0

const database = {
  rows: <Row>(query: string, ...values: unknown[]) => sqlite.prepare(query).all(...values) as Row[],
}

/**
 * What is wrong in the evening of any day: nothing, for each booking that stands. Stripe may know more where
 * its answers were lost.
 */
export function faultsOf(season: Played[], { answersLost }: Trouble): string[] {
  keptAsInLedger()
  const standing = season
    .flatMap(({ booking }) => (booking ? [bookingNow(booking)] : []))
    .filter(({ status }) => isPaid(status))
  return [
    ...autopayFaults(database),
    ...unsaidFaults(),
    ...standing.flatMap(bookFaults),
    ...(answersLost ? [] : stripeFaults(standing)),
  ]
}

function bookFaults(booking: Booking): string[] {
  const { reference, totalCents, keptCents, onItsWayCents, askedCents } = booking
  const owed = amountsOwed(booking)
  const isWhole = keptCents + onItsWayCents + askedCents === totalCents
  const isAsked = owed.remainingCents === askedCents && owed.onItsWayCents === onItsWayCents
  return [
    ...(isWhole
      ? []
      : [`${reference}: ${keptCents} + ${onItsWayCents} + ${askedCents} is not ${totalCents}`]),
    ...(isAsked ? [] : [`${reference}: its pages ask for ${owed.remainingCents}, its row for ${askedCents}`]),
  ]
}

function stripeFaults(standing: Booking[]): string[] {
  const intents = stripeSandbox.paymentIntents()
  const refunds = stripeSandbox.refunds()
  const disputes = stripeSandbox.disputes()
  const stripe = { paymentIntents: () => intents, refunds: () => refunds, disputes: () => disputes }
  const known = new Set(
    db
      .select({ id: payments.stripeIntentId })
      .from(payments)
      .all()
      .map(({ id }) => id),
  )
  return [
    ...standing
      .filter((booking) => !stripeAgrees(booking, stripe))
      .map(({ reference }) => `${reference}: Stripe keeps something else`),
    ...intents
      .filter(({ id, amount_received }) => amount_received > 0 && !known.has(id))
      .map(({ id }) => `${id} was paid, and no ledger has it`),
  ]
}

/** What was charged by itself is what the letter before it said. */
const unsaidFaults = (): string[] =>
  db
    .select({ id: autopayCharges.id, amountCents: autopayCharges.amountCents, text: outbox.textBody })
    .from(autopayCharges)
    .leftJoin(outbox, eq(outbox.id, autopayCharges.announcementId))
    .where(eq(autopayCharges.state, 'paid'))
    .all()
    .filter(({ amountCents, text }) => !text?.includes(showCents(amountCents)))
    .map(({ id, amountCents }) => `Charge ${id} of ${amountCents}: its letter said something else`)

const inShort = (day: Day): string => showDay(day).replace(', 2025', '')

/** 'Aug 15 paid on Aug 17', 'Sep 15 failed after 3 declined'. */
const chargesOf = ({ id }: Booking): string =>
  db
    .select({ charge: autopayCharges, paidAt: payments.createdAt })
    .from(autopayCharges)
    .leftJoin(paymentIntents, eq(paymentIntents.id, autopayCharges.intentId))
    .leftJoin(payments, eq(payments.stripeIntentId, paymentIntents.stripeIntentId))
    .where(eq(autopayCharges.bookingId, id))
    .orderBy(autopayCharges.id)
    .all()
    .map(({ charge: { dueOn, state, tries }, paidAt }) =>
      [
        ...[inShort(dueOn), state],
        ...(paidAt ? [`on ${inShort(businessDay(paidAt))}`] : []),
        ...(tries > 0 ? [`after ${tries} declined`] : []),
      ].join(' '),
    )
    .join(', ')

/** 'Jun 1 card 500, Aug 18 bank-account 2000'. */
const ledgerOf = ({ id }: Booking): string =>
  db
    .select()
    .from(payments)
    .where(eq(payments.bookingId, id))
    .orderBy(payments.id)
    .all()
    .map(({ createdAt, method, amountCents }) => {
      return `${inShort(businessDay(createdAt))} ${method} ${amountCents / 100}`
    })
    .join(', ')

/** How many of each kind, in the order of their first: 'autopay-begun, 4 autopay-announced'. */
function lettersOf({ id }: Booking): string {
  const kinds = db
    .select({ kind: outbox.kind, state: outbox.state })
    .from(outbox)
    .where(eq(outbox.bookingId, id))
    .orderBy(outbox.id)
    .all()
    .map(({ kind, state }) => (state === 'sent' ? kind : `${kind} that ${state}`))
  return [...new Set(kinds)]
    .map((kind) => [kinds.filter((one) => one === kind).length, kind] as const)
    .map(([count, kind]) => (count === 1 ? kind : `${count} ${kind}`))
    .join(', ')
}

/** What came of somebody's season, in short. */
export function outcomeOf(guest: Played) {
  const booking = bookingOf(guest)
  return { charges: chargesOf(booking), ledger: ledgerOf(booking), letters: lettersOf(booking) }
}
