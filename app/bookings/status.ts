import type { BOOKING_STATUSES, MONEY_STATES } from '#db/schema'

export type BookingStatus = (typeof BOOKING_STATUSES)[number]
export type MoneyState = (typeof MONEY_STATES)[number]

/** Each status as staff read it. What is paid says more: see money-words.ts. */
export const STATUS_NAMES: Record<BookingStatus, string> = {
  pending: 'Pending',
  deposit_paid: 'Deposit paid',
  completed: 'Completed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  payment_failed: 'Payment failed',
}

/** A place that was paid for, wholly or by its deposit (queries: status-in-sql.server.ts). */
export const PAID_STATUSES = ['deposit_paid', 'completed'] as const satisfies readonly BookingStatus[]

/** The booking keeps a seat on the departure: held or paid for. */
export const SEAT_STATUSES = ['pending', ...PAID_STATUSES] as const

const isOneOf = (statuses: readonly BookingStatus[]) => (status: BookingStatus) => statuses.includes(status)

export const isPaid = isOneOf(PAID_STATUSES)
export const holdsSeat = isOneOf(SEAT_STATUSES)

/** The seat was given back because no money came; money that still comes may take one again (rules 2.11). */
export const lostItsSeat = (status: BookingStatus): boolean =>
  status === 'expired' || status === 'payment_failed'
