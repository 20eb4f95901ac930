import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { chargeByConsent } from '#app/money/changes/autopay/run-autopay.server'
import { postponeInstallment } from '#app/money/changes/installment-days.server'
import { setEachPays } from '#app/money/changes/party/each-pays.server'
import { beginLaterCardPayment, paymentDueOf } from '#app/money/changes/paying/later-payment.server'
import { settle } from '#app/money/changes/paying/settle.server'
import { consentWithId, endConsent } from '#app/money/payments/autopay-consents.server'
import { intentRecordFor } from '#app/money/payments/intent-records.server'
import { payerByLink } from '#app/money/payments/payers.server'
import { reconcile } from '#app/money/reconcile.server'
import { StripeUnavailable } from '#app/money/stripe/client.server'
import { addDays, type Day } from '#app/platform/days'
import { db, immediately, sqlite } from '#db/connection.server'
import { siteSettings } from '#db/schema/site'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, aStaffMember, booksOf, byHand, cancel, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, joins, leaves } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import { ACHIENG, aSharingParty, linkOf } from '#tests/fixtures/sharing-parties'
import { autopayFaults } from '#tests/model/autopay-auditor'
import { agrees, anAgreedBooking, chargedAtStripe, letters, nothingAgreed, on } from './an-agreed-booking'
import { bankDays, paysAndAgrees, theClockIs } from './charged-by-agreement'

/** `npm test` plays the same ones each time. */
const RUNS = Number(process.env.AUTOPAY_RUNS ?? 25)
const SEED = Number(process.env.AUTOPAY_SEED ?? 20_250_815)

const CALLS = [
  /^GET \/v1\/payment_methods/,
  /^GET \/v1\/payment_intents$/,
  /^POST \/v1\/payment_intents$/,
  /\/confirm$/,
  /^GET \/v1\/payment_intents\/\w+$/,
]
const ACTS = [
  'pay',
  'begin',
  'by hand',
  'part',
  'stop',
  'cancel',
  'goodwill',
  'again',
  'join',
  'leave',
  'postpone',
  'second run',
  'reconcile',
  'forget',
  'agree',
  'all',
  'turn',
] as const
type Act = (typeof ACTS)[number]

/** Whose installments are charged, and to what; a share is the companion's, where each pays their own. */
const WAYS = ['all by card', 'all by card', 'share by card', 'all by bank', 'share by bank'] as const

const story = fc.record({
  way: fc.constantFrom(...WAYS),
  card: fc.constantFrom('4242424242424242', '4242424242424242', '4000000000000341', '4000002760003184'),
  travelers: fc.constantFrom(1, 2),
  /** At which call of the first charge something comes in between, or before it. */
  at: fc.constantFrom(...CALLS.keys()),
  meanwhile: fc.array(fc.constantFrom(...ACTS), { minLength: 1, maxLength: 3 }),
  before: fc.array(fc.constantFrom(...ACTS), { maxLength: 2 }),
  after: fc.array(fc.constantFrom(...ACTS), { maxLength: 2 }),
  losesAnswers: fc.constantFrom(false, false, false, true),
})

const mayRefuse = (error: unknown): undefined => {
  const isRefusal =
    error instanceof StripeUnavailable ||
    /^(Nobody|Stripe did not answer|No one|The )/.test(String((error as Error).message))
  if (!isRefusal) throw error
  return undefined
}

/** Behind the link of whose installments they are, or where the lead traveler pays for all of them. */
async function payByHand(act: 'pay' | 'begin' | 'all', booking: Booking, consentId: number, at: Date) {
  const own = partyOf(booking.id).find(({ id }) => id === consentWithId(consentId)?.forTravelerId)
  const token = own && act !== 'all' ? own.linkToken : booking.linkToken
  const whose = act === 'all' ? ('all' as const) : undefined
  const payer = payerByLink(token, whose)
  const due = payer && paymentDueOf(payer)
  if (!due?.next) return null
  const { next, remainingCents } = due
  const wish = { token, whose, pays: 'next' as const, amountCents: next.owedCents, remainingCents }
  return beginLaterCardPayment(wish, () => at)
}

async function play(act: Act, booking: Booking, day: Day, consentId: number): Promise<void> {
  const now = bookingNow(booking)
  const at = on(day, 9)
  const next = amountsOwed(now).installments.find(({ owedCents }) => owedCents > 0)
  switch (act) {
    case 'pay':
    case 'all':
    case 'begin': {
      const begun = await payByHand(act, now, consentId, at)
      if (!begun || 'refused' in begun || act === 'begin') return
      try {
        stripeSandbox.payIntent(begun.intent.id, '4242424242424242')
      } catch {
        return
      }
      const record = intentRecordFor(begun.intent)
      if (record) await settle(record, () => at)
      return
    }
    case 'by hand':
      if (next) await byHand(now, next.owedCents, {}, at)
      return
    case 'part':
      await byHand(now, 12_345, {}, at)
      return
    case 'stop': {
      const consent = consentWithId(consentId)
      if (consent) immediately((tx) => endConsent(consent, 'stopped', { actor: 'traveler' }, at, tx))
      return
    }
    case 'agree':
      if (!now.eachPays) await agrees(now, { at })
      return
    case 'turn':
      await setEachPays({ reference: now.reference, eachPays: !now.eachPays }, null, () => at)
      return
    case 'cancel':
      await cancel(now, at)
      return
    case 'goodwill':
      await refund(now, 10_000, {}, at)
      return
    case 'again':
      await refund(now, 20_000, { reason: 'owed-again' }, at)
      return
    case 'join':
      await joins(now, at)
      return
    case 'leave':
      await leaves(now, 2, at)
      return
    case 'postpone':
      if (!next) return
      await postponeInstallment(
        {
          ...{
            reference: now.reference,
            number: next.number,
            dueOn: addDays(day, 12),
            note: '',
            formKey: randomUUID(),
          },
          quoted: digestOf({ name: next.name, owedCents: next.owedCents, dueOn: next.dueOn }),
        },
        aStaffMember(),
        () => at,
      )
      return
    case 'second run':
      await chargeByConsent(at)
      return
    case 'reconcile':
      await reconcile(() => at)
      return
    case 'forget':
      stripeSandbox.forgetAnswers()
  }
}

