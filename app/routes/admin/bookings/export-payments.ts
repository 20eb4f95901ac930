import { redirect } from '@remix-run/node'
import { receiptNumber } from '#app/money/books/receipts.server'
import { businessDay, businessTime, today } from '#app/platform/clock.server'
import { METHOD_NAMES } from '#app/platform/ledger-words'
import { requestedRange } from '#app/platform/lists/date-range'
import { type Cents, cents, dollarsOf } from '#app/platform/money'
import { exportOf } from '#app/server/guards/csv-export.server'
import { MOVEMENTS_A_FILE } from '#app/staff/exports'
import {
  A_FORMER_USER,
  type Movement,
  movementName,
  movementsInPortions,
  recorderName,
  type WrittenOff,
  writeOffName,
} from '#app/views/movements.server'

/**
 * Every movement of the ledger on the days asked for and what was written off, oldest first, up to
 * MOVEMENTS_A_FILE of them; dollars, and days on the business's calendar. Days that cannot be: the page that
 * asks for them says why.
 */
export const loader = exportOf('payments', ({ request, query }) => {
  const asked = requestedRange(query, today())
  if ('refused' in asked) throw redirect(`/admin/payments${new URL(request.url).search}`)

  const { from, to } = asked.range
  return {
    subject: 'payments',
    detail: { from, to },
    fileName: `payments-${from}-to-${to}.csv`,
    columns: columns(),
    portions: movementsInPortions(asked.range, MOVEMENTS_A_FILE),
  }
})

const dollars = (amount: Cents | null) => amount !== null && dollarsOf(amount).toFixed(2)

type Row = Movement | WrittenOff
type Cell<Of> = (of: Of) => string | false | null

const column = (header: string, cell: Cell<Row>) => ({ header, cell: (row: Row) => cell(row) || null })

/** Of a movement of money; with `ofOthers` also of what was written off. */
const moved = (header: string, cell: Cell<Movement>, ofOthers: Cell<WrittenOff> = () => null) =>
  column(header, (row) => ('writtenOffCents' in row ? ofOthers(row) : cell(row)))

/** Made again for each file: one adds up what went before it. */
function columns() {
  let sum = cents(0)
  return [
    column('Date', ({ createdAt }) => businessDay(createdAt)),
    column('Time', ({ createdAt }) => businessTime(createdAt)),
    moved('Receipt', ({ reference, place }) => reference && receiptNumber(reference, place)),
    column('Reference', ({ reference }) => reference),
    column('Traveler', ({ customerName }) => customerName),
    moved('What', movementName, ({ writtenOffCents }) => writeOffName(writtenOffCents)),
    moved('Method', ({ method }) => METHOD_NAMES[method]),
    moved(
      'Amount',
      ({ amountCents }) => dollars(amountCents),
      () => dollars(cents(0)),
    ),
    moved('Paid so far by the booking', ({ paidSoFarCents }) => dollars(paidSoFarCents)),
    column("Booking's price today", ({ totalCents }) => dollars(totalCents)),
    moved('Stripe payment', ({ stripeIntentId }) => stripeIntentId),
    moved('Stripe refund or dispute', ({ stripeRefundId }) => stripeRefundId?.split(':')[0] ?? null),
    moved('Recorded by', recorderName, ({ recordedBy }) => recordedBy ?? A_FORMER_USER),
    column('Note', ({ note }) => note),
    column('Sum of this file so far', (row) => {
      sum = cents(sum + ('writtenOffCents' in row ? 0 : row.amountCents))
      return dollars(sum)
    }),
    moved(
      'Written off',
      () => dollars(cents(0)),
      ({ writtenOffCents }) => dollars(writtenOffCents),
    ),
    moved('Share of', ({ share }) => share),
    moved('Paid by', ({ paidBy }) => paidBy),
  ]
}
