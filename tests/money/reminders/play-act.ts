import { eq } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { cancelBooking } from '#app/money/changes/cancel-booking.server'
import { beginCardPayment } from '#app/money/changes/paying/begin-payment.server'
import { verifyReturn } from '#app/money/changes/paying/confirm-return.server'
import { beginLaterCardPayment, paymentDue } from '#app/money/changes/paying/later-payment.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { adminUsers } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { anOrder, aTraveler } from '#tests/fixtures/orders'
import type { Act } from './season'

type Charge = (intentId: string) => void | Promise<void>

const STAFF = { id: 1, username: 'Wambui', role: 'admin' as const }

/** Plays one act of the season at `now`; `charge` is the card being charged at Stripe. */
export async function playAct({ who, does, departs }: Act, now: Date, charge: Charge): Promise<void> {
  const at = () => now
  const pay = async (begun: object) => {
    if (!('intent' in begun)) throw new Error(JSON.stringify(begun))
    const { id } = begun.intent as { id: string }
    await charge(id)
    await verifyReturn({ intentId: id }, () => true, at)
  }
  if (does === 'books' || does === 'pays in full') {
    const paymentType = does === 'books' ? ('deposit' as const) : ('full' as const)
    await pay(
      await beginCardPayment(
        anOrder({
          paymentType,
          traveler: aTraveler({ name: who }),
          ...(departs && { departureId: departing(departs, now) }),
        }),
        at,
      ),
    )
  } else if (does === 'is canceled') {
    ensureStaff(now)
    const booking = bookingOf(who)
    const wish = {
      reference: booking.reference,
      quoted: digestOf(cancelQuote(booking, now)),
      note: '',
      formKey: `cancel-${who}`,
    }
    const outcome = await cancelBooking(wish, STAFF, at)
    if (!('canceled' in outcome)) throw new Error(JSON.stringify(outcome))
  } else {
    const booking = bookingOf(who)
    const due = paymentDue(booking)
    const pays = does === 'pays the next' ? ('next' as const) : ('balance' as const)
    const amountCents = pays === 'next' ? due.next?.owedCents : due.remainingCents
    if (!amountCents) throw new Error(`${who} owes nothing`)
    const { remainingCents } = due
    await pay(
      await beginLaterCardPayment({ token: booking.linkToken, pays, amountCents, remainingCents }, at),
    )
  }
}

const ensureStaff = (now: Date) =>
  db
    .insert(adminUsers)
    .values({ ...STAFF, passwordHash: '-', createdAt: now })
    .onConflictDoNothing()
    .run()

/** The departure of that day: the first one, copied but for the days on which installments are due. */
function departing(startsOn: string, now: Date): number {
  const { firstInstallmentDueOn, finalInstallmentDueOn } = FIRST_DEPARTURE
  ensureStaff(now)
  const copied = copyDeparture(1, startsOn, STAFF, now)
  if ('id' in copied)
    db.update(departures)
      .set({ sales: 'open', firstInstallmentDueOn, finalInstallmentDueOn })
      .where(eq(departures.id, copied.id))
      .run()
  const found = db.select().from(departures).where(eq(departures.startsOn, startsOn)).get()
  if (!found) throw new Error(`Nothing departs on ${startsOn}`)
  return found.id
}

function bookingOf(name: string): Booking {
  const booking = db.select().from(bookings).where(eq(bookings.customerName, name)).get()
  if (!booking) throw new Error(`${name} has not booked`)
  return booking
}
