import type { CHARGE_KINDS } from '#db/values'

// The journal, derived from what is written elsewhere: where the accounts stood before something happened and
// where they stand after it. Each booking's accounts come to zero at every instant, so debits are credits.

/** The accounts, by the names and numbers that the accountant's program has to know. */
export const ACCOUNTS = {
  bank: { number: '1000', name: 'Bank', kind: 'asset' },
  clearing: { number: '1100', name: 'Stripe clearing', kind: 'asset' },
  disputed: { number: '1150', name: 'Disputed, held by Stripe', kind: 'asset' },
  receivable: { number: '1200', name: 'Balances due from guests', kind: 'asset' },
  deposits: { number: '2100', name: 'Customer deposits', kind: 'liability' },
  owed: { number: '2110', name: 'Owed to guests', kind: 'liability' },
  unplaced: { number: '2120', name: 'Unplaced payments', kind: 'liability' },
  revenue: { number: '4000', name: 'Tour revenue', kind: 'income' },
  retained: { number: '4100', name: 'Retained deposits', kind: 'income' },
  discounts: { number: '4200', name: 'Discounts', kind: 'income' },
  refunds: { number: '4210', name: 'Goodwill refunds', kind: 'income' },
  disputes: { number: '4220', name: 'Disputes lost', kind: 'income' },
  writtenOff: { number: '4230', name: 'Written off', kind: 'income' },
  costs: { number: '5000', name: 'Tour costs', kind: 'expense' },
  fees: { number: '6000', name: 'Stripe fees', kind: 'expense' },
  disputeFees: { number: '6010', name: 'Dispute fees', kind: 'expense' },
  otherAtStripe: { number: '6090', name: 'Other movements at Stripe', kind: 'expense' },
} as const
export type Account = keyof typeof ACCOUNTS

/** Of an account, and of a departure where it is about one: debits positive, credits negative. */
export type Line = { account: Account; departureId: number | null; cents: number }

/** Its lines come to zero. */
export type Entry = {
  at: number
  what: string
  bookingId: number | null
  lines: Line[]
}

type ChargeKind = (typeof CHARGE_KINDS)[number]

/** What is written of a booking to which money came: instants in milliseconds, amounts in cents. */
export type BookingFacts = {
  bookingId: number
  departureId: number
  /** The first midnight of the journey; null of a canceled one, which never begins. */
  beginsAt: number | null
  /** Since when it does not stand anymore; null while it does. */
  endedAt: number | null
  /** Of one that has ended: what the company may keep. */
  staysCents: number
  movements: { at: number; what: string; account: 'bank' | 'clearing' | 'disputed'; cents: number }[]
  charges: { at: number; kind: ChargeKind; cents: number }[]
}

/** Where the charges of a journey that has begun belong. */
const EARNED: Record<ChargeKind, Account> = {
  seat: 'revenue',
  room: 'revenue',
  move: 'revenue',
  surcharge: 'revenue',
  left: 'revenue',
  settled: 'revenue',
  'early-bird': 'discounts',
  code: 'discounts',
  discount: 'discounts',
  forgiven: 'discounts',
  refund: 'refunds',
  dispute: 'disputes',
  'written-off': 'writtenOff',
  retained: 'retained',
  promised: 'owed',
}

function changeName(kind: ChargeKind, cents: number): string {
  if (kind === 'left' || kind === 'retained') return 'Traveler left'
  if (kind !== 'written-off') return 'Price changed'
  return cents > 0 ? 'Write-off lowered' : 'Written off'
}

/** What happened to a booking, oldest first; what is still to come among it. */
export function entriesOf(facts: BookingFacts): Entry[] {
  const { bookingId, beginsAt, endedAt, movements, charges } = facts
  const words = new Map<number, string>()
  const name = (at: number, what: string) => words.set(at, words.get(at) ?? what)
  for (const { at, what } of movements) name(at, what)
  if (endedAt !== null) name(endedAt, 'Booking ended')
  // A settled seat is a charge of nothing: what it came with has the name.
  for (const { at, kind, cents } of charges) if (cents !== 0) name(at, changeName(kind, cents))
  if (beginsAt !== null) name(beginsAt, 'Journey began')
  let before: Line[] = []
  return [...words]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([at, what]) => {
      const after = accountsOf(facts, at)
      const lines = difference(before, after)
      before = after
      return lines.length > 0 ? [{ at, what, bookingId, lines }] : []
    })
}

/** Where the accounts of a booking stand at an instant; they come to zero. */
function accountsOf(facts: BookingFacts, at: number): Line[] {
  const { departureId, beginsAt, endedAt, staysCents } = facts
  const movements = facts.movements.filter((movement) => movement.at <= at)
  const charges = facts.charges.filter((charge) => charge.at <= at)
  const moneyCents = sum(movements.map(({ cents }) => cents))
  const retained = sum(charges.filter(({ kind }) => kind === 'retained').map(({ cents }) => cents))
  const about = (account: Account, cents: number): Line => ({ account, departureId, cents })
  const money: Line[] = movements.map(({ account, cents }) => ({ account, departureId: null, cents }))
  if (endedAt !== null && endedAt <= at) {
    const owed = Math.max(0, moneyCents - staysCents)
    return gathered([...money, about('owed', -owed), about('retained', owed - moneyCents)])
  }
  if (beginsAt === null || beginsAt > at || movements.length === 0) {
    const kept = Math.max(0, Math.min(retained, moneyCents))
    return gathered([...money, about('retained', -kept), about('deposits', kept - moneyCents)])
  }
  const open = sum(charges.map(({ cents }) => cents)) - moneyCents
  return gathered([
    ...money,
    ...charges.map(({ kind, cents }) => about(EARNED[kind], -cents)),
    about(open > 0 ? 'receivable' : 'owed', open),
  ])
}

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** One line for each account and departure, in the order of the accounts; none that comes to zero. */
export function gathered<One extends Line>(lines: One[]): One[] {
  const sums = new Map<string, One>()
  for (const line of lines) {
    const key = keyOf(line)
    sums.set(key, { ...line, cents: (sums.get(key)?.cents ?? 0) + line.cents })
  }
  return [...sums.values()].filter(({ cents }) => cents !== 0).toSorted(inOrder)
}

const keyOf = (line: Line & { bookingId?: number | null }): string =>
  `${line.account} ${line.departureId} ${line.bookingId}`

/** By the accounts' numbers, then by departure. */
const inOrder = (one: Line, other: Line): number =>
  Number(ACCOUNTS[one.account].number) - Number(ACCOUNTS[other.account].number) ||
  (one.departureId ?? 0) - (other.departureId ?? 0)

/** What leads from one state of accounts to another. */
export const difference = <One extends Line>(before: One[], after: One[]): One[] =>
  gathered([...after, ...before.map((line) => ({ ...line, cents: -line.cents }))])

/** Where an account stands, also by booking. */
export type Balance = Line & { bookingId: number | null }

export const balancesOf = (entries: Entry[]): Balance[] =>
  gathered(entries.flatMap(({ bookingId, lines }) => lines.map((line) => ({ ...line, bookingId }))))
