import type { Day } from '#app/days'
import { type InstallmentPlan, planFor } from '#app/installments/plan'
import { installmentsOf } from '#app/installments/settle-installments.server'
import { type Cents, cents } from '#app/money'
import type { Departure } from '#app/tour/departures.server'
import type { Party } from '#app/tour/party'
import { priceOf } from '#app/tour/price'
import { refundOnOffer } from '#app/tour/refund-policy'
import { type Db, db } from '#db/connection.server'
import type { Booking } from './find-booking.server'
import { termsOf } from './refund-dates.server'

/**
 * Price and plan of a party: as agreed, for a guest who holds these seats already, also where staff have changed the
 * departure's since; otherwise the departure's, as many times as there are travelers.
 */
export function termsOnOffer(
  departure: Departure,
  held: Booking | undefined,
  { roomType, guests }: Party,
  today: Day,
  outer: Db = db,
): InstallmentPlan {
  if (held?.roomType !== roomType || held.numberOfGuests !== guests) {
    const depositCents = cents(guests * departure.depositCents)
    const { priceCents, offCents } = priceOf(departure, roomType, today, held?.earlyBirdOffCents)
    const plan = planFor({ ...departure, depositCents }, cents(guests * priceCents), today)
    return withOff(plan, guests, offCents)
  }
  const agreed = {
    ...withOff(
      planFor({ ...departure, depositCents: held.depositCents }, held.totalCents, today),
      guests,
      held.earlyBirdOffCents,
    ),
    refund: refundOnOffer({ ...termsOf(held), depositCents: held.depositCents }),
  }
  if (held.paymentType === 'full') return agreed
  return {
    ...agreed,
    installments: installmentsOf(held.id, outer).map(({ number, amountCents, dueOn }) => ({
      number: number === 1 ? 1 : 2,
      amountCents,
      dueOn,
    })),
  }
}

const withOff = (plan: InstallmentPlan, guests: number, offCents: Cents): InstallmentPlan =>
  offCents > 0 ? { ...plan, earlyBirdOffCents: cents(guests * offCents) } : plan
