import type { BookingFacts } from '#app/dossiers/booking-facts.server'
import { Badge } from '#app/ui/badge'

/** What is paid of a booking that stands: about amounts, not about its status (rules 2.2). */
export function MoneyBadge({
  booking: { isBeingGivenBack, isWrittenOff, remainingCents, paymentType },
}: {
  booking: Pick<BookingFacts, 'isBeingGivenBack' | 'isWrittenOff' | 'remainingCents' | 'paymentType'>
}) {
  if (isBeingGivenBack) return <Badge tone="wait">Being refunded</Badge>
  if (remainingCents === 0 && isWrittenOff) return <Badge tone="info">Nothing is due</Badge>
  if (remainingCents === 0) return <Badge tone="success">Paid in full</Badge>
  return <Badge tone="wait">{paymentType === 'full' ? 'Balance open' : 'Deposit paid'}</Badge>
}
