import { sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { owedByInstallment } from '#app/bookings/installments/settle-installments.server'
import { type Cents, cents, divide } from '#app/platform/money'
import { db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { ON_ITS_WAY, paymentIntents } from '#db/schema/money'
import { type AmountsOwed, amountsOwed, type InstallmentNow } from './amounts-owed.server'
import { sharesOf, type TravelerShare } from './shares.server'

/** What one of a party still owes of their share. Amounts in cents. */
export type ShareOwed = TravelerShare & {
  /** What of it is on its way from a bank account. */
  onItsWayCents: Cents
  /** Their share less what is paid and on its way. */
  owedCents: Cents
  /** Their part of each of the booking's installments, first due first. */
  installments: Pick<InstallmentNow, 'number' | 'name' | 'owedCents' | 'dueOn' | 'waits'>[]
}

/**
 * What each of a party owes, and when (rules 2.26): together what the booking owes, by traveler and by
 * installment. The days are the booking's; what one pays ahead puts off what the others have due.
 */
export function sharesOwed(booking: Booking): ShareOwed[] {
  const shares = sharesOf(booking)
  const { remainingCents, onItsWayCents, installments } = amountsOwed(booking)
  const onItsWay = onItsWayByTraveler(booking.id, shares, onItsWayCents)
  const open = shares.map(({ shareCents, paidCents }, index) =>
    Math.max(0, shareCents - paidCents - (onItsWay[index] ?? 0)),
  )
  const owed = divide(remainingCents, sumOf(open) > 0 ? open : shares.map(({ shareCents }) => shareCents))
  const byInstallment = owedEach(shares, owed, installments)
  return shares.map((share, index) => ({
    ...share,
    onItsWayCents: cents(onItsWay[index] ?? 0),
    owedCents: cents(owed[index] ?? 0),
    installments: installments.map(({ number, name, dueOn, waits }, row) => ({
      ...{ number, name, dueOn, waits },
      owedCents: cents(byInstallment[row]?.[index] ?? 0),
    })),
  }))
}

/** What is owed, and when: of a booking, or of one's share of it. Amounts in cents. */
export type Owed = Pick<AmountsOwed, 'remainingCents' | 'onItsWayCents'> & {
  installments: ShareOwed['installments']
}

/** Of the booking where no traveler is given; null once they travel no more. */
export function owedOf(booking: Booking, travelerId: number | null): Owed | null {
  if (travelerId === null) return amountsOwed(booking)
  const share = shareOwed(booking, travelerId)
  if (!share) return null
  const { owedCents: remainingCents, onItsWayCents, installments } = share
  return { remainingCents, onItsWayCents, installments }
}

/** The share of one of a party, by their id; undefined once they travel no more. */
export const shareOwed = (booking: Booking, travelerId: number): ShareOwed | undefined =>
  sharesOwed(booking).find(({ traveler }) => traveler.id === travelerId)

/**
 * Of each installment, by row, what each owes. Their own plan says who is behind; where the booking owes less
 * of an installment than that, because others have paid ahead, the rest of it is due with the next one.
 */
function owedEach(shares: TravelerShare[], owed: number[], installments: InstallmentNow[]): number[][] {
  const weights = shares.map(({ traveler, shareCents }) => Math.max(0, shareCents - traveler.depositCents))
  const planned = installments.map(({ number, amountCents }) => ({
    number,
    each: divide(amountCents, number === 0 ? depositsOpen(shares) : weights),
  }))
  const own = owed.map((left, index) =>
    owedByInstallment(
      planned.map(({ number, each }) => ({ number, amountCents: cents(each[index] ?? 0) })),
      cents(left),
    ),
  )
  const left = [...owed]
  const behind = owed.map(() => 0)
  return installments.map(({ owedCents }, row) => {
    own.forEach((rows, index) => {
      behind[index] = Math.min(left[index] ?? 0, (behind[index] ?? 0) + (rows[row]?.owedCents ?? 0))
    })
    const fromBehind = divide(Math.min(owedCents, sumOf(behind)), behind)
    const beyond = left.map((amount, index) => amount - (behind[index] ?? 0))
    const ahead = divide(owedCents - sumOf(fromBehind), beyond)
    return left.map((_, index) => {
      const theirs = (fromBehind[index] ?? 0) + (ahead[index] ?? 0)
      left[index] = (left[index] ?? 0) - theirs
      behind[index] = Math.max(0, (behind[index] ?? 0) - theirs)
      return theirs
    })
  })
}

/** The installment of those who joined is for their deposits. */
function depositsOpen(shares: TravelerShare[]): number[] {
  const open = shares.map(({ traveler, paidCents }) => Math.max(0, traveler.depositCents - paidCents))
  return sumOf(open) > 0 ? open : shares.map(({ traveler }) => (traveler.joinedOn === null ? 0 : 1))
}

const onItsWayRows = prepared(() =>
  db
    .select({ forTravelerId: paymentIntents.forTravelerId, amountCents: paymentIntents.amountCents })
    .from(paymentIntents)
    .where(sql`${paymentIntents.bookingId} = ${sql.placeholder('bookingId')} and ${sql.raw(ON_ITS_WAY)}`)
    .prepare(),
)

/** What is on its way for one alone is theirs; the rest goes where it will be owed. */
function onItsWayByTraveler(bookingId: number, shares: TravelerShare[], totalCents: number): number[] {
  if (totalCents === 0) return shares.map(() => 0)
  const rows = onItsWayRows().all({ bookingId })
  const own = shares.map(({ traveler }) =>
    sumOf(rows.filter(({ forTravelerId }) => forTravelerId === traveler.id).map((row) => row.amountCents)),
  )
  const open = shares.map(({ shareCents, paidCents }, index) =>
    Math.max(0, shareCents - paidCents - (own[index] ?? 0)),
  )
  const forAll = divide(totalCents - sumOf(own), open)
  return own.map((amount, index) => amount + (forAll[index] ?? 0))
}

const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
