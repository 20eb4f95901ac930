import type { BookingFacts } from '#app/dossiers/booking-facts.server'
import { showCents } from '#app/money'
import { Badge } from '#app/ui/badge'

/** What is paid of a booking that stands: about amounts, not about its status (rules 2.2). */
export function MoneyBadge({
  booking: { isBeingGivenBack, writtenOffCents, remainingCents, paymentType },
}: {
  booking: Pick<BookingFacts, 'isBeingGivenBack' | 'writtenOffCents' | 'remainingCents' | 'paymentType'>
}) {
  if (isBeingGivenBack) return <Badge tone="wait">Being refunded</Badge>
  if (remainingCents === 0 && writtenOffCents > 0)
    return <Badge tone="info">{showCents(writtenOffCents)} written off</Badge>
  if (remainingCents === 0) return <Badge tone="success">Paid in full</Badge>
  return <Badge tone="wait">{paymentType === 'full' ? 'Balance open' : 'Deposit paid'}</Badge>
}
