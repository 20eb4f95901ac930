import { type Cents, showSigned } from '#app/platform/money'
import { AdminRow, AdminTable, numbers } from '#app/ui/admin/admin-parts'
import { Link } from '#app/ui/link'
import type { ShownMovements } from '#app/views/movements-page.server'

const LINK = 'underline underline-offset-4'

type Day = ShownMovements['days'][number]
type Row = Day['rows'][number]

/** The movements of money, oldest first, each day under its heading with what it comes to. */
export const MovementsTable = ({ days }: { days: Day[] }) => (
  <AdminTable
    caption="Movements, oldest first"
    columns={['What', 'Booking', 'Method', numbers('Amount'), 'Recorded by', 'Note']}
    grouped
    pairs
  >
    {days.map((day) => (
      <tbody key={day.day} className="movements-day">
        <tr>
          <th scope="rowgroup" colSpan={6}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
              <span className="font-semibold">
                <time dateTime={day.day}>{day.name}</time>
                {day.isContinued && <span className="font-normal">, continued</span>}
              </span>
              <span className="font-normal text-admin-soft text-xs">{sumWords(day)}</span>
            </div>
          </th>
        </tr>
        {day.rows.map((row) => (
          <MovementRow key={row.key} row={row} />
        ))}
      </tbody>
    ))}
  </AdminTable>
)

/** 'Card $500 + Check $1,000 = $1,500', also where the page shows a part of the day. */
function sumWords({ byMethod, netCents }: Day): string {
  const parts = byMethod.map(({ method, cents }) => `${method} ${showSigned(cents)}`)
  if (parts.length === 0) return 'No money moved'
  return parts.length === 1 ? `${parts[0]} in all` : `${parts.join(', ')}: ${showSigned(netCents)} in all`
}

const MovementRow = ({ row }: { row: Row }) => (
  <AdminRow>
    <th scope="row" className="lg:whitespace-nowrap">
      {row.what}
      <span className="block font-normal text-admin-soft text-xs lg:ml-2 lg:inline">
        <time dateTime={row.at}>{row.time}</time>
        {row.receipt && (
          <>
            {' · '}
            <Link to={row.receipt.to} className={LINK}>
              Receipt<span className="sr-only"> {row.receipt.number}</span>
            </Link>
          </>
        )}
      </span>
    </th>
    <td className="lg:min-w-64">
      {row.reference ? (
        <>
          <Link to={`/admin/bookings/${row.reference}`} className={LINK}>
            {row.reference}
          </Link>
          <bdi className="wrap-anywhere block lg:ml-2 lg:inline">{row.customerName}</bdi>
          {row.of && (
            <span className="wrap-anywhere block text-admin-soft text-xs" dir="auto">
              {row.of}
            </span>
          )}
        </>
      ) : (
        'No booking'
      )}
    </td>
    <td>{row.method ?? 'None'}</td>
    <td className="whitespace-nowrap font-medium">
      {row.amountCents === null ? 'No money moved' : showSigned(row.amountCents)}
    </td>
    <td className="wrap-anywhere">
      <bdi>{row.recordedBy}</bdi>
    </td>
    <td className="wrap-anywhere max-w-xs">
      {row.note}
      {row.stripeId && <span className="block text-2xs text-admin-soft">{row.stripeId}</span>}
    </td>
  </AdminRow>
)

type Sums = { name: string; count: number } & Record<
  'paidCents' | 'refundedCents' | 'adjustedCents' | 'netCents',
  Cents
>

/** What the days come to by method, and in all. */
export const MethodTable = ({ methods, all }: { methods: Sums[]; all: Sums }) => (
  <AdminTable
    caption="By method"
    columns={[
      'Method',
      numbers('Movements'),
      numbers('Payments'),
      numbers('Refunds'),
      numbers('Adjustments'),
      numbers('Net'),
    ]}
  >
    {methods.map((sums) => (
      <SumRow key={sums.name} {...sums} />
    ))}
    <SumRow {...all} className="font-semibold" />
  </AdminTable>
)

const SumRow = ({ className, ...sums }: Sums & { className?: string }) => (
  <AdminRow className={className}>
    <th scope="row">{sums.name}</th>
    <td>{sums.count.toLocaleString('en-US')}</td>
    <td>{showSigned(sums.paidCents)}</td>
    <td>{showSigned(sums.refundedCents)}</td>
    <td>{showSigned(sums.adjustedCents)}</td>
    <td>{showSigned(sums.netCents)}</td>
  </AdminRow>
)
