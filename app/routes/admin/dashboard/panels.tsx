import { Form, useNavigation } from '@remix-run/react'
import { installmentInWords } from '#app/bookings/installments/plan'
import { TO_PAY_BACK } from '#app/bookings/status'
import { GUEST_REQUEST_WORDS } from '#app/bookings/stored-values'
import { mailName } from '#app/mail/mail-names'
import { WAITS_WORDS } from '#app/money/books/refund-reasons'
import { WAITING_PATH } from '#app/people/contact-fields'
import { interestName } from '#app/people/people-fields'
import { REPLY_HOURS } from '#app/people/reply-promise'
import { showCents } from '#app/platform/money'
import { capitalized } from '#app/platform/typed/fields'
import { counted } from '#app/platform/words'
import { adminButton } from '#app/ui/admin/admin-parts'
import type { useMay } from '#app/ui/admin/admin-shell'
import { AttentionRow, BookingAttention, Call, type ShownPanel } from '#app/ui/admin/attention'
import { AnswerBadge, Badge } from '#app/ui/badge'
import { VisuallyHidden } from '#app/ui/link'
import type { DashboardPage } from './dashboard-page.server'

/** The dashboard's panels, of those that the role sees. */
export function panelsOf(
  { overdue, dueSoon, requests, inquiries, toPayBack, waitingRefunds, held, ...page }: DashboardPage,
  sees: ReturnType<typeof useMay>,
): ShownPanel[] {
  const panels: (ShownPanel | false)[] = [
    {
      title: 'Overdue installments',
      count: overdue.count,
      isUrgent: true,
      all: { to: '/admin/installments?state=overdue', label: 'All overdue installments' },
      empty: 'No one is late.',
      rows: installmentRows(overdue.rows, 'Was due'),
    },
    requests && {
      title: 'Requests from travelers',
      count: requests.count,
      isUrgent: true,
      empty: 'No traveler has asked for anything.',
      rows: requests.rows.map(({ id, reference, customerName, kind, phone, askedAt, isLate }) => (
        <AttentionRow
          key={id}
          to={`/admin/bookings/${reference}`}
          name={`${reference}, ${customerName} asks ${GUEST_REQUEST_WORDS[kind]}`}
          about={askedAt}
          side={isLate && <AnswerBadge isAnswered={false} isLate />}
        >
          <Call phone={phone} />
        </AttentionRow>
      )),
    },
    inquiries && {
      title: 'Unanswered inquiries',
      count: inquiries.waiting,
      isUrgent: inquiries.late > 0,
      note: lateWords(inquiries.late, page.atMost),
      all: { to: WAITING_PATH, label: 'All unanswered inquiries' },
      empty: 'Everyone who wrote to us has an answer.',
      rows: inquiries.rows.map((inquiry) => (
        <AttentionRow
          key={inquiry.id}
          to={`/admin/contacts/${inquiry.id}`}
          name={`${inquiry.firstName} ${inquiry.lastName}`}
          about={`${interestName(inquiry.interest)}, ${inquiry.askedAt}`}
          side={<AnswerBadge isAnswered={false} isLate={inquiry.isLate} />}
        />
      )),
    },
    page.decisions && decisionsPanel(page.decisions),
    choicesPanel(page.choices),
    page.rooms && roomsPanel(page.rooms),
    page.tasks && tasksPanel(page.tasks),
    {
      title: TO_PAY_BACK,
      count: toPayBack.count,
      isUrgent: true,
      all: { to: '/admin/bookings', label: 'All bookings' },
      empty: 'Nothing is waiting to be paid back by hand.',
      rows: toPayBack.rows.map((booking) => (
        <BookingAttention
          key={booking.reference}
          booking={booking}
          about="Stays here until it is recorded on the booking’s page"
          side={showCents(booking.amountCents)}
        />
      )),
    },
    {
      title: 'Refunds waiting',
      count: waitingRefunds.count,
      isUrgent: true,
      empty: 'No refund is waiting for Stripe or for us.',
      rows: waitingRefunds.rows.map((refund) => (
        <AttentionRow
          key={refund.id}
          to={refundPath(refund, sees)}
          name={
            refund.reference ? `${refund.reference}, ${refund.customerName}` : 'A payment without a booking'
          }
          about={WAITS_WORDS[refund.waits]}
          side={showCents(refund.amountCents)}
        />
      )),
    },
    page.failedMail && failedMailPanel(page.failedMail),
    page.months && monthsPanel(page.months),
    {
      title: 'Installments due this week',
      count: dueSoon.count,
      all: { to: '/admin/installments?state=this-week', label: 'All due this week' },
      empty: `None is due in the next ${page.dueSoonDays} days.`,
      rows: installmentRows(dueSoon.rows, 'Due'),
    },
    {
      title: 'Held seats',
      count: held.count,
      all: { to: '/admin/bookings?money=held', label: 'All held seats' },
      empty: 'No seat is held just now.',
      rows: held.rows.map((seat) => (
        <BookingAttention key={seat.reference} booking={seat} about={seat.until} />
      )),
    },
  ]
  return panels.flatMap((panel) => panel || [])
}

type WaitingRefund = DashboardPage['waitingRefunds']['rows'][number]

/** To the refund's page; to the booking for those who may not decide about it. */
function refundPath(
  { id, reference, stripeIntentId, waits }: WaitingRefund,
  sees: ReturnType<typeof useMay>,
) {
  if (!reference)
    return sees('see history')
      ? `/admin/audit?about=${encodeURIComponent(`intent:${stripeIntentId}`)}`
      : undefined
  return `/admin/bookings/${reference}${waits === 'late' || !sees('change money') ? '' : `/refunds/${id}`}`
}

