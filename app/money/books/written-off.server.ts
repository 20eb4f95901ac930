import { eq } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { type Cents, cents, divide } from '#app/platform/money'
import { type By, byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import type { Tx } from '#db/connection.server'
import { rowsBy } from '#db/prepared.server'
import { installments, writeOffs } from '#db/schema/money'
import { changePrice } from './change-price.server'
import { settleShares, sharesOf, type TravelerShare } from './shares.server'

type Entry = Pick<typeof writeOffs.$inferInsert, 'amountCents' | 'reason' | 'taken'>

/** Enters what is written off, or what of it no longer is. */
export const enterWriteOff = (
  { id: bookingId }: Booking,
  entry: Entry,
  { actorId: recordedBy }: By,
  createdAt: Date,
  tx: Tx,
) =>
  tx
    .insert(writeOffs)
    .values({ ...entry, bookingId, recordedBy, createdAt })
    .run()

/** What of an entry is whose, in the order of the shares. */
export const whoseParts = (shares: TravelerShare[], parts: number[]) =>
  shares
    .map(({ traveler }, index) => ({ travelerId: traveler.id, cents: parts[index] ?? 0 }))
    .filter((part) => part.cents !== 0)

/** What was written off of one traveler's part of the price. */
export const writtenOffOf = (booking: Booking, { traveler }: Pick<TravelerShare, 'traveler'>): Cents => {
  const shares = sharesOf(booking)
  const parts = writtenOffOfEach(booking, shares)
  return cents(parts[shares.findIndex((share) => share.traveler.id === traveler.id)] ?? 0)
}

const entriesOf = rowsBy(writeOffs, writeOffs.bookingId, writeOffs.id)

/**
 * The same of each, to the cent what the booking has of it. Of what was entered before it was recorded whose
 * it is, by what each one's part is below their price.
 */
function writtenOffOfEach(booking: Booking, shares: TravelerShare[]): number[] {
  const taken = entriesOf(booking.id).flatMap((entry) => entry.taken ?? [])
  const known = shares.map(({ traveler }) =>
    taken.reduce((sum, part) => sum + (part.travelerId === traveler.id ? part.cents : 0), 0),
  )
  const rest = booking.writtenOffCents - known.reduce((sum, part) => sum + part, 0)
  if (rest === 0) return known
  const lacking = shares.map(({ traveler, shareCents }, index) =>
    Math.max(0, traveler.priceCents - shareCents - (known[index] ?? 0)),
  )
  const parts = divide(rest, lacking)
  return known.map((part, index) => part + (parts[index] ?? 0))
}

/**
 * Lowers what was written off by money that came for it after all and is in the ledger already: the price
 * takes that up again, and nothing is asked for. In a party it goes to those whose part was written off.
 */
export function lowerWriteOff(
  booking: Booking,
  { byCents, sharesBefore }: { byCents: Cents; sharesBefore: TravelerShare[] },
  staff: Staff,
  now: Date,
  tx: Tx,
): Booking {
  const parts = divide(byCents, writtenOffOfEach(booking, sharesBefore))
  const taken = whoseParts(
    sharesBefore,
    parts.map((part) => -part),
  )
  const entry = { amountCents: cents(-byCents), reason: 'Paid after all', taken }
  enterWriteOff(booking, entry, byStaff(staff), now, tx)
  takeOffInstallments(booking, byCents, tx)
  changePrice(booking.id, byCents, now, tx, cents(-byCents))
  settleShares(
    sharesBefore.map((one, index) => ({ ...one, shareCents: cents(one.shareCents + (parts[index] ?? 0)) })),
    tx,
  )
  recordBookingAct(now, booking, byStaff(staff), 'write-off-lowered', { amountCents: byCents })
  return bookingWithId(booking.id) ?? booking
}

function takeOffInstallments({ id: bookingId }: Booking, byCents: Cents, tx: Tx): void {
  let left: number = byCents
  for (const { id, writtenOffCents } of installmentsOf(bookingId)) {
    const taken = Math.min(left, writtenOffCents)
    left -= taken
    if (taken === 0) continue
    const rest = cents(writtenOffCents - taken)
    tx.update(installments).set({ writtenOffCents: rest }).where(eq(installments.id, id)).run()
  }
}

/** A traveler who leaves takes along what was written off of theirs; the caller lowers the price by it. */
export function dropWriteOff(
  booking: Booking,
  traveler: PartyTraveler,
  { writtenOffCents, by }: { writtenOffCents: Cents; by: By },
  now: Date,
  tx: Tx,
): void {
  if (writtenOffCents === 0) return
  const amountCents = cents(-writtenOffCents)
  const taken = [{ travelerId: traveler.id, cents: amountCents }]
  const entry = { amountCents, reason: 'No longer traveling', taken }
  enterWriteOff(booking, entry, by, now, tx)
  recordBookingAct(now, booking, by, 'write-off-lowered', { amountCents: writtenOffCents })
}
