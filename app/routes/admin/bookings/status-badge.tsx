import type { BookingStatus } from '#app/bookings/status'
import { Badge } from '#app/ui/badge'

/** What staff read for each status, in the order of the filter; completed is green (spec §2). */
export const STATUS_LOOKS = {
  pending: ['info', 'Pending'],
  deposit_paid: ['wait', 'Deposit paid'],
  completed: ['success', 'Completed'],
  expired: ['failed', 'Expired'],
  cancelled: ['failed', 'Cancelled'],
  refunded: ['failed', 'Refunded'],
  payment_failed: ['failed', 'Payment failed'],
} as const

export function StatusBadge({ status }: { status: BookingStatus }) {
  const [tone, label] = STATUS_LOOKS[status]
  return <Badge tone={tone}>{label}</Badge>
}
