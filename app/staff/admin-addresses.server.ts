import { env } from '#app/platform/env.server'

// Full addresses of the admin area, for letters to staff.

const inAdmin = (path: string): string => `${env.BASE_URL}/admin/${path}`

export const newPasswordInAdmin = (token: string): string => inAdmin(`new-password/${token}`)

export const bookingInAdmin = (reference: string): string => inAdmin(`bookings/${reference}`)

export const stuckRefundInAdmin = (reference: string, refundId: number): string =>
  inAdmin(`bookings/${reference}/refunds/${refundId}`)

export const contactInAdmin = (id: number): string => inAdmin(`contacts/${id}`)

export const departureInAdmin = (id: number): string => inAdmin(`settings/tour/${id}`)

export const contactsInAdmin = (): string => inAdmin('contacts')

/** The history of a subject, such as 'intent:pi_123', that has no page of its own. */
export const historyInAdmin = (subject: string): string =>
  inAdmin(`audit?about=${encodeURIComponent(subject)}`)

export const healthInAdmin = (): string => inAdmin('health')
