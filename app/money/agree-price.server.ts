import { eq } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { raiseInstallments } from '#app/bookings/installments/party-installments.server'
import { dueWhenOwedAgain, type InstallmentPlan } from '#app/bookings/installments/plan'
import { loweredInstallments, raisedByPrice } from '#app/bookings/installments/reprice-installments.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { businessDay } from '#app/platform/clock.server'
import { type Cents, CHARGEABLE, cents, isTooSmallToAsk } from '#app/platform/money'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { bookings, priceChanges } from '#db/schema'
import { sharesOf } from './party/shares.server'

export type WrongPrice = { refused: 'wrong-price'; atLeastCents: Cents }

/** A price that staff agree with a guest covers the deposit, and leaves nothing that no card can pay. */
export function whyNotPrice(totalCents: Cents, { depositCents }: InstallmentPlan): WrongPrice | null {
  const isWrong =
    totalCents < depositCents ||
    totalCents > CHARGEABLE.atMost ||
    isTooSmallToAsk(cents(totalCents - depositCents))
  return isWrong ? { refused: 'wrong-price', atLeastCents: depositCents } : null
}

/**
 * Gives seats that are held for a guest another price than today's, as a discount or surcharge of the whole
 * booking: it stands beside the price with its reason, and can be undone as one that is given later (rules
 * 4.15).
 */
export function agreePrice(
  booking: Booking,
  { totalCents, words, formKey }: { totalCents: Cents; words: string; formKey: string },
  staff: Staff,
  now: Date,
  tx: Tx,
): Booking {
  const changeCents = cents(totalCents - booking.totalCents)
  if (changeCents === 0) return booking
  const planned = installmentsOf(booking.id)
  const asked = { planned, remainingCents: cents(booking.totalCents - booking.depositCents) }
  const soonest = dueWhenOwedAgain(departureOf(booking).startsOn, businessDay(now))
  const lowered =
    changeCents < 0 && planned.length > 0 ? loweredInstallments(asked, cents(-changeCents)) : null
  const rows = lowered?.rows ?? (planned.length > 0 ? raisedByPrice(asked, changeCents, soonest) : null)
  const before = sharesOf(booking)
  if (rows) raiseInstallments(booking.id, rows, tx)
  tx.update(bookings).set({ totalCents }).where(eq(bookings.id, booking.id)).run()
  const agreed = bookingWithId(booking.id) ?? booking
  const after = sharesOf(agreed)
  tx.insert(priceChanges)
    .values({
      bookingId: booking.id,
      priceChangeCents: changeCents,
      words,
      taken: {
        installments: lowered?.taken ?? [],
        shares: before.map(({ traveler, shareCents }, index) => ({
          travelerId: traveler.id,
          cents: shareCents - (after[index]?.shareCents ?? 0),
        })),
      },
      formKey,
      changedBy: staff.id,
      createdAt: now,
    })
    .run()
  const detail = { changeCents, words }
  recordAct({ ...byStaff(staff), action: 'repriced', subject: `booking:${booking.reference}`, detail }, now)
  return agreed
}