const lateWords = (late: number, atMost: number) =>
  late > 0 &&
  `${late >= atMost ? `${atMost.toLocaleString('en-US')} or more` : late.toLocaleString('en-US')} ${late === 1 ? 'has' : 'have'} waited longer than the ${REPLY_HOURS} hours we promise.`

const installmentRows = (rows: DashboardPage['overdue']['rows'], due: string) =>
  rows.map(({ id, number, owedCents, dueOn, ...booking }) => (
    <BookingAttention
      key={id}
      booking={booking}
      about={`${installmentInWords(number)}. ${due} ${dueOn}`}
      side={showCents(owedCents)}
    />
  ))

/** For a role that sees such rows. */
type Seen<Rows extends keyof DashboardPage> = Exclude<DashboardPage[Rows], false>

/** Departures for which no one has decided yet whether they run, the most pressing first. */
const decisionsPanel = (rows: Seen<'decisions'>): ShownPanel => ({
  title: 'Departures to decide',
  count: rows.length,
  isUrgent: rows.some(({ isLate }) => isLate),
  empty: 'No departure is waiting for a decision.',
  rows: rows.map(({ id, dates, words, isLate, isPaid }) => (
    <AttentionRow
      key={id}
      to={`/admin/departures/${id}`}
      name={dates}
      about={words}
      side={
        isPaid ? <Badge tone="success">Minimum paid</Badge> : isLate && <Badge tone="failed">Overdue</Badge>
      }
    />
  )),
})

/** Guests of a departure that was canceled or postponed who have not chosen yet. */
const choicesPanel = ({ count, rows }: Seen<'choices'>): ShownPanel => ({
  title: 'Guests who have not chosen yet',
  count,
  note: 'Their departure was canceled or postponed. Call them, and choose for them on the booking’s page.',
  empty: 'No one has a choice to make.',
  rows: rows.map((choice) => (
    <BookingAttention key={choice.reference} booking={choice} about={choice.about} />
  )),
})

/** Departures with travelers who are alone in double rooms and could share one. */
const roomsPanel = (rows: Seen<'rooms'>): ShownPanel => ({
  title: 'Rooms to settle',
  count: rows.reduce((sum, { proposals }) => sum + proposals, 0),
  empty: 'No travelers are waiting to share a room.',
  rows: rows.map(({ departureId, dates, proposals }) => (
    <AttentionRow
      key={departureId}
      to={`/admin/departures/${departureId}/rooms`}
      name={dates}
      about={`${counted(proposals, 'pair')} alone in double rooms could share one`}
    />
  )),
})

/** Tasks due by today, the most overdue first. */
const tasksPanel = ({ count, late, rows }: Seen<'tasks'>): ShownPanel => ({
  title: 'Tasks',
  count,
  isUrgent: late > 0,
  empty: 'No task is due by today.',
  rows: rows.map(({ id, text, reference, contactId, name, due, isLate }) => (
    <AttentionRow
      key={id}
      to={`/admin/${reference ? `bookings/${reference}` : `contacts/${contactId}`}#notes`}
      name={text}
      about={reference ? `${name}, ${reference}` : name}
      side={<Badge tone={isLate ? 'failed' : 'wait'}>{isLate ? `Was due ${due}` : `Due ${due}`}</Badge>}
    />
  )),
})

/** Months that are over and whose books are open: the first one is closed first. */
const monthsPanel = (rows: Seen<'months'>): ShownPanel => ({
  title: 'Months to close',
  count: rows.length,
  all: { to: '/admin/books', label: 'Month end' },
  empty: 'The books of every month that is over are closed.',
  rows: rows
    .slice(0, 1)
    .map(({ month, name }) => (
      <AttentionRow key={month} to={`/admin/books?month=${month}`} name={name} about="Its turn is next" />
    )),
})

const failedMailPanel = ({ count, rows }: Seen<'failedMail'>): ShownPanel => ({
  title: 'Emails that failed',
  count,
  isUrgent: true,
  empty: 'Every email went out, or is on its way.',
  rows: (
    <>
      {rows.map((mail) => (
        <AttentionRow
          key={mail.id}
          to={mail.reference ? `/admin/bookings/${mail.reference}` : undefined}
          name={`${capitalized(mailName(mail.kind))}${mail.reference ? ` for ${mail.reference}` : ''}`}
          about={`To ${mail.toAddress}, ${mail.writtenAt}`}
          side={
            <RetryButton mail={String(mail.id)} label="Try again" about={`, mail to ${mail.toAddress}`} />
          }
        >
          {mail.lastError && (
            <p className="wrap-anywhere mt-0.5 line-clamp-5 text-2xs text-danger">{mail.lastError}</p>
          )}
        </AttentionRow>
      ))}
      {count > rows.length && (
        <li className="border-admin-line border-t pt-3">
          <RetryButton mail="all" label="Try all again" />
        </li>
      )}
    </>
  ),
})

function RetryButton({ mail, label, about }: { mail: string; label: string; about?: string }) {
  const busy = useNavigation().formData?.get('mail') === mail
  return (
    <Form method="post" action="/admin/dashboard" preventScrollReset>
      <input type="hidden" name="mail" value={mail} />
      <button type="submit" disabled={busy} aria-busy={busy} className={adminButton('plain')}>
        <span>{busy ? 'Trying...' : label}</span>
        {about && <VisuallyHidden>{about}</VisuallyHidden>}
      </button>
    </Form>
  )
}
