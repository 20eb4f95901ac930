import { and, eq, lt, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { businessDay } from '#app/platform/clock.server'
import { daysFrom } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { readDollars } from '#app/platform/typed/amounts'
import { siteSettings } from '#app/site/settings.server'
import { departureOf } from '#app/tours/departures.server'
import { db } from '#db/connection.server'
import { hasRow } from '#db/prepared.server'
import { paymentIntents, payments } from '#db/schema/money'
import { BANK_DAYS_BEFORE, type NoBank } from './bank-words'

/** After so many of a booking that did not come, its guest pays by card. */
const FAILURES_AT_MOST = 2

/** Null where it can: a later payment, up to the sum that staff set (rules 2.23). */
export function whyNoBank(booking: Booking, now: Date): NoBank | null {
  if (bankAtMostCents() === 0) return 'cards-alone'
  if (isHeldForGuest(booking)) return 'first-by-card'
  if (wasTakenBack(booking.id)) return 'taken-back'
  if (failuresOf(booking.id) >= FAILURES_AT_MOST) return 'failed'
  const { startsOn } = departureOf(booking)
  return daysFrom(businessDay(now), startsOn) < BANK_DAYS_BEFORE ? 'too-near' : null
}

/** What can be paid from a bank account at once; nothing where staff offer cards alone. */
export const bankAtMostCents = (): Cents => readDollars(siteSettings().bankAtMost) ?? cents(0)

/** Money that a bank took back, whoever asked it to. */
const wasTakenBack = (bookingId: number): boolean =>
  hasRow(
    payments,
    and(
      eq(payments.bookingId, bookingId),
      sql`${payments.kind} = 'adjustment' and ${payments.method} = 'bank-account'`,
      lt(payments.amountCents, 0 as Cents),
    ),
  )

const failuresOf = (bookingId: number): number =>
  db
    .select({ failed: sql<number>`count(*)` })
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.bookingId, bookingId),
        sql`${paymentIntents.paysFrom} = 'bank-account' and json_array_length(${paymentIntents.declinedCharges}) > 0`,
      ),
    )
    .get()?.failed ?? 0
