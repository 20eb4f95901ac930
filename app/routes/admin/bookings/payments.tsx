import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { businessDay, businessZone, now, today } from '#app/platform/clock.server'
import { addDays, showMonth } from '#app/platform/days'
import { METHOD_NAMES } from '#app/platform/ledger-words'
import {
  type DateRange,
  monthRange,
  requestedRange,
  showRange,
  usualRange,
} from '#app/platform/lists/date-range'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { cents, showSigned } from '#app/platform/money'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { MOVEMENTS_A_FILE } from '#app/staff/exports'
import {
  AdminHeading,
  AdminLink,
  adminButton,
  adminHead,
  EmptyState,
  ExportLink,
  FoldedPanel,
  StatCard,
  StatCards,
} from '#app/ui/admin/admin-parts'
import { Pager, RangePicker } from '#app/ui/admin/list-controls'
import { firstMovement, movementFigures } from '#app/views/movements.server'
import { movementsPage } from '#app/views/movements-page.server'
import { MethodTable, MovementsTable } from './movements-table'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see money')
  const query = new URL(request.url).searchParams
  const asked = requestedRange(query, today())
  const refused = 'refused' in asked ? asked.refused : null
  const range = 'refused' in asked ? usualRange(today()) : asked.range
  const { byMethod, ...figures } = movementFigures(range)
  return {
    figures,
    methods: byMethod.map(({ method, ...sums }) => ({ ...sums, name: METHOD_NAMES[method] })),
    list: movementsPage(range, requestedPage(query)),
    period: showRange(range),
    zone: businessZone(),
    picker: { ...range, today: today(), choices: choices(range), months: months(range), refused },
  }
}

/** Each month from the first movement on, the newest first. */
function months(shown: DateRange) {
  const first = businessDay(firstMovement() ?? now()).slice(0, 7)
  const all = []
  for (let month = today().slice(0, 7); month >= first; month = addDays(`${month}-01`, -1).slice(0, 7)) {
    const { from, to } = monthRange(month, today())
    all.push({ month, label: showMonth(month), isShown: from === shown.from && to === shown.to })
  }
  return all
}

/** What a bookkeeper closes: months and years, as far as they have come. */
function choices(shown: DateRange) {
  const day = today()
  const [year, month] = [day.slice(0, 4), day.slice(0, 7)]
  const lastYear = String(Number(year) - 1)
  const endOfLastMonth = addDays(`${month}-01`, -1)
  const usual = {
    'This month': { from: `${month}-01`, to: day },
    'Last month': { from: `${endOfLastMonth.slice(0, 7)}-01`, to: endOfLastMonth },
    'This year': { from: `${year}-01-01`, to: day },
    'Last year': { from: `${lastYear}-01-01`, to: `${lastYear}-12-31` },
  }
  return Object.entries(usual).map(([label, range]) => ({
    label,
    to: `?${new URLSearchParams(range)}`,
    isShown: range.from === shown.from && range.to === shown.to,
  }))
}

export const meta = () => adminHead('Payments')

export default function PaymentsPage() {
  const { figures, methods, list, period, zone, picker } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading
        title="Payments"
        lead={`Every movement of money, for the bookkeeper: ${period}, days in ${zone}.`}
      >
        <AdminLink to="/admin/books">Month end</AdminLink>
        <AdminLink to="/admin/bookings">All bookings</AdminLink>
      </AdminHeading>
      <RangePicker {...picker} />
      {figures.count === 0 ? (
        <EmptyState title="No money moved on these days">
          Payments, refunds and disputes for the days you choose will appear here, with a file to download.
        </EmptyState>
      ) : (
        <>
          <StatCards>
            <StatCard label="Payments" value={showSigned(figures.paidCents)} />
            <StatCard label="Refunds" value={showSigned(figures.refundedCents)} />
            <StatCard
              label="Adjustments"
              value={showSigned(figures.adjustedCents)}
              note="Disputes and refunds that failed"
            />
            {figures.writtenOffCents !== 0 && (
              <StatCard
                label={figures.writtenOffCents > 0 ? 'Written off' : 'Write-offs taken back'}
                value={showSigned(cents(Math.abs(figures.writtenOffCents)))}
                note={
                  figures.writtenOffCents > 0
                    ? 'No longer due; no money moved'
                    : 'Paid after all, or canceled since'
                }
              />
            )}
            <StatCard label="Net" value={showSigned(figures.netCents)} />
          </StatCards>
          <p className="admin-no-print flex flex-wrap items-center gap-x-5 gap-y-2">
            <ExportLink
              of="payments"
              query={{ from: picker.from, to: picker.to }}
              className={adminButton('main')}
            />
            <span className="text-admin-soft text-xs">{fileWords(figures.count)}</span>
          </p>
          {methods.length > 1 && (
            <div className="mt-4">
              <FoldedPanel title="By method">
                <MethodTable
                  methods={methods}
                  all={{ ...figures, name: 'All', count: methods.reduce((sum, { count }) => sum + count, 0) }}
                />
              </FoldedPanel>
            </div>
          )}
          <section aria-labelledby="by-day" className="mt-4">
            <h2 id="by-day" className="mb-2 font-semibold text-control">
              By day
            </h2>
            <MovementsTable days={list.days} />
            <Pager
              cursors={list.cursors}
              label="Pages of the movements"
              shown={list.shown}
              total={figures.count}
            />
          </section>
        </>
      )}
    </>
  )
}

function fileWords(count: number): string {
  if (count === 1) return '1 movement'
  const all = `${count.toLocaleString('en-US')} movements, oldest first`
  if (count <= MOVEMENTS_A_FILE) return all
  return `${all}. A file holds the first ${MOVEMENTS_A_FILE.toLocaleString('en-US')}: choose fewer days for the others.`
}
