import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Cents, cents } from '#app/platform/money'
import type { Action, Acts } from '#app/staff/audit/audit-events'
import { ACTIONS, actWords, detailWords } from '#app/views/history/event-words'

// The history speaks to people: no JSON, no words of the program's own, no cents, no days as machines write them.

const money = { amountCents: cents(50_050) }
const moved = { from: 'deposit_paid', to: 'payment_failed' } as const
const deal = { roomType: 'double', travelers: 2, paymentType: 'deposit', totalCents: cents(450_000) } as const
const refund = { ...money, reason: 'owed-again' }
const installment = { ...money, installment: 2 }
const reminder = { installment: 2, kind: 'overdue' } as const
const dispute = { ...money, dispute: 'dp_1', reason: 'product not received' }
const up = { direction: 'up' } as const
const nothing = {}

/** Each act with all that can be said of it: the compiler asks for a new one. */
const SAMPLES: { [A in Action]: Required<Acts[A]> } = {
  'signed-in': nothing,
  'signed-out': nothing,
  'signed-out-everywhere': { ended: 2 },
  'wrong-password': { times: 3 },
  'unknown-name': { times: 1_200 },
  'guesses-refused': { times: 2 },
  'wrong-code': { times: 3 },
  'codes-refused': { times: 2 },
  'second-factor-on': nothing,
  'second-factor-off': nothing,
  'recovery-codes-made': nothing,
  'recovery-code-used': { left: 9 },
  'reset-asked': { times: 3 },
  'reset-link-made': nothing,
  'password-reset': nothing,
  'email-chosen': nothing,
  'idle-hours-chosen': { hours: 1, before: 12 },
  'clock-moved': { from: '2025-06-01', to: '2025-08-15' },
  'backup-restored': { of: '2025-06-01', intent: 'pi_1' },
  'account-created': nothing,
  'user-created': { role: 'editor' },
  'user-deleted': { role: 'admin' },
  'password-changed': nothing,
  'settings-saved': { changed: ['hero title', 'postal address'] },
  'page-words-changed': { page: 'twende-home', changed: ['title', 'reason2Text'] },
  'experience-added': { title: 'Balloon at dawn' },
  'experience-changed': { title: 'Balloon at dawn' },
  'experience-removed': { title: 'Balloon at dawn' },
  'experience-moved': up,
  'story-added': nothing,
  'story-changed': nothing,
  'story-removed': nothing,
  'story-moved': up,
  'picture-uploaded': { title: 'Lions', bytes: 2_345_678 },
  'picture-hung': nothing,
  'picture-changed': nothing,
  'picture-removed': nothing,
  'picture-moved': up,
  'film-uploaded': { title: 'The drive', bytes: 52_345_678 },
  'film-removed': { title: 'The drive' },
  'tour-changed': {
    seats: { from: 20, to: 18 },
    doublePriceCents: { from: 450_000, to: 475_050 },
    startsOn: { from: '2025-10-16', to: '2025-10-17' },
    earlyBirdOffer: { from: null, to: 'A hat' },
    salesOpen: { from: true, to: false },
  },
  'departure-changed': {
    sales: { from: 'draft', to: 'open' },
    salesOpenOn: { from: null, to: '2026-01-10' },
  },
  'departure-copied': { from: '2025-10-16', to: '2026-10-15' },
  'departure-removed': { startsOn: '2026-10-15' },
  'dates-told': { travelers: 12 },
  'day-added': { title: 'Lions before breakfast' },
  'day-changed': { title: 'Lions before breakfast' },
  'day-removed': { title: 'Lions before breakfast' },
  'day-moved': up,
  'tour-words-changed': { changed: ['introTitle', 'bandText'] },
  'tour-item-added': { list: 'question' },
  'tour-item-changed': { list: 'inclusion' },
  'tour-item-removed': { list: 'player' },
  'tour-item-moved': { list: 'question' },
  'contact-answered': nothing,
  'contact-reopened': nothing,
  'contact-noted': nothing,
  'contact-deleted': nothing,
  'subscribers-added': { added: 1, alreadyThere: 1_200, refused: 3 },
  'campaign-created': nothing,
  'campaign-changed': nothing,
  'campaign-tested': nothing,
  'campaign-begun': { recipients: 1_200 },
  'campaign-retried': { mails: 12 },
  'mail-retried': { kind: 'booking-confirmation', mails: 2 },
  'marketing-spend-entered': { ...money, beforeCents: cents(40_000) },
  'contacts-exported': nothing,
  'bookings-exported': nothing,
  'subscribers-exported': nothing,
  'payments-exported': { from: '2025-05-01', to: '2025-05-31' },
  'manifest-opened': nothing,
  'manifest-exported': { kind: 'csv-with-passports' },
  'details-saved': { times: 3 },
  'details-erased': { travelers: 20 },
  'traveler-changed': { traveler: 2, changed: ['name', 'passportName', 'email', 'person'] },
  'asked-staff': { kind: 'cancel' },
  'request-done': { kind: 'cancel' },
  'companion-link-sent': { traveler: 2 },
  'seat-held': deal,
  'hold-changed': { ...deal, changed: ['room', 'name'] },
  'hold-expired': moved,
  'hold-payment_failed': moved,
  'payment-begun': { ...money, method: 'hosted-page' },
  'payment-withdrawn': money,
  'payment-processing': money,
  'card-declined': { ...money, count: 3 },
  'payment-taken': {
    ...money,
    ...moved,
    intent: 'pi_1',
    method: 'cheque',
    note: 'No. 42',
    paymentType: 'full',
  },
  'payment-found': { ...money, intent: 'pi_1' },
  'payment-given-back': { ...money, intent: 'pi_1' },
  'travelers-paired': { with: 'TS-ABC234' },
  'travelers-parted': { with: 'TS-ABC234' },
  'room-wish-saved': { times: 2 },
  'room-request-declined': { of: 'TS-ABC234' },
  'contact-shared': { times: 2 },
  'contact-unshared': { times: 2 },
  'booking-completed': moved,
  'traveler-joined': { travelers: 3, amountCents: cents(480_000) },
  'share-came-back': money,
  'traveler-left': {
    travelers: 2,
    refundCents: cents(250_000),
    byHandCents: cents(50_000),
    why: 'deposit-stays',
    askedOn: '2025-07-01',
    note: 'broke a leg',
  },
  'booking-cancelled': {
    ...moved,
    refundCents: cents(400_000),
    byHandCents: cents(200_000),
    why: 'within-30-days',
    askedOn: '2025-07-01',
    note: 'She is ill',
    unpaidCents: cents(200_000),
  },
  'booking-refunded': moved,
  'price-changed': { fromCents: cents(450_000), toCents: cents(449_970), forgivenCents: cents(30) },
  'installment-settled': installment,
  'due-date-moved': { installment: 1, from: '2025-08-15', to: '2025-07-31' },
  'installment-asked': { ...money, dueOn: '2025-06-15' },
  'installment-withdrawn': { ...money, dueOn: '2025-06-15' },
  'installment-reopened': installment,
  'installment-extended': {
    installment: 1,
    from: '2025-08-15',
    to: '2025-08-29',
    note: 'Her pay comes on the 28th',
  },
  'written-off': { ...money, reason: 'He has lost his work' },
  'refund-ordered': refund,
  'refund-tried-again': refund,
  'refund-stuck': { ...refund, lastError: 'charge_disputed' },
  'refund-dropped': refund,
  'refund-recognized': refund,
  'refund-told-apart': refund,
  'refund-made': { ...money, refund: 're_1' },
  'refund-failed': { ...money, refund: 're_1' },
  'paid-back-by-hand': { ...money, method: 'wire', note: 'Sent on Friday' },
  'dispute-opened': { ...dispute, answerBy: 'Mar 5, 2025 2:30 PM' },
  'dispute-closed': { ...dispute, outcome: 'lost' },
  'reminder-sent': reminder,
  'reminder-taken-back': reminder,
}

