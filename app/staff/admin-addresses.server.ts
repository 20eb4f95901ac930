import { env } from '#app/platform/env.server'

// Where a letter to staff leads: whole addresses of the admin area's pages, for those who are not on the site
// as they read.

const inAdmin = (path: string): string => `${env.BASE_URL}/admin/${path}`

/** Where a new password is chosen, by the holder of the token. */
export const newPasswordInAdmin = (token: string): string => inAdmin(`new-password/${token}`)

/** The page of a booking. */
export const bookingInAdmin = (reference: string): string => inAdmin(`bookings/${reference}`)

/** Where staff decide about a refund that Stripe refused ten times. */
export const stuckRefundInAdmin = (reference: string, refundId: number): string =>
  inAdmin(`bookings/${reference}/refunds/${refundId}`)

/** The page of somebody who wrote to us. */
export const contactInAdmin = (id: number): string => inAdmin(`contacts/${id}`)

/** The page of a departure. */
export const departureInAdmin = (id: number): string => inAdmin(`settings/tour/${id}`)

/** All who wrote to us. */
export const contactsInAdmin = (): string => inAdmin('contacts')

/** What is known of a subject, as 'intent:pi_123', that has no page of its own. */
export const historyInAdmin = (subject: string): string =>
  inAdmin(`audit?about=${encodeURIComponent(subject)}`)

/** How the site is doing. */
export const healthInAdmin = (): string => inAdmin('health')
