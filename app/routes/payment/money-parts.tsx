import { type Day, showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { hasBegun } from '#app/tours/departure'
import { Badge } from '#app/ui/badge'
import type { BookingFacts } from '#app/views/booking-facts.server'

/** What is paid of a booking that stands: about amounts, not about its status (rules 2.2). */
export function MoneyBadge({
  booking: { isBeingGivenBack, isDepartureCanceled, writtenOffCents, remainingCents, paymentType },
}: {
  booking: Pick<
    BookingFacts,
    'isBeingGivenBack' | 'isDepartureCanceled' | 'writtenOffCents' | 'remainingCents' | 'paymentType'
  >
}) {
  if (isDepartureCanceled) return <Badge tone="failed">Departure canceled</Badge>
  if (isBeingGivenBack) return <Badge tone="wait">Being refunded</Badge>
  if (remainingCents === 0 && writtenOffCents > 0)
    return <Badge tone="info">{showCents(writtenOffCents)} written off</Badge>
  if (remainingCents === 0) return <Badge tone="success">Paid in full</Badge>
  return <Badge tone="wait">{paymentType === 'full' ? 'Balance open' : 'Deposit paid'}</Badge>
}

/** That all is paid, and what comes next: before that, whether it runs where no one has decided yet. */
export function nothingDue(booking: Omit<BookingFacts, 'customer'>, today: Day): string {
  const { writtenOffCents, isUndecided, running, startsOn } = booking
  const paid =
    writtenOffCents > 0
      ? `${showCents(writtenOffCents)} was written off: nothing more is due.`
      : 'Your tour is paid in full.'
  if (hasBegun(booking, today)) return paid
  return isUndecided ? `${running} ${paid}` : `${paid} We look forward to ${showDay(startsOn)}.`
}
