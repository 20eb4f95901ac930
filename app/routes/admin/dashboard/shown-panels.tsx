import { TO_PAY_BACK } from '#app/bookings/status'
import { GUEST_REQUEST_WORDS } from '#app/bookings/stored-values'
import { WAITS_WORDS } from '#app/money/refunds/refund-reasons'
import { WAITING_PATH } from '#app/people/contact-fields'
import { interestName } from '#app/people/people-fields'
import { REPLY_HOURS } from '#app/people/reply-promise'
import { showCents } from '#app/platform/money'
import type { useMay } from '#app/ui/admin/admin-shell'
import { AttentionRow, Call, type ShownPanel } from '#app/ui/admin/attention'
import { AnswerBadge } from '#app/ui/badge'
import type { DashboardPage } from './dashboard-page.server'
import { choicesPanel, decisionsPanel, failedMailPanel, tasksPanel } from './panels'

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
    page.tasks && tasksPanel(page.tasks),
    {
      title: TO_PAY_BACK,
      count: toPayBack.count,
      isUrgent: true,
      all: { to: '/admin/bookings', label: 'All bookings' },
      empty: 'Nothing is waiting to be paid back by hand.',
      rows: toPayBack.rows.map(({ reference, customerName, amountCents }) => (
        <AttentionRow
          key={reference}
          to={`/admin/bookings/${reference}`}
          name={`${reference}, ${customerName}`}
          about="Stays here until it is recorded on the booking’s page"
          side={showCents(amountCents)}
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
        <AttentionRow
          key={seat.reference}
          to={`/admin/bookings/${seat.reference}`}
          name={`${seat.reference}, ${seat.customerName}`}
          about={seat.until}
        />
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
  rows.map(({ id, reference, customerName, phone, number, owedCents, dueOn }) => (
    <AttentionRow
      key={id}
      to={`/admin/bookings/${reference}`}
      name={`${reference}, ${customerName}`}
      about={`Installment ${number}. ${due} ${dueOn}`}
      side={showCents(owedCents)}
    >
      <Call phone={phone} />
    </AttentionRow>
  ))
