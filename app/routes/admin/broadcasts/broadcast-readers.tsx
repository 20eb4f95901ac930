import { Form, useNavigation } from '@remix-run/react'
import { counted } from '#app/platform/words'
import { AdminPanel, AdminRow, AdminTable, EmptyState, IntentButton } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { MailState } from '#app/ui/admin/letters'
import { Badge } from '#app/ui/badge'
import { telHref } from '#app/ui/link'
import type { BroadcastView, ProgressView } from './broadcast-page.server'

type Readers = NonNullable<ProgressView['readers']>

/** Which travelers a letter was written to, and the state of each mail. */
export const ReadersTable = ({ readers, isUrgent }: { readers: Readers; isUrgent: boolean }) =>
  readers.length === 0 ? (
    <EmptyState title="The first emails are being written">They appear here in a moment.</EmptyState>
  ) : (
    <AdminTable
      caption="Who got it"
      columns={['Traveler', 'Booking', 'To', 'Mail', ...(isUrgent ? ['Read'] : [])]}
    >
      {readers.map((row) => (
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
              <Badge tone="quiet">Withdrawn: it no longer applied when it left</Badge>
            )}
          </td>
          {isUrgent && <td>{row.readAt ?? '–'}</td>}
        </AdminRow>
      ))}
    </AdminTable>
  )

/** Whom to call, with the telephone a tap away. */
export function NotRead({ readers }: { readers: Readers }) {
  const unread = readers.filter(({ isUnread }) => isUnread)
  if (unread.length === 0)
    return readers.length === 0 ? null : (
      <AdminPanel title="Everyone has read it">
        <p className="text-sm">All of them pressed “I have read this”.</p>
      </AdminPanel>
    )
  return (
    <AdminPanel
      title={`${counted(unread.length, 'traveler has', 'travelers have')} not pressed “I have read this”`}
    >
      <ul className="grid gap-2 text-sm">
        {unread.map(({ id, called, reference, phone }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
            <span dir="auto" className="font-semibold">
              {called}
            </span>
            <BookingLink reference={reference} />
            {phone ? (
              <a href={telHref(phone)} className="text-umber underline underline-offset-3">
                Call {phone}
              </a>
            ) : (
              <span className="text-admin-soft">No phone number</span>
            )}
          </li>
        ))}
      </ul>
    </AdminPanel>
  )
}

type MissedProps = { missed: NonNullable<BroadcastView['missed']>; page: string }

/** Who would get a sent letter today and has not received it, and the button that sends it to them. */
export function Missed({ missed: { who, fingerprint }, page }: MissedProps) {
  const busy = useNavigation().formData?.get('intent')
  if (who.length === 0) return null
  return (
    <AdminPanel
      title={`${counted(who.length, 'traveler has', 'travelers have')} not received it`}
      className="p-5"
    >
      <p className="text-admin-soft text-sm">
        They joined after it left, or it did not apply to them until later. No one gets it twice.
      </p>
      <ul className="mt-3 grid gap-2 text-sm">
        {who.map(({ travelerId, called, reference, address }) => (
          <li key={travelerId} className="flex flex-wrap gap-x-4 gap-y-1 wrap-anywhere">
            <span dir="auto" className="font-semibold">
              {called}
            </span>
            <BookingLink reference={reference} />
            <span className="text-admin-soft">{address}</span>
          </li>
        ))}
      </ul>
      <Form method="post" action={page} preventScrollReset className="mt-4">
        <input type="hidden" name="shown" value={fingerprint} />
        <IntentButton intent="send-to-missed" tone="main" busy={busy} busyLabel="Sending...">
          {`Send it to ${who.length === 1 ? 'this traveler' : 'them'}`}
        </IntentButton>
      </Form>
    </AdminPanel>
  )
}
