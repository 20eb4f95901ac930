import type { ReactNode } from 'react'
import { OFF_FOR_BANK, type OnItsWay, sumOnItsWay, whoseBank } from '#app/bookings/on-its-way'
import { showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'

/** Where it is too long for its line, the domain goes on the next one. */
export function EmailAddress({ address }: { address: string }) {
  const [name, domain] = address.split('@')
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  )
}

export type SummaryRow = {
  label: string
  value: ReactNode
  /** A quieter second line under the label, such as a due date. */
  note?: ReactNode
  /** A sum. */
  total?: boolean
  /** A part of the sum above it. */
  isPart?: boolean
  /** What it cost before: no longer asked for. */
  isStruck?: boolean
}

/** A reference is copied and read aloud whole: it is not broken at its hyphen. */
export const referenceRow = (reference: string): SummaryRow => ({
  label: 'Booking reference',
  value: <span className="whitespace-nowrap">{reference}</span>,
})

/** `rows` may hold conditions that came to nothing: those are left out. */
type SummaryListProps = { rows: (SummaryRow | false | null | undefined | '')[]; className?: string }

/**
 * What something costs, or the facts of a booking, line by line: sums stand at the right edge, where their
 * digits line up; words begin beside their label, and under it on the smallest phones.
 */
export const SummaryList = ({ rows, className = '' }: SummaryListProps) => (
  <dl className={`@container text-sm ${className}`}>
    {rows.map(
      (row) =>
        row && (
          <div
            key={row.label}
            className={`grid items-baseline ${isSum(row) ? 'gap-x-6 grid-cols-[minmax(0,1fr)_auto]' : 'gap-y-0.5 @2xs:grid-cols-[minmax(0,3fr)_minmax(0,4fr)] @2xs:gap-x-2 @sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @sm:gap-x-6'} ${row.isPart ? 'pb-3 pl-4' : 'border-line border-t py-3 first:border-t-0'} ${row.total ? 'font-semibold text-base' : ''}`}
          >
            <dt className={row.total ? '' : 'text-ink-soft'}>
              {row.label}
              {row.note && <span className="block text-ink-soft text-xs">{row.note}</span>}
            </dt>
            <dd className={`min-w-0 font-medium tabular-nums ${isSum(row) ? 'text-right' : ''}`}>
              {row.isStruck ? <del>{row.value}</del> : row.value}
            </dd>
          </div>
        ),
    )}
  </dl>
)

const isSum = ({ value }: SummaryRow): boolean => typeof value === 'string' && /^[−+]?\$[\d,.]+$/.test(value)

export type Priced = { totalCents: Cents; partySum: string | null; writtenOffCents: Cents }

/** The price that was agreed, and beside it what of it is not asked for anymore. */
export const priceRows = (booking: Priced, label = 'Price of the tour'): SummaryRow[] => [
  { label, note: booking.partySum, value: showCents(booking.totalCents) },
  ...(booking.writtenOffCents > 0
    ? [{ label: 'Written off', note: 'No longer due', value: showCents(booking.writtenOffCents) }]
    : []),
]

type Balanced = {
  totalCents: Cents
  writtenOffCents: Cents
  remainingCents: Cents
  isBeingGivenBack: boolean
  isDepartureCanceled: boolean
}

/**
 * What makes the payments that are settled and what remains add up to the price: what of them went back
 * since, or came in beyond them. Of a booking that ends nothing remains, and another sentence says it.
 */
export function balancingRows(of: Balanced, settledCents: number): SummaryRow[] {
  const over = settledCents + of.remainingCents - (of.totalCents - of.writtenOffCents)
  if (over === 0 || of.isBeingGivenBack || of.isDepartureCanceled) return []
  if (over > 0)
    return [{ label: 'Back to you', note: 'Refunded or on its way', value: `−${showCents(cents(over))}` }]
  return [{ label: 'Also paid', note: 'Toward what is due next', value: showCents(cents(-over)) }]
}

/** What is on its way from a bank account: no one asks for it in the meantime. */
export const onItsWayRows = (onItsWay: OnItsWay[]): SummaryRow[] =>
  onItsWay.length === 0
    ? []
    : [
        {
          label: `On its way from ${whoseBank(onItsWay)}`,
          note: onItsWay.map(({ aboutOn }) => `About ${showDay(aboutOn)}`).join(', '),
          value: showCents(sumOnItsWay(onItsWay)),
        },
      ]

/** What was off for a payment from a bank account; none where nothing was. */
export const bankDiscountRows = (discountCents: Cents): SummaryRow[] =>
  discountCents > 0 ? [{ label: OFF_FOR_BANK, value: showCents(discountCents) }] : []

/** What is left to pay in one sum, and under it the parts in which it is paid. */
export const remainingRows = (
  remainingCents: Cents,
  parts: SummaryRow[],
  label = 'Remaining balance',
): SummaryRow[] =>
  remainingCents > 0
    ? [
        { label, value: showCents(remainingCents), total: true },
        ...parts.map((part) => ({ ...part, isPart: true })),
      ]
    : []
