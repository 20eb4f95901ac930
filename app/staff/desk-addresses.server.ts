import { env } from '#app/platform/env.server'

// Where a letter to staff leads: whole addresses of the desk's pages, for those who are not on the site as they read.

const atDesk = (path: string): string => `${env.BASE_URL}/admin/${path}`

/** Where a new password is chosen, by the holder of the token. */
export const newPasswordAtDesk = (token: string): string => atDesk(`new-password/${token}`)

/** The page of a booking. */
export const bookingAtDesk = (reference: string): string => atDesk(`bookings/${reference}`)

/** Where staff decide about a refund that Stripe refused ten times. */
export const stuckRefundAtDesk = (reference: string, refundId: number): string =>
  atDesk(`bookings/${reference}/refunds/${refundId}`)

/** The page of somebody who wrote to us. */
export const contactAtDesk = (id: number): string => atDesk(`contacts/${id}`)

/** All who wrote to us. */
export const contactsAtDesk = (): string => atDesk('contacts')

/** What is known of a subject, as 'intent:pi_123', that has no page of its own. */
export const historyAtDesk = (subject: string): string => atDesk(`audit?about=${encodeURIComponent(subject)}`)

/** How the site is doing. */
export const healthAtDesk = (): string => atDesk('health')
