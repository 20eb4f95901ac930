import { count, inArray, isNull } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { bookings, contactInquiries, newsletterSubscriptions } from '#db/schema'

const contacts = db.select({ total: count() }).from(contactInquiries).prepare()
const booked = db
  .select({ total: count() })
  .from(bookings)
  .where(inArray(bookings.status, ['deposit_paid', 'completed']))
  .prepare()
const subscribers = db
  .select({ total: count() })
  .from(newsletterSubscriptions)
  .where(isNull(newsletterSubscriptions.unsubscribedAt))
  .prepare()

/** The dashboard's three totals (spec §2). A booking counts once its deposit is there. */
export const siteTotals = () => ({
  totalContacts: contacts.get()?.total ?? 0,
  totalBookings: booked.get()?.total ?? 0,
  totalNewsletterSubscribers: subscribers.get()?.total ?? 0,
})
