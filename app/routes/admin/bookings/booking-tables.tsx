import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { AdminTable, EmptyState } from '#app/ui/admin/admin-parts'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { InstallmentBadge } from '#app/ui/installment-badge'
import { Link } from '#app/ui/link'
import type { BookingPageFacts } from './booking-page.server'

const HEADING = 'mt-8 mb-3 font-semibold text-control'
const right = (label: string) => ({ label, className: 'text-right' })

export const LedgerTable = ({ rows }: { rows: BookingPageFacts['movements'] }) => (
  <>
    <h2 className={HEADING}>Ledger</h2>
    {rows.length === 0 ? (
      <EmptyState title="No money has moved yet">Payments and refunds will appear here.</EmptyState>
    ) : (
      <AdminTable
        caption="Ledger, oldest first"
        columns={['Date', 'What', 'Method', right('Amount'), 'Recorded by', 'Note']}
      >
        {rows.map((row) => (
          <tr key={row.key}>
            <td className="whitespace-nowrap">{row.createdAt}</td>
            <td>{row.what}</td>
            <td>{row.method}</td>
            <td className="text-right whitespace-nowrap">{showCents(row.amountCents)}</td>
            <td>{row.recordedBy}</td>
            <td className="min-w-40 max-w-md [overflow-wrap:anywhere]">
              {row.note}
              {row.stripeIntentId && (
                <span className="block text-2xs text-admin-soft">
                  {row.stripeRefundId ?? row.stripeIntentId}
                </span>
              )}
            </td>
          </tr>
        ))}
      </AdminTable>
    )}
  </>
)

type InstallmentsProps = { rows: BookingPageFacts['installments']; isOwed: boolean; here: string }

/** `isOwed`: the booking is paid for and stands; otherwise nothing is asked for. */
export const InstallmentsTable = ({ rows, isOwed, here }: InstallmentsProps) => (
  <>
    <h2 className={HEADING}>Installments</h2>
    {rows.length === 0 ? (
      <EmptyState title="No installments">The whole price was chosen to be paid at once.</EmptyState>
    ) : (
      <AdminTable
        caption="Installments, first due first"
        columns={['Installment', 'Due', right('Planned'), right('Still owed'), 'State']}
      >
        {rows.map((row) => (
          <tr key={row.number}>
            <th scope="row">{row.name}</th>
            <td className="whitespace-nowrap">{showDay(row.dueOn)}</td>
            <td className="text-right">{showCents(row.amountCents)}</td>
            <td className="text-right">{showCents(row.owedCents)}</td>
            <td>
              <InstallmentBadge state={row.state} when={moreOf(row)} />
              {isOwed && row.owedCents > 0 && (
                <Link
                  to={`${here}/later/${row.number}`}
                  preventScrollReset
                  className="relative ml-3 whitespace-nowrap font-medium text-umber underline underline-offset-3"
                >
                  Later day<span className="sr-only"> for the {row.name.toLowerCase()}</span>
                </Link>
              )}
            </td>
          </tr>
        ))}
      </AdminTable>
    )}
  </>
)

const moreOf = ({ state, paidAt, writtenOffCents }: BookingPageFacts['installments'][number]) =>
  state === 'written-off' ? showCents(writtenOffCents) : state === 'paid' && paidAt

const MAIL_STATES: Record<BookingPageFacts['mails'][number]['state'], [BadgeTone, string]> = {
  waiting: ['wait', 'Waiting'],
  sending: ['info', 'Being sent'],
  sent: ['success', 'Sent'],
  failed: ['failed', 'Not delivered'],
}

type Mail = Omit<BookingPageFacts['mails'][number], 'createdAt' | 'attempts'> & { createdAt: string }

export const MailsTable = ({ rows }: { rows: Mail[] }) => (
  <>
    <h2 className={HEADING}>Mail</h2>
    {rows.length === 0 ? (
      <EmptyState title="No mail yet">
        What was sent to the traveler and to staff will appear here.
      </EmptyState>
    ) : (
      <AdminTable caption="Mail, newest first" columns={['Written', 'Subject', 'To', 'State']}>
        {rows.map((row) => {
          const [tone, label] = MAIL_STATES[row.state]
          return (
            <tr key={row.id}>
              <td className="whitespace-nowrap">{row.createdAt}</td>
              <td className="min-w-52">{row.subject}</td>
              <td className="min-w-52 [overflow-wrap:anywhere]">{row.toAddress}</td>
              <td className="min-w-44">
                <Badge tone={tone}>{row.sentAt ? `${label} ${row.sentAt}` : label}</Badge>
                {row.state !== 'sent' && row.lastError && (
                  <span className="block text-2xs text-admin-soft">{row.lastError}</span>
                )}
              </td>
            </tr>
          )
        })}
      </AdminTable>
    )}
  </>
)
