import { and, eq, lt, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import type { ChargedFor } from '#app/money/payments/autopay-consents.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, daysFrom } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { readDollars } from '#app/platform/typed/amounts'
import { readBankDiscount } from '#app/site/bank-discount'
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

/** Whether a bank account is charged no more by itself: what came of it before (rules 3.17). */
export const isBankRefused = (charged: ChargedFor): boolean =>
  wasTakenBack(charged.bookingId, charged.forTravelerId) ||
  failuresOf(charged.bookingId, charged.forTravelerId) >= FAILURES_AT_MOST

/** Whether an account can be charged so much on that day: not too much, nor too near the first day. */
export const isWithinBank = (booking: Booking, amountCents: Cents, on: Day): boolean =>
  amountCents <= bankAtMostCents() && daysFrom(on, departureOf(booking).startsOn) >= BANK_DAYS_BEFORE

/** What can be paid from a bank account at once; nothing where staff offer cards alone. */
export const bankAtMostCents = (): Cents => readDollars(siteSettings().bankAtMost) ?? cents(0)

/** What a guest pays less from a bank account, in percent (rules 2.30). */
export const bankPercent = (): number => readBankDiscount(siteSettings().bankDiscount) ?? 0

/** Money that a bank took back, whoever asked it to; of a share alone where one is given. */
const wasTakenBack = (bookingId: number, travelerId: number | null = null): boolean =>
  hasRow(
    payments,
    and(
      eq(payments.bookingId, bookingId),
      sql`${payments.kind} = 'adjustment' and ${payments.method} = 'bank-account'`,
      lt(payments.amountCents, 0 as Cents),
      travelerId === null ? undefined : sql`exists ${intentsOfShare(travelerId)}`,
    ),
  )

const intentsOfShare = (travelerId: number) =>
  sql`(select 1 from ${paymentIntents} where ${paymentIntents.stripeIntentId} = ${payments.stripeIntentId}
    and ${paymentIntents.forTravelerId} = ${travelerId})`

const failuresOf = (bookingId: number, travelerId: number | null = null): number =>
  db
    .select({ failed: sql<number>`count(*)` })
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.bookingId, bookingId),
        travelerId === null ? undefined : eq(paymentIntents.forTravelerId, travelerId),
        sql`${paymentIntents.paysFrom} = 'bank-account' and json_array_length(${paymentIntents.declinedCharges}) > 0`,
      ),
    )
    .get()?.failed ?? 0
