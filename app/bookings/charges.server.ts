import { sql } from 'drizzle-orm'
import { type Cents, cents } from '#app/platform/money'
import { db, type Tx } from '#db/connection.server'
import { insertRow, prepared, rowsBy } from '#db/prepared.server'
import { charges, OF_FORMER } from '#db/schema/money'
import { PRICE_CHANGES } from '#db/values'

type Charge = typeof charges.$inferSelect
export type ChargeKind = Charge['kind']

/** What an act changes for one traveler: of their part of the price, and of what was paid. Cents. */
export type Part = { travelerId: number; priceCents: Cents; paidCents: Cents; kind?: ChargeKind }

/** What the charges of one act have in common. */
export type Act = { kind: ChargeKind } & Partial<
  Pick<
    Charge,
    | 'words'
    | 'undoesId'
    | 'refundId'
    | 'paymentId'
    | 'codeId'
    | 'leaderTermsId'
    | 'intentId'
    | 'takenOff'
    | 'changedBy'
  >
>

/** The charges of a booking, oldest first. */
export const chargesOf = rowsBy(charges, charges.bookingId, charges.id)

/** Writes down what an act changes for each traveler; null where it changes nothing. Answers its number. */
export function enterCharges(bookingId: number, act: Act, parts: Part[], now: Date, tx: Tx): number | null {
  const { takenOff, ...shared } = act
  const changing = parts.filter(({ priceCents, paidCents }) => priceCents !== 0 || paidCents !== 0)
  if (changing.length === 0) return null
  const actId = (last().get()?.id ?? 0) + 1
  for (const [index, part] of changing.entries()) {
    const row = { ...shared, ...part, ...(index === 0 && takenOff?.length && { takenOff }) }
    insertRow(charges, { ...row, bookingId, actId, createdAt: now }, tx)
  }
  return actId
}

const last = prepared(() =>
  db
    .select({ id: sql<number>`coalesce(max(${charges.id}), 0)` })
    .from(charges)
    .prepare(),
)

/** What a seat was agreed for, before a code, and what of its usual price was deducted for booking early. */
export type AgreedSeat = { priceCents: Cents; offCents: Cents }

/** The same of each traveler of a booking, by their id. */
export function agreedSeats(bookingId: number): Map<number, AgreedSeat> {
  const seats = new Map<number, AgreedSeat>()
  for (const { kind, travelerId, priceCents } of chargesOf(bookingId)) {
    if (kind !== 'seat' && kind !== 'early-bird') continue
    const had = seats.get(travelerId)
    seats.set(travelerId, {
      priceCents: cents((had?.priceCents ?? 0) + priceCents),
      offCents: cents((had?.offCents ?? 0) - (kind === 'early-bird' ? priceCents : 0)),
    })
  }
  return seats
}

/** What each traveler of a booking costs, and what was written down as paid by them; also who has left. */
export function sumsOf(bookingId: number): Map<number, { priceCents: Cents; paidCents: Cents }> {
  return new Map(
    sums()
      .all({ bookingId })
      .map(({ travelerId, ...sum }) => [travelerId, sum]),
  )
}

const sums = prepared(() =>
  db
    .select({
      travelerId: charges.travelerId,
      priceCents: sql<Cents>`sum(${charges.priceCents})`,
      paidCents: sql<Cents>`sum(${charges.paidCents})`,
    })
    .from(charges)
    .where(sql`${charges.bookingId} = ${sql.placeholder('bookingId')}`)
    .groupBy(charges.travelerId)
    .prepare(),
)

export type PriceChangeKind = (typeof PRICE_CHANGES)[number]

/** A change of the price with its reason, of the whole party or of one: what it came to, and for whom. */
export type PriceChange = Pick<
  Charge,
  'words' | 'undoesId' | 'codeId' | 'leaderTermsId' | 'intentId' | 'changedBy' | 'createdAt'
> & {
  kind: PriceChangeKind
  /** The number of its act. */
  id: number
  priceChangeCents: Cents
  takenOff: NonNullable<Charge['takenOff']>
  parts: { travelerId: number; cents: Cents }[]
  isUndone: boolean
}

/** Whether staff can undo it: what a leader earned, or a bank payment, comes and goes by itself. */
export const isForStaffToUndo = ({ undoesId, isUndone, leaderTermsId, intentId }: PriceChange): boolean =>
  undoesId === null && !isUndone && leaderTermsId === null && intentId === null

/** What of a booking's price is off for paying from a bank account, by now. */
export const bankDiscountCents = (bookingId: number): Cents =>
  cents(
    chargesOf(bookingId).reduce(
      (off, { intentId, priceCents }) => (intentId === null ? off : off - priceCents),
      0,
    ),
  )

type Priced = Charge & { kind: PriceChangeKind }

const isPriceChange = (row: Charge): row is Priced => PRICE_CHANGES.some((kind) => kind === row.kind)

/** The discounts, surcharges and codes of a booking, and what moves and rooms changed, oldest first. */
export function priceChangesOf(bookingId: number): PriceChange[] {
  const charged = chargesOf(bookingId).filter(isPriceChange)
  const acts = Map.groupBy(charged, ({ actId }) => actId)
  return [...acts].map(([id, rows]) => {
    const [first] = rows as [Priced]
    const { kind, words, undoesId, codeId, leaderTermsId, intentId, changedBy, createdAt, takenOff } = first
    return {
      ...{ id, kind, words, undoesId, codeId, leaderTermsId, intentId, changedBy, createdAt },
      priceChangeCents: cents(rows.reduce((sum, { priceCents }) => sum + priceCents, 0)),
      takenOff: takenOff ?? [],
      parts: rows.map(({ travelerId, priceCents }) => ({ travelerId, cents: priceCents })),
      isUndone: charged.some((other) => other.undoesId === id),
    }
  })
}

/** What is kept of former travelers, and what is still to go back to them, by the ids of bookings. */
export const ofFormerTravelers = (bookingIds: number[]) => former().all({ ids: JSON.stringify(bookingIds) })

const sumOfKind = (kind: ChargeKind) =>
  sql<number>`sum(iif(${charges.kind} = ${sql.raw(`'${kind}'`)}, ${charges.priceCents}, 0))`

const former = prepared(() =>
  db
    .select({
      bookingId: charges.bookingId,
      stays: sumOfKind('retained'),
      promised: sumOfKind('promised'),
    })
    .from(charges)
    .where(
      sql`${charges.bookingId} in (select value from json_each(${sql.placeholder('ids')})) and ${sql.raw(OF_FORMER)}`,
    )
    .groupBy(charges.bookingId)
    .prepare(),
)
