import { type Cents, showCents } from '#app/platform/money'
import type { SummaryRow } from '#app/ui/summary-list'
import type { BookingFacts } from '#app/views/booking-facts.server'

export type Priced = Pick<BookingFacts, 'totalCents' | 'partySum' | 'writtenOffCents'>

/** The price that was agreed, and beside it what of it is not asked for anymore. */
export const priceRows = (booking: Priced, label = 'Price of the tour'): SummaryRow[] => [
  { label, note: booking.partySum, value: showCents(booking.totalCents) },
  ...(booking.writtenOffCents > 0
    ? [{ label: 'Written off', note: 'No longer due', value: showCents(booking.writtenOffCents) }]
    : []),
]

/** What is left to pay in one sum, and under it the parts in which it is paid. */
export const remainingRows = (remainingCents: Cents, parts: SummaryRow[]): SummaryRow[] =>
  remainingCents > 0
    ? [
        { label: 'Remaining balance', value: showCents(remainingCents), total: true },
        ...parts.map((part) => ({ ...part, isPart: true })),
      ]
    : []
