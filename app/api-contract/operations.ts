import * as accounts from './account-calls'
import * as bookings from './booking-calls'
import * as desk from './desk-calls'
import type { Operation } from './operation'
import * as site from './site-calls'

/** Every call of the site, in the order in which /api shows them. */
export const OPERATIONS: readonly Operation[] = [
  site.featuredExperiences,
  site.testimonials,
  site.subscribeToNewsletter,
  site.sendInquiry,
  bookings.calculateInstallments,
  bookings.createPaymentIntent,
  accounts.readSession,
  accounts.beginSession,
  accounts.endSession,
  desk.readFigures,
  desk.listContacts,
  desk.listSubscribers,
  desk.deleteContact,
  desk.readSettings,
  desk.saveSettings,
  desk.listBookings,
  accounts.listUsers,
  accounts.createUser,
  accounts.setPassword,
  accounts.deleteUser,
  desk.checkReminders,
  desk.processOverdue,
  desk.makePaymentLink,
  desk.sendReminder,
  bookings.completeBooking,
  bookings.readBooking,
  bookings.hearWebhook,
  bookings.openLaterIntent,
  site.recordView,
  site.theDocument,
]

/** Addresses that answer JSON and are no calls, and why. */
export const NO_CALLS: Readonly<Record<string, string>> = {
  '/site.webmanifest': 'a file that browsers read, in a format of its own',
  '/admin/campaigns/preview': 'a piece of one page of the desk, which posts its form as it is typed',
}