/** What was agreed to, and the day of the charge that something comes in between of. */
async function agreedBy(way: (typeof WAYS)[number], card: string, travelers: number) {
  if (way === 'all by card') {
    return { ...(await anAgreedBooking({ card }, { travelers })), dueOn: '2025-08-15' }
  }
  const isShare = way === 'share by card' || way === 'share by bank'
  const from = way === 'all by bank' || way === 'share by bank' ? 'bank-account' : 'card'
  const booking = isShare ? await aSharingParty(ACHIENG) : (await aPaidBooking()).booking
  const token = isShare ? linkOf(booking, 2) : booking.linkToken
  return { booking, consent: await paysAndAgrees(booking, token, { from }), dueOn: '2025-09-15' }
}

const books = {
  rows: <Row>(query: string, ...values: unknown[]) => sqlite.prepare(query).all(...values) as Row[],
}

/** What must never be, whatever happened. */
function faults(booking: Booking): string[] {
  const [inLedger] = books.rows<{ sum: number | null }>(
    `select sum(p.amount_cents) as sum from payments p
       join payment_intents i on i.stripe_intent_id = p.stripe_intent_id
     where (i.method = 'off-session' or i.saves_method) and p.kind = 'payment' and p.booking_id = ?`,
    booking.id,
  )
  const atStripe = chargedAtStripe(booking).reduce((sum, amount) => sum + amount, 0)
  const isSame = (inLedger?.sum ?? 0) === atStripe
  return [
    ...autopayFaults(books),
    ...(isSame ? [] : [`${atStripe} at Stripe, ${inLedger?.sum} in the ledger`]),
  ]
}

test('whatever comes in between, an installment is charged once at most, and never more than announced', {
  timeout: 3_600_000,
}, async () => {
  let charged = 0
  let stories = 0
  const ways = new Set<string>()
  await fc.assert(
    fc.asyncProperty(story, async ({ way, card, travelers, at, meanwhile, before, after, losesAnswers }) => {
      nothingAgreed()
      anOpenTour()
      db.update(siteSettings).set({ offersAutopay: true, bankAtMost: '6,000' }).run()
      stripeSandbox.allWell()
      const { booking, consent, dueOn } = await agreedBy(way, card, travelers)
      await bankDays(addDays(dueOn, -10), addDays(dueOn, -7))
      for (const act of before) await play(act, booking, addDays(dueOn, -2), consent.id).catch(mayRefuse)
      await bankDays(addDays(dueOn, -1), addDays(dueOn, -1))
      theClockIs(dueOn, 9)

      const pattern = CALLS[at] ?? /x/
      let isOver = false
      const first = Object.assign(new RegExp(pattern), {
        test: (name: string) => {
          const is = !isOver && pattern.test(name)
          isOver ||= is
          return is
        },
      })
      const held = stripeSandbox.hold(first)
      stripeSandbox.switches.apiDown = losesAnswers ? 'loses-answers' : 'off'
      const run = chargeByConsent(on(dueOn)).catch(mayRefuse)
      await Promise.race([held.seen(), run])
      stripeSandbox.switches.apiDown = 'off'
      const acts = meanwhile.map((act) => play(act, booking, dueOn, consent.id).catch(mayRefuse))
      await Promise.race([Promise.all(acts), new Promise((done) => setTimeout(done, 150))])
      held.release()
      await Promise.all([run, ...acts])
      await letters(on(dueOn, 9))
      for (const act of after) await play(act, booking, dueOn, consent.id).catch(mayRefuse)
      stripeSandbox.allWell()
      await reconcile(() => on(dueOn, 12))
      await bankDays(addDays(dueOn, 1), addDays(dueOn, 16))
      await reconcile(() => on(addDays(dueOn, 16), 20))
      expect(faults(booking)).toEqual([])
      expect(booksOf(booking)).toMatchObject({ stripeAgrees: true })
      stories += 1
      ways.add(way)
      charged += chargedAtStripe(booking).length
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: false },
  )
  expect(stories).toBeGreaterThanOrEqual(RUNS)
  expect(ways.size).toBe(new Set(WAYS).size)
  // In some of them the charge came first.
  expect(charged).toBeGreaterThan(RUNS / 10)
})
