import { eq } from 'drizzle-orm'
import { recordPageView } from '#app/analytics/record-page-view.server'
import { type Order, placeBooking } from '#app/bookings/place-booking.server'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { installments, payments } from '#db/schema/money'
import { contactInquiries, newsletterSubscriptions } from '#db/schema/people'
import { dailyViews, marketingSpend, pageViews, slotTallies } from '#db/schema/running'
import { anOrder } from '#tests/fixtures/orders'

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

/** Dated like '2025-06-01T17:00:00Z'. */
export function aView(at: string, details: { path?: string; address?: string; utmSource?: string } = {}) {
  recordPageView({ path: '/', address: '127.0.0.1', userAgent: FIREFOX, ...details }, new Date(at))
}

/** A place that was taken and paid for at that instant; `paidCents` are in the ledger. */
export function aBookingCounted(at: string, paidCents: number, details: Partial<Order> = {}) {
  const now = new Date(at)
  const placed = placeBooking(anOrder(details), now)
  if (!('booking' in placed)) throw new Error(JSON.stringify(placed))
  const { booking } = placed
  db.update(bookings).set({ status: 'deposit_paid', updatedAt: now }).where(eq(bookings.id, booking.id)).run()
  money(at, paidCents, booking.id)
  return booking
}

export function money(at: string, amountCents: number, bookingId: number) {
  db.insert(payments)
    .values({
      bookingId,
      kind: amountCents > 0 ? 'payment' : 'refund',
      amountCents: cents(amountCents),
      createdAt: new Date(at),
    })
    .run()
}

let subscribers = 0
export function aSubscriber(at: string) {
  subscribers += 1
  const createdAt = new Date(at)
  db.insert(newsletterSubscriptions)
    .values({
      email: `reader${subscribers}@example.com`,
      consentAt: createdAt,
      unsubscribeToken: `token-${subscribers}`,
      createdAt,
    })
    .run()
}

export function anInquiry(at: string) {
  db.insert(contactInquiries)
    .values({
      firstName: 'Wanjiru',
      lastName: 'Kamau',
      email: 'wanjiru@example.com',
      phone: '+1 512 555 0100',
      interest: 'cultural',
      message: 'Four of us, in October.',
      createdAt: new Date(at),
    })
    .run()
}

export function nothingHappened() {
  for (const table of [
    payments,
    installments,
    bookings,
    newsletterSubscriptions,
    contactInquiries,
    pageViews,
    dailyViews,
    slotTallies,
    marketingSpend,
  ])
    db.delete(table).run()
}
