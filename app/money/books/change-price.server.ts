import { eq } from 'drizzle-orm'
import { type Act, type ChargeKind, chargesOf, enterCharges, type Part } from '#app/bookings/charges.server'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { askAgain } from '#app/bookings/installments/reprice-installments.server'
import { settleInstallments } from '#app/bookings/installments/settle-installments.server'
import { heldOfFormerTravelers } from '#app/bookings/party.server'
import { agreedPriceCents, isPaid } from '#app/bookings/status'
import { writeToStaff } from '#app/bookings/traveler-letters.server'
import { businessDay } from '#app/platform/clock.server'
import { type Cents, cents, isTooSmallToAsk, showCents } from '#app/platform/money'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { acceptsNoPayments } from './amounts-owed.server'
import { cardPayment, keptCents, type LedgerEntry, remainingCents } from './ledger.server'
import { type Keeper, keepersOf, promisesKept } from './promises.server'
import {
  type Cause,
  opposite,
  partsOf,
  partsTo,
  portions,
  settleShares,
  sharesOf,
  type TravelerShare,
} from './shares.server'

const NOTHING = cents(0)

/** Whom a change of the price is for: those named, and for the rest all who travel, by what they cost. */
type Whose = {
  parts?: Part[]
  /** Also writes down what it took of what each had paid, so that it is theirs again when it is undone. */
  withPaid?: boolean
  /** The movement that is being entered, where what happened just before it keeps no promise by it. */
  before?: LedgerEntry
}

export type Changed = { changeCents: Cents; actId: number | null }

/**
 * Changes a booking's price by charges, and settles deposit and installments again; answers what really
 * changed. Ledger and orders must be up to date before. It never falls below what the company keeps or one
 * cent, nor once a booking has ended. A rest too small for a card is forgiven (decision 012).
 */
export function changePrice(
  bookingId: number,
  byCents: Cents,
  act: Act,
  now: Date,
  tx: Tx,
  { parts: named = [], withPaid = false, before: movement }: Whose = {},
): Changed {
  const before = bookingWithId(bookingId)
  if (!before) return { changeCents: NOTHING, actId: null }
  const parts = [...promisesKept(bookingId, tx, movement), ...named]
  if (byCents <= 0 && !isPaid(before.status)) {
    return { changeCents: NOTHING, actId: parts.length > 0 ? charge(before, act, { parts }, now, tx) : null }
  }
  const kept = keptCents(bookingId)
  const changed = priceAfter(before, byCents, kept)
  const forgivenCents = isAsked(before, kept) ? tooSmall(cents(changed - kept)) : NOTHING
  const totalCents = cents(changed - forgivenCents)
  tx.update(bookings)
    .set({
      totalCents,
      depositCents: cents(Math.min(before.agreedDepositCents, totalCents)),
      writtenOffCents: cents(before.writtenOffCents - writtenOffBy(parts)),
      updatedAt: now,
    })
    .where(eq(bookings.id, bookingId))
    .run()
  const after = bookingWithId(bookingId) ?? before
  const actId = charge(after, act, { parts, withPaid }, now, tx)
  recordChange(before, after, forgivenCents, now)
  const { startsOn } = departureOf(after)
  // What is on its way is still of its installment: only what comes settles it.
  const asked = isAsked(after, kept) ? remainingCents(after) : NOTHING
  askAgain({ ...after, remainingCents: asked, startsOn, today: businessDay(now) }, now, tx)
  settleInstallments(bookingId, remainingCents(after), now, tx)
  return { changeCents: cents(totalCents - before.totalCents), actId }
}

/**
 * Writes the charges of a booking whose price is changed already: those named, and for each who travels what
 * is missing to their part of the price.
 */
export function charge(
  booking: Booking,
  act: Act,
  { parts: named = [], withPaid = false }: Whose,
  now: Date,
  tx: Tx,
): number | null {
  const parts = [...named, ...noLongerRetained(booking, named)]
  const missing = partsTo(booking, parts).map((part): Part => {
    const named = parts.filter(({ travelerId }) => travelerId === part.travelerId)
    const priceCents = named.reduce((left, one) => left - one.priceCents, part.priceCents as number)
    const paidCents = withPaid
      ? named.reduce((left, one) => left - one.paidCents, part.paidCents as number)
      : 0
    return {
      travelerId: part.travelerId,
      kind: OF_OTHERS[act.kind] ?? act.kind,
      priceCents: cents(priceCents),
      paidCents: cents(paidCents),
    }
  })
  return enterCharges(booking.id, act, joined([...parts, ...missing], act), now, tx)
}

/**
 * What a price leaves no room for of what is retained of former travelers: so much went back that it is not
 * retained anymore. No one who travels pays for it with less than nothing.
 */
