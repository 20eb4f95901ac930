import { Form, useNavigation } from '@remix-run/react'
import { counted } from '#app/platform/words'
import type { SkipReason } from '#app/tours/letter-form'
import { NotSent } from '#app/ui/admin/admin-form'
import {
  AdminPanel,
  AdminRow,
  AdminTable,
  EmptyState,
  StatCard,
  StatCards,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { MailState } from '#app/ui/admin/letters'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { telHref } from '#app/ui/link'
import { ArrivedNotice } from '#app/ui/notice'
import type { deliveryView, LetterFacts, missedView } from './letter-page.server'

const LOOKS: Record<LetterFacts['state'], [BadgeTone, string]> = {
  draft: ['quiet', 'Draft'],
  scheduled: ['info', 'Scheduled'],
  sending: ['wait', 'Sending'],
  sent: ['success', 'Sent'],
  skipped: ['failed', 'Not sent'],
}

const SKIPPED_WORDS: Record<SkipReason, string> = {
  'too-late': 'it was too late',
  nobody: 'it would have reached no one',
  'departure-canceled': 'the departure was canceled',
}

/** The state of a letter, and whether it is urgent. */
export function LetterState({ letter }: { letter: LetterFacts }) {
  const [tone, label] = LOOKS[letter.state]
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={tone}>
        {letter.skippedBecause ? `${label}: ${SKIPPED_WORDS[letter.skippedBecause]}` : label}
      </Badge>
      {letter.isUrgent && <Badge tone="failed">Urgent</Badge>}
      {letter.missed > 0 && <Badge tone="wait">{letter.missed} more would get it now</Badge>}
    </span>
  )
}

type Props = { letter: LetterFacts; delivery: ReturnType<typeof deliveryView>; body: string }

/** A letter that was sent: the state of each mail, and of an urgent one whom to call. */
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
        <EmptyState title="The first emails are being written">They appear here in a moment.</EmptyState>
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
                  <Badge tone="quiet">Withdrawn: it no longer applied when it left</Badge>
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

type MissedProps = { missed: ReturnType<typeof missedView>; page: string; refused: string | null }

/** Who would get a sent letter today and has not received it, and the button that sends it to them. */
export function Missed({ missed: { who, fingerprint }, page, refused }: MissedProps) {
  const busy = useNavigation().formAction === page
  if (who.length === 0 && !refused) return null
  return (
    <div className="mb-5 grid gap-5">
      {refused && <ArrivedNotice tone="danger" role="alert" title={refused} />}
      <NotSent />
      {who.length > 0 && (
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
            <SubmitButton
              name="intent"
              value="send-to-missed"
              busy={busy}
              label={`Send it to ${who.length === 1 ? 'this traveler' : 'them'}`}
              busyLabel="Sending..."
            />
          </Form>
        </AdminPanel>
      )}
    </div>
  )
}