/** Stripe's own ids stand as they are: one looks for them in its dashboard. */
const withoutIds = (text: string) => text.replace(/\b(pi|re|dp)_\w+/g, '')

test.each(ACTIONS)('%s reads as people speak, with all its detail', (action) => {
  const detail = SAMPLES[action] as Record<string, unknown>
  const said = withoutIds(`${actWords(action, 'x:1')}; ${detailWords(action, detail)}`)
  expect(said).not.toMatch(/[{}[\]_]|[a-z][A-Z]|undefined|null|NaN|object|\btrue\b|\bfalse\b/)
  expect(said).not.toMatch(/\d{4}-\d\d-\d\d|\d{5,}/)
  expect(said).not.toMatch(/owed-again|cheque|deposit-stays|within-30|hosted-page|booking-confirmation/)
  for (const key of Object.keys(detail)) {
    const { [key]: _, ...others } = detail
    expect(detailWords(action, others), `${key} is not told`).not.toBe(detailWords(action, detail))
  }
})

test('an entry of years ago, which says less, still reads', () => {
  for (const action of ACTIONS) expect(detailWords(action, {}), action).not.toMatch(/undefined|NaN|null/)
})

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? files(path) : /\.tsx?$/.test(path) ? [path] : []
  })
const sources = [...files('app'), ...files('db')]
  .filter((path) => !path.startsWith(join('app', 'audit')))
  .map((path) => readFileSync(path, 'utf8'))

test('every action that any code writes has words', () => {
  const written = sources
    .filter((source) => source.includes('recordAct'))
    .flatMap((source) => [...source.matchAll(/action: '([^']+)'/g)].map(([, action]) => action))
  expect(new Set(written).size).toBeGreaterThan(30)
  expect(written.filter((action) => !ACTIONS.includes(action as Action))).toEqual([])
})

test('there are no words for what nobody does', () => {
  expect(ACTIONS.filter((action) => !sources.some((source) => source.includes(`'${action}'`)))).toEqual([])
})

test('amounts and states are written as on the other screens', () => {
  expect(detailWords('payment-taken', SAMPLES['payment-taken'])).toBe(
    '$500.50 · by check · paid as: the whole price · status from deposit paid to payment failed · note: No. 42 · Stripe’s payment pi_1',
  )
  expect(detailWords('tour-changed', { startsOn: { from: '2025-10-16', to: '2025-10-17' } })).toBe(
    'First day from Oct 16, 2025 to Oct 17, 2025',
  )
  expect(detailWords('price-changed', { fromCents: 450_000 as Cents, toCents: 430_000 as Cents })).toBe(
    'from $4,500 to $4,300',
  )
})