function noLongerRetained(booking: Booking, changes: Part[]): Part[] {
  const { chargedCents } = heldOfFormerTravelers(booking.id, keptCents(booking.id), changes)
  let beyond = Math.max(0, chargedCents - booking.totalCents)
  if (beyond === 0) return []
  const retained = chargesOf(booking.id).filter(({ kind }) => kind === 'retained')
  return [...Map.groupBy(retained, ({ travelerId }) => travelerId)].flatMap(([travelerId, rows]) => {
    const taken = Math.min(beyond, Math.max(0, priceOf(rows)))
    beyond -= taken
    return taken > 0 ? [{ travelerId, kind: 'retained', priceCents: cents(-taken), paidCents: NOTHING }] : []
  })
}

/** What follows for the others from charges of one alone: a rest that no card can pay, or shares. */
const OF_OTHERS: Partial<Record<ChargeKind, ChargeKind>> = {
  seat: 'forgiven',
  left: 'forgiven',
  'written-off': 'forgiven',
  promised: 'settled',
}

/** One row for each traveler and kind. */
function joined(parts: Part[], { kind: usual }: Act): Part[] {
  const rows = new Map<string, Part>()
  for (const { travelerId, kind = usual, priceCents, paidCents } of parts) {
    const before = rows.get(`${travelerId} ${kind}`)
    rows.set(`${travelerId} ${kind}`, {
      travelerId,
      kind,
      priceCents: cents((before?.priceCents ?? 0) + priceCents),
      paidCents: cents((before?.paidCents ?? 0) + paidCents),
    })
  }
  return [...rows.values()]
}

const writtenOffBy = (parts: Part[]): number =>
  parts.reduce((sum, { kind, priceCents }) => sum + (kind === 'written-off' ? priceCents : 0), 0)

const isAsked = (booking: Booking, kept: Cents): boolean =>
  isPaid(booking.status) && !acceptsNoPayments(booking, kept)

const tooSmall = (left: Cents): Cents => (isTooSmallToAsk(left) ? left : NOTHING)

function recordChange(before: Booking, after: Booking, forgivenCents: Cents, now: Date): void {
  const [fromCents, toCents] = [agreedPriceCents(before), agreedPriceCents(after)]
  if (fromCents === toCents) return
  const detail = { fromCents, toCents, ...(forgivenCents > 0 && { forgivenCents }) }
  recordBookingAct(now, after, { actor: 'site' }, 'price-changed', detail)
}

/**
 * Money that left for good, and that we did not order, lowers the price for all travelers, or for the one
 * whose share it had paid: `entry` is its movement, `booking` how it stands with that.
 */
export function lowerPriceBy(
  lostCents: Cents,
  entry: LedgerEntry,
  booking: Booking,
  now: Date,
  tx: Tx,
): void {
  const stands = isPaid(booking.status)
  settlePromises(booking, now, tx, entry)
  const shares = stands ? sharesOf(booking, cents(keptCents(booking.id) + lostCents)) : []
  if (stands) settleShares(booking, now, tx, shares)
  const act = { kind: entry.kind === 'refund' ? 'refund' : 'dispute', paymentId: entry.id } as const
  const parts = shares.flatMap((share) => (isPaidFor(share, entry) ? [takenFrom(share, lostCents)] : []))
  changePrice(booking.id, cents(0 - lostCents), act, now, tx, { withPaid: stands, parts })
}

/** Whether what moves was paid for them alone. */
const isPaidFor = ({ traveler }: TravelerShare, { stripeIntentId }: LedgerEntry): boolean =>
  stripeIntentId !== null && cardPayment(stripeIntentId)?.forTravelerId === traveler.id

const takenFrom = ({ traveler, shareCents, paidCents }: TravelerShare, lostCents: Cents): Part => ({
  travelerId: traveler.id,
  priceCents: cents(-Math.min(lostCents, shareCents, paidCents)),
  paidCents: cents(-Math.min(lostCents, shareCents, paidCents)),
})

/**
 * What each traveler had until the money of something came back, and what kept promises until then: null
 * where it still keeps its own.
 */
type Before = { shares: TravelerShare[]; keepers: Keeper[] | null }

/** To be asked before ledger or orders change; `without` leaves one movement out. */
export const beforeUndoing = (booking: Booking | undefined, tx: Tx, without?: LedgerEntry): Before =>
  booking
    ? { shares: sharesOf(booking), keepers: keepersOf(booking.id, tx, without) }
    : { shares: [], keepers: [] }

/** What is undone: what it changed for each traveler, and how the booking stood before. */
type Undoing = {
  taken: Part[]
  before: Before
  /** The movement by which it can no longer be done, entered already: undone is what was before. */
  movement?: LedgerEntry
}

/**
 * Undoes what changed a price: each gets back exactly what was taken from them. No one who stays is asked
 * for the part of a traveler who has left since: it is credited to the lead traveler, as far as something is
 * left to pay, and staff get a letter about it.
 */
