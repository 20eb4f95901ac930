import type { LedgerEntry } from '#app/money/ledger.server'
import { type Cents, cents, showCents } from '#app/platform/money'
import { may, type Role } from '#app/staff/rights'

export const METHOD_NAMES = { card: 'Card', cheque: 'Check', wire: 'Wire', other: 'Other' } as const

/**
 * What a movement of the ledger is called. What balances a refund or a lost dispute later keeps its id, with
 * ':failed' or ':won' behind it.
 */
export function movementName({ kind, stripeRefundId }: Pick<LedgerEntry, 'kind' | 'stripeRefundId'>): string {
  if (kind !== 'adjustment') return kind === 'payment' ? 'Payment' : 'Refund'
  if (!stripeRefundId) return 'Adjustment'
  if (stripeRefundId.endsWith(':failed')) return 'Refund failed'
  return stripeRefundId.endsWith(':won') ? 'Dispute won' : 'Dispute lost'
}

/** What was written off, between the movements: no money moved. Less of it, once money came after all. */
export const writeOffName = (writtenOffCents: Cents): string =>
  writtenOffCents < 0
    ? `Write-off lowered by ${showCents(cents(-writtenOffCents))}`
    : `Written off ${showCents(writtenOffCents)}`

export const A_FORMER_USER = 'A former user'

/** Who entered a movement: a user, or Stripe's word. */
export const recorderName = (movement: {
  recordedBy: string | null
  stripeIntentId: string | null
}): string => movement.recordedBy ?? (movement.stripeIntentId ? 'Stripe' : A_FORMER_USER)

/** The end of an id is enough to find a payment in a file of Stripe's. */
const ENDS_SHOWN = 8

/**
 * What staff read, for one of them. The id of a payment opens the guest's own page (rules 5.8): those who may
 * not change bookings read its end alone, wherever in the texts it stands.
 */
export function withoutIntents<Shown>(shown: Shown, staff: { role: Role }): Shown {
  return may(staff, 'change bookings') ? shown : (concealed(shown) as Shown)
}

function concealed(shown: unknown): unknown {
  if (typeof shown === 'string')
    return shown.replace(/\bpi_\w+/g, (intentId) => `…${intentId.slice(-ENDS_SHOWN)}`)
  if (Array.isArray(shown)) return shown.map(concealed)
  if (shown === null || typeof shown !== 'object' || shown instanceof Date) return shown
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, concealed(value)]))
}
