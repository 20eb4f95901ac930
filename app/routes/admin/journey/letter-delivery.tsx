import { AdminPanel, AdminRow, AdminTable, EmptyState, StatCard, StatCards } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { MailState } from '#app/ui/admin/letters'
import { Badge } from '#app/ui/badge'
import type { DeliveryShown, LetterFacts } from './letter-page.server'

type Props = { letter: LetterFacts; delivery: DeliveryShown; body: string }

/** A letter that has left: what became of each mail; of an urgent one, whom to call. */
export function LetterDelivery({ letter, delivery, body }: Props) {
  const mails = delivery.filter(({ state }) => state !== null)
  const inState = (...states: (string | null)[]) =>
    delivery.filter(({ state }) => states.includes(state)).length
  return (
    <div className="grid grid-cols-1 gap-5">
      <StatCards>
        <StatCard label="Written to" value={delivery.length} note={letter.sent} />
        <StatCard label="Sent" value={inState('sent')} />
        <StatCard label="Waiting" value={inState('waiting', 'sending')} />
        <StatCard label="Not delivered" value={inState('failed')} />
        {letter.isUrgent && (
          <StatCard
            label="Read"
            value={`${delivery.filter(({ readAt }) => readAt !== null).length} of ${mails.length}`}
          />
        )}
      </StatCards>
      {letter.isUrgent && <NotRead delivery={delivery} />}
      {delivery.length === 0 ? (
        <EmptyState title="The first mails are being written">They appear here in a moment.</EmptyState>
      ) : (
        <AdminTable
          caption="Who got it"
          columns={['Traveler', 'Booking', 'To', 'Mail', ...(letter.isUrgent ? ['Read'] : [])]}
        >
          {delivery.map((row) => (
            <AdminRow key={row.id}>
              <th scope="row" dir="auto">
                {row.called}
              </th>
              <td>
                <BookingLink reference={row.reference} />
              </td>
              <td className="wrap-anywhere">{row.toAddress ?? '–'}</td>
              <td>
                {row.state ? (
                  <MailState mail={{ state: row.state, sentAt: row.sentAt, lastError: row.lastError }} />
                ) : (
                  <Badge tone="quiet">Withdrawn: no longer meant when it left</Badge>
                )}
              </td>
              {letter.isUrgent && <td>{row.readAt ?? '–'}</td>}
            </AdminRow>
          ))}
        </AdminTable>
      )}
      <AdminPanel title="The letter, as it was written" className="max-w-3xl p-5">
        <p className="whitespace-pre-wrap text-sm wrap-anywhere" dir="auto">
          {body}
        </p>
      </AdminPanel>
    </div>
  )
}

/** Whom to call, with the telephone a tap away. */
function NotRead({ delivery }: Pick<Props, 'delivery'>) {
  const unread = delivery.filter(({ isUnread }) => isUnread)
  if (unread.length === 0)
    return delivery.length === 0 ? null : (
      <AdminPanel title="Everyone has read it">
        <p className="text-sm">All of them pressed “I have read this”.</p>
      </AdminPanel>
    )
  return (
    <AdminPanel
      title={`${unread.length} ${unread.length === 1 ? 'traveler has' : 'travelers have'} not pressed “I have read this”`}
    >
      <ul className="grid gap-2 text-sm">
        {unread.map(({ id, called, reference, phone }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
            <span dir="auto" className="font-semibold">
              {called}
            </span>
            <BookingLink reference={reference} />
            {phone ? (
              <a
                href={`tel:${phone.replace(/[^+\d]/g, '')}`}
                className="text-umber underline underline-offset-3"
              >
                Call {phone}
              </a>
            ) : (
              <span className="text-admin-soft">No telephone known</span>
            )}
          </li>
        ))}
      </ul>
    </AdminPanel>
  )
}