export function undoPriceChange(
  bookingId: number | null,
  { taken, before, movement }: Undoing,
  act: Act,
  now: Date,
  tx: Tx,
): void {
  const booking = bookingId === null ? undefined : bookingWithId(bookingId)
  if (!booking) return
  const back = cents(0 - priceOf(taken))
  const aboard = new Set(before.shares.map(({ traveler }) => traveler.id))
  const isTheirs = ({ travelerId, kind }: Part) => aboard.has(travelerId) || kind === 'retained'
  const parts = opposite(taken.filter(isTheirs))
  if (!isPaid(booking.status)) {
    changePrice(booking.id, back, act, now, tx, { parts, before: movement })
    return
  }
  if (taken.some((part) => part.paidCents !== 0)) settleShares(booking, now, tx, before.shares)
  keepInstead(booking, before, movement, now, tx)
  // What was promised to them is promised again by itself.
  const isOfLeaver = (part: Part) => !isTheirs(part) && part.kind !== 'promised'
  const ofLeavers = opposite(taken.filter(isOfLeaver))
  const asked = Math.max(0, back - Math.max(0, priceOf(ofLeavers)))
  const beyondPrice = Math.max(0, keptCents(booking.id) - booking.totalCents)
  const undone = back <= 0 ? back : cents(Math.max(asked, Math.min(back, beyondPrice)))
  const paidCents = cents(ofLeavers.reduce((sum, part) => sum + part.paidCents, 0))
  const lead = before.shares[0]?.traveler.id
  if (paidCents > 0 && lead !== undefined) {
    parts.push({ travelerId: lead, priceCents: cents(undone - asked), paidCents })
  }
  if (back > asked) notifyShareCameBack(booking, cents(back - asked), now)
  changePrice(booking.id, undone, act, now, tx, { parts, before: movement })
}

/**
 * Goodwill that now keeps a promise, as what was to keep it is undone, was not at the cost of those who
 * travel: what it took of each of them is theirs again, and nobody else's.
 */
function keepInstead(
  booking: Booking,
  { shares, keepers: before }: Before,
  movement: LedgerEntry | undefined,
  now: Date,
  tx: Tx,
): void {
  for (const { cause, kept } of before ? keepersOf(booking.id, tx, movement) : []) {
    const had = before?.find((one) => isSameCause(one.cause, cause))?.kept
    const promised = [...kept].map(([travelerId, keptCents]): Part => {
      const priceCents = cents((had?.get(travelerId) ?? 0) - keptCents)
      return { travelerId, kind: 'promised', priceCents, paidCents: NOTHING }
    })
    const more = -priceOf(promised)
    if (more <= 0) continue
    const taken = partsOf(cause).filter(({ kind }) => kind !== 'promised' && kind !== 'retained')
    const prices = givenBack(
      taken.map(({ priceCents }) => priceCents),
      more,
    )
    const paid = givenBack(
      taken.map(({ paidCents }) => paidCents),
      more,
    )
    const theirs = taken.map((part, index) => ({
      ...part,
      ...{ priceCents: cents(prices[index] ?? 0), paidCents: cents(paid[index] ?? 0) },
    }))
    const travels = ({ travelerId }: Part) => shares.some(({ traveler }) => traveler.id === travelerId)
    const act = { kind: 'refund', ...cause } as const
    enterCharges(booking.id, act, [...promised, ...theirs.filter(travels)], now, tx)
  }
}

const isSameCause = (one: Cause, other: Cause): boolean => JSON.stringify(one) === JSON.stringify(other)

/** So much in all of what was taken from each, in proportion; no more than that. */
function givenBack(taken: number[], atMost: number): number[] {
  const whole = taken.reduce((sum, amount) => sum - amount, 0)
  return portions(
    taken.map((amount) => -amount),
    whole > 0 ? Math.min(1, atMost / whole) : 0,
  )
}

const priceOf = (parts: Pick<Part, 'priceCents'>[]): number =>
  parts.reduce((sum, { priceCents }) => sum + priceCents, 0)

/** Tells staff that a bounced refund was partly the share of a former traveler. */
function notifyShareCameBack(booking: Booking, amountCents: Cents, now: Date): void {
  recordBookingAct(now, booking, { actor: 'site' }, 'share-came-back', { amountCents })
  writeToStaff(booking, now, {
    kind: 'staff-share-came-back',
    once: `${booking.id}:${now.getTime()}`,
    subject: 'Refund for a former traveler bounced',
    says: `A refund for ${booking.reference} did not arrive, so its money counts as paid again. ${showCents(amountCents)} of it was the share of a former traveler: the other travelers are not asked for it. Please decide whether to return it, and refund it on the booking’s page.`,
  })
}

function priceAfter({ totalCents }: Booking, by: Cents, kept: Cents): Cents {
  if (by >= 0) return cents(totalCents + by)
  const floor = Math.max(1, Math.min(totalCents, kept))
  return cents(Math.max(totalCents + by, floor))
}

/** Writes down what is still promised to former travelers, by orders and ledger as they are. */
export function settlePromises(booking: Booking, now: Date, tx: Tx, without?: LedgerEntry): void {
  const parts = promisesKept(booking.id, tx, without)
  if (parts.length > 0) charge(booking, { kind: 'promised' }, { parts }, now, tx)
}
