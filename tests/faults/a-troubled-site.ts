import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, everySent, startSite } from '#tests/fixtures/site'
import {
  type Audited,
  ledgerFaults,
  mailFaults,
  owedFaults,
  partyFaults,
  seatFaults,
  settledLedgerFaults,
} from '#tests/model/auditors'

export const CARD = '4242424242424242'
/** `npm run faults` plays them longer, and more often. */
export const LONG = process.env.FAULTS === 'long'

const OPENED_AT = Date.parse('2025-06-01T17:00:00Z')
const SEATS = 400
const HOUR = 3_600_000
const TOTAL = 'select total_cents as cents from bookings where booking_reference = ?'

export type TroubledSite = Awaited<ReturnType<typeof startTroubledSite>>

/** The built site with enough seats that none of the guests is turned away, and the auditors. */
export async function startTroubledSite(variables: Record<string, string> = {}) {
  const site = await startSite(variables)
  site.change(`update departures set seats = ${SEATS}`)
  let guests = 0
  let hours = 0
  let kills = 0
  const agreed = new Map<string, number>()
  const clock = () => new Date(OPENED_AT + hours * HOUR).toISOString()
  const start = (at: Record<string, string> = {}) => site.start({ ...variables, CLOCK_START: clock(), ...at })

  return {
    site,
    start,
    /** The business’s clock at the next start stands this many hours further, or further back. */
    turnClock(by: number) {
      hours += by
    },
    /** Somebody new, or with the address of before. */
    async books(email?: string) {
      guests += 1
      const { status, body } = await createPaymentIntent(
        site.url,
        { customerInfo: customerInfo(email ?? `guest${guests}@example.com`, `Guest ${guests}`) },
        { address: `127.3.${guests >> 7}.${(guests % 128) + 1}` },
      )
      const reference = String(body.bookingReference ?? '')
      const total = site.rows<{ cents: number }>(TOTAL, reference)[0]?.cents
      if (total !== undefined) agreed.set(reference, total)
      return {
        status,
        message: String(body.message ?? ''),
        reference,
        intentId: String(body.paymentIntentId ?? ''),
        pays: () => site.stripe.payIntent(String(body.paymentIntentId), CARD),
      }
    },
    async killHard() {
      kills += 1
      await site.killHard()
    },
    /** A mail whose yes was lost on the way may come once more. */
    answersWereLost() {
      kills += 1
    },
    statusOf: (reference: string) =>
      site.rows<{ status: string }>(
        'select payment_status as status from bookings where booking_reference = ?',
        reference,
      )[0]?.status,
    /**
     * The trouble is over: an hour later the site is started again, asks Stripe about all, and the auditors
     * come.
     */
    async expectNothingLost() {
      await site.allWell()
      await site.stop()
      // Claims of a sender that was killed end by the machine's clock, which nobody moves: their minutes are
      // over.
      site.change("update outbox set claim_ends_at = 1 where state = 'sending'")
      hours += 1
      await start()
      const audited: Audited = { stripe: site.stripe, mailbox: site.mailbox, kills, rows: site.rows }
      await site.stripe.webhooksSettled()
      await eventually(
        () =>
          settledLedgerFaults(audited).length === 0 &&
          site.rows("select id from refunds where state = 'owed'").length === 0,
      )
      await everySent(site)
      expect(faultsOf(audited, { agreed })).toEqual([])
      expect(storeFaults(site.settings.DATABASE_PATH)).toEqual([])
    },
  }
}

/**
 * What the auditors of seats, money, mail and debts find. Before all is settled, Stripe and the ledger may
 * tell different stories, and nobody owes what a guest is just paying.
 */
export const faultsOf = (
  audited: Audited,
  { isSettled = true, agreed = new Map<string, number>() } = {},
): string[] => [
  ...seatFaults(audited, SEATS),
  ...partyFaults(audited),
  ...ledgerFaults(audited),
  ...mailFaults(audited),
  ...(isSettled ? settledLedgerFaults(audited) : []),
  ...(isSettled ? owedFaults(audited, agreed) : []),
]

/** What SQLite finds wrong with a file. */
export function storeFaults(path: string): string[] {
  const file = new Database(path)
  try {
    const structure = file.pragma('integrity_check', { simple: true })
    const orphans = file.pragma('foreign_key_check') as unknown[]
    return [...(structure === 'ok' ? [] : [String(structure)]), ...orphans.map((row) => JSON.stringify(row))]
  } finally {
    file.close()
  }
}
