import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { columnOf, customerOf, notesOf, ORDER_NOTES, TRAVELER, travelerOf } from '#app/bookings/checkout-form'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { type Installment, installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { moneyOfEach, type PartyMoney, partyMoney } from '#app/bookings/party.server'
import { amountsOwedOf } from '#app/money/books/amounts-owed.server'
import { dollarsOf } from '#app/platform/money'
import { namesOf, ofEach } from '#app/platform/typed/fields'
import { departureDates } from '#app/tours/departure-list.server'
import { bookedParty, isMixed } from '#app/tours/party'
import { db } from '#db/connection.server'
import { installments, paymentIntents } from '#db/schema/money'

/** A booking as the confirmation reads it: whole dollars, the customer-prefixed names. */
export function bookingJson(asRead: Booking) {
  // Money may have come since the row was read.
  const booking = bookingWithId(asRead.id) ?? asRead
  return confirmationReading(booking, {
    installments: installmentsOf(booking.id),
    intentId: intentsOf([booking.id]).get(booking.id) ?? null,
    departures: departureDates(),
    money: partyMoney(booking),
  })
}

/**
 * Bookings as the admin list reads them: both readings of the fields (rules 7.9), in three more questions.
 */
export function bookingsJson(bookings: Booking[]) {
  const ids = bookings.map(({ id }) => id)
  const plans = new Map<number, Installment[]>(ids.map((id) => [id, []]))
  for (const row of plansOf.all({ ids: JSON.stringify(ids) })) plans.get(row.bookingId)?.push(row)
  const intents = intentsOf(ids)
  const departures = departureDates()
  return moneyOfEach(bookings).map(({ booking, ...money }) => ({
    ...confirmationReading(booking, {
      installments: plans.get(booking.id) ?? [],
      intentId: intents.get(booking.id) ?? null,
      departures,
      money,
    }),
    paymentAmount: dollarsOf(money.paidCents),
    address: booking.customerAddress,
    city: booking.customerCity,
    state: booking.customerState,
    zipCode: booking.customerZipCode,
  }))
}

const NO_CUSTOMER = {
  ...Object.fromEntries(namesOf(TRAVELER).map((field) => [columnOf(field), ''])),
  ...ofEach(ORDER_NOTES, () => ''),
}

/** The same for someone who may not see whose it is (rules 5.8). */
export const withoutCustomer = (booking: ReturnType<typeof bookingJson>) => ({
  ...booking,
  ...NO_CUSTOMER,
})

type Beside = {
  installments: Installment[]
  intentId: string | null
  departures: ReturnType<typeof departureDates>
  money: Pick<PartyMoney, 'priceCents' | 'paidCents'>
}

function confirmationReading(booking: Booking, { installments, intentId, departures, money }: Beside) {
  const { startsOn, endsOn } = departures.get(booking.departureId) ?? {
    startsOn: booking.agreedStartsOn,
    endsOn: booking.agreedEndsOn,
  }
  const owed = amountsOwedOf(
    booking,
    { remainingCents: booking.askedCents, onItsWayCents: booking.onItsWayCents },
    installments,
  )
  return {
    id: booking.id,
    bookingReference: booking.reference,
    tourType: booking.tourType,
    departure: { startsOn, endsOn },
    roomType: booking.roomType,
    paymentType: booking.paymentType,
    paymentStatus: booking.status,
    ...customerOf(travelerOf(booking)),
    numberOfGuests: booking.travelers,
    ...(isMixed(bookedParty(booking)) && { singles: booking.singles }),
    ...notesOf(booking),
    totalAmount: dollarsOf(money.priceCents),
    depositAmount: dollarsOf(booking.depositCents),
    paidAmount: dollarsOf(money.paidCents),
    writtenOffAmount: dollarsOf(booking.writtenOffCents),
    remainingAmount: dollarsOf(booking.status === 'pending' ? booking.totalCents : owed.remainingCents),
    installments: owed.installments.map(({ number, shownCents, dueOn, paidAt }) => ({
      number,
      amount: dollarsOf(shownCents),
      dueDate: dueOn,
      paidAt: paidAt?.toISOString() ?? null,
    })),
    stripePaymentIntentId: intentId,
    refundTerms: booking.refundTerms,
    createdAt: booking.createdAt.toISOString(),
    updatedAt: booking.updatedAt.toISOString(),
  }
}

const theseBookings = sql`(select value from json_each(${sql.placeholder('ids')}))`

const plansOf = db
  .select()
  .from(installments)
  .where(sql`${installments.bookingId} in ${theseBookings}`)
  .orderBy(installments.bookingId, installments.number)
  .prepare()

const intents = db
  .select({ bookingId: paymentIntents.bookingId, id: paymentIntents.stripeIntentId })
  .from(paymentIntents)
  .where(sql`${paymentIntents.bookingId} in ${theseBookings} and ${isNotNull(paymentIntents.stripeIntentId)}`)
  .orderBy(desc(eq(paymentIntents.state, 'succeeded')), desc(paymentIntents.id))
  .prepare()

/** The intent that paid last, or was opened last, of each booking. */
const intentsOf = (bookingIds: number[]): Map<number | null, string | null> =>
  new Map(
    intents
      .all({ ids: JSON.stringify(bookingIds) })
      .toReversed()
      .map(({ bookingId, id }) => [bookingId, id]),
  )
