import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { bookingsOn, siteTotals } from '#app/analytics/figures.server'
import { requestsWaiting } from '#app/bookings/guest-requests.server'
import { heldUntil } from '#app/bookings/hold-for-guest.server'
import { DUE_SOON_DAYS } from '#app/bookings/installments/due'
import { TO_PAY_BACK } from '#app/bookings/status'
import { GUEST_REQUEST_WORDS } from '#app/bookings/stored-values'
import { waitingBesideFreeSeats } from '#app/bookings/waitlist/staff-waitlist.server'
import { WAITS_WORDS } from '#app/money/refunds/refund-reasons'
import { WAITING_PATH } from '#app/people/contact-filters'
import { tasksDue } from '#app/people/notes.server'
import { interestName } from '#app/people/people-fields'
import { isReplyLate, REPLY_HOURS } from '#app/people/reply-promise'
import { subscribersInWords } from '#app/people/subscriber-words'
import { subscriberTotals } from '#app/people/subscribers.server'
import { now, today } from '#app/platform/clock.server'
import { showDay, showDays, showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type Cents, inWords, showCents } from '#app/platform/money'
import { AnswerBadge } from '#app/routes/admin/contacts/contact-parts'
import {
  ChoicesPanel,
  choicesShown,
  DecisionsPanel,
  decisionShown,
} from '#app/routes/admin/dashboard/departure-panels'
import {
  AttentionPanel,
  AttentionPanels,
  AttentionRow,
  Call,
  DetailsLine,
  FailedMailPanel,
  OwnerPanel,
  promiseInWords,
  ReviewsLine,
  type ShownPanel,
  TasksPanel,
  WaitlistLines,
} from '#app/routes/admin/dashboard/panels'
import { readForm } from '#app/server/read-form.server'
import { requireStaff } from '#app/server/staff-session.server'
import { may } from '#app/staff/rights'
import { departureAsked, departureChoices } from '#app/tours/departure-list.server'
import { isDepartureAhead } from '#app/tours/departures.server'
import { detailsOfNextDeparture } from '#app/travelers/details/party-standing.server'
import { reviewsWaiting } from '#app/travelers/reviews/reviews.server'
import { AdminHeading, adminButton, adminHead, StatCard, StatCards } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { DepartureFilter, PersonSearch } from '#app/ui/admin/list-controls'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { COUNTED, needsAttention, SHOWN } from '#app/views/dashboard/attention.server'
import {
  departuresToDecide,
  openChoiceCount,
  openChoices,
} from '#app/views/dashboard/departures-decided.server'
import { retryAllFailedMail, retryMail } from '#app/views/dashboard/failed-mail.server'
import { ownerFigures } from '#app/views/dashboard/owner-figures.server'
import { withoutIntents } from '#app/views/movement-names'
import { keepTyped } from './admin-form'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see admin')
  if (!may(staff, 'see bookings')) throw redirect('/admin/departures')
  const [seesInquiries, seesTravelers] = [may(staff, 'see inquiries'), may(staff, 'see travelers')]
  const at = now()
  const departureId = departureAsked(new URL(request.url).searchParams.get('departure'))
  const { overdue, dueSoon, toPayBack, waitingRefunds, failedMail, held, inquiries } = needsAttention(
    today(),
    at,
    departureId,
  )
  const totals = siteTotals()
  const requests = requestsWaiting()
  const tasks = tasksDue(today())
  const { promised, ...owner } = ownerFigures(today())
  const shown = (instant: Date) => showInstant(instant, env.BUSINESS_TIMEZONE)
  const withDay = <Row extends { dueOn: string }>(rows: Row[]) =>
    rows.map((row) => ({ ...row, dueOn: showDay(row.dueOn) }))
  return {
    owner: {
      ...owner,
      promised: seesInquiries && promised ? promiseInWords(promised, env.BUSINESS_TIMEZONE, at) : null,
    },
    subscribers: seesInquiries ? subscriberTotals() : null,
    totals: departureId === null ? totals : { ...totals, totalBookings: bookingsOn(departureId) },
    departureId,
    departures: departureChoices(departureId),
    atMost: COUNTED,
    isSeasonAhead: isDepartureAhead(today()),
    dueSoonDays: inWords(DUE_SOON_DAYS),
    details: seesTravelers ? detailsOfNextDeparture(today()) : null,
    waiting: waitingBesideFreeSeats(today()).map(({ startsOn, endsOn, ...one }) => ({
      ...one,
      dates: showDays(startsOn, endsOn),
    })),
    reviews: may(staff, 'see content') ? reviewsWaiting() : 0,
    overdue: { ...overdue, rows: withDay(overdue.rows) },
    dueSoon: { ...dueSoon, rows: withDay(dueSoon.rows) },
    toPayBack,
    waitingRefunds: withoutIntents(waitingRefunds, staff),
    failedMail: may(staff, 'see mail') && {
      count: failedMail.count,
      rows: failedMail.rows.map(({ createdAt, ...mail }) => ({ ...mail, writtenAt: shown(createdAt) })),
    },
    requests: seesTravelers && {
      count: requests.count,
      rows: requests.rows.map(({ createdAt, ...asked }) => ({
        ...asked,
        isLate: isReplyLate({ createdAt, answeredAt: null }, at),
        askedAt: shown(createdAt),
      })),
    },
    tasks: seesTravelers && {
      ...tasks,
      rows: tasks.rows.map((task) => ({ ...task, isLate: task.dueOn < today(), due: showDay(task.dueOn) })),
    },
    decisions:
      may(staff, 'see tour') &&
      departuresToDecide(today(), departureId).map((departure) => decisionShown(departure, today())),
    choices: { count: openChoiceCount(departureId), rows: choicesShown(openChoices(departureId, SHOWN)) },
    held: {
      count: held.count,
      rows: held.rows.map(({ holdEndsAt, soldBy, ...seat }) => ({
        ...seat,
        until:
          holdEndsAt <= now()
            ? 'Being released'
            : soldBy
              ? `Held for the guest until ${showDay(heldUntil({ holdEndsAt }))}`
              : `Held until ${shown(holdEndsAt)}`,
      })),
    },
    inquiries: seesInquiries && {
      ...inquiries,
      rows: inquiries.rows.map(({ createdAt, answeredAt, ...inquiry }) => ({
        ...inquiry,
        isLate: isReplyLate({ createdAt, answeredAt }, at),
        askedAt: shown(createdAt),
      })),
    },
  }
}

/** Gives a mail that failed, or all of them, another day of tries. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change mail')
  const mail = String((await readForm(request, ['mail'])).get('mail') ?? '')
  const tried = mail === 'all' ? retryAllFailedMail(staff, now()) : retryMail(Number(mail), staff, now())
  if ('refused' in tried || tried.waiting === 0) {
    return redirectWithToast('/admin/dashboard', {
      tone: 'failure',
      title: 'Nothing to try again',
      description: 'This mail is no longer among those that failed.',
    })
  }
  return redirectWithToast('/admin/dashboard', {
    tone: 'success',
    title: tried.waiting === 1 ? 'The mail will be sent again' : `${tried.waiting} mails will be sent again`,
    description: 'It is tried for a day; if it fails once more, it comes back here.',
  })
}

export const clientAction = keepTyped({ title: 'Failed to try the mail again' })

export const meta: MetaFunction = () => adminHead('Dashboard')

export default function DashboardPage() {
  const loaded = useLoaderData<typeof loader>()
  const { owner, subscribers, totals, departureId, departures, isSeasonAhead, details } = loaded
  const sees = useMay()
  const panels = panelsOf(loaded, sees)
  const isCalm = isSeasonAhead && panels.every(({ count }) => count === 0)
  return (
    <>
      <AdminHeading
        title="Dashboard"
        lead={
          isCalm ? 'Nothing needs attention today.' : 'What needs attention today, the most pressing first.'
        }
      />
      {sees('see inquiries') && <PersonSearch label="Find a person by name, email or phone" />}
      {!isSeasonAhead && sees('see tour') && <NoDepartureAhead />}
      <DepartureFilter departures={departures} chosen={departureId} all="All departures" />
      <OwnerPanel owner={owner} />
      <DetailsLine next={details} />
      <ReviewsLine waiting={loaded.reviews} />
      <WaitlistLines waiting={loaded.waiting} />
      <AttentionPanels panels={panels} />
      <h2 className="mt-8 mb-3 font-semibold text-control">In all</h2>
      <StatCards>
        {subscribers && (
          <StatCard
            label="Total contacts"
            value={totals.totalContacts}
            note="Inquiries by the contact form"
            to="/admin/contacts"
          />
        )}
        <StatCard
          label="Total bookings"
          value={totals.totalBookings}
          note={`Deposit paid or more, ${nameOf(departures, departureId)}`}
          to={`/admin/bookings${departureId === null ? '' : `?departure=${departureId}`}`}
        />
        {subscribers && (
          <StatCard
            label="Total newsletter subscribers"
            value={totals.totalNewsletterSubscribers}
            note={subscribers.subscribers > 0 && subscribersInWords(subscribers)}
            to="/admin/contacts"
          />
        )}
      </StatCards>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** Those that the role sees. */
function panelsOf(
  {
    atMost,
    dueSoonDays,
    overdue,
    dueSoon,
    toPayBack,
    waitingRefunds,
    failedMail,
    requests,
    tasks,
    decisions,
    choices,
    held,
    inquiries,
  }: Loaded,
  sees: ReturnType<typeof useMay>,
): ShownPanel[] {
  const panels: (ShownPanel | false)[] = [
    {
      count: overdue.count,
      isUrgent: true,
      panel: (
        <AttentionPanel
          key="overdue"
          title="Overdue installments"
          count={overdue.count}
          atMost={atMost}
          isUrgent
          all={{ to: '/admin/installments?state=overdue', label: 'All overdue installments' }}
          empty="Nobody is late."
        >
          {owed(overdue.rows, 'Was due')}
        </AttentionPanel>
      ),
    },
    requests && {
      count: requests.count,
      isUrgent: true,
      panel: (
        <AttentionPanel
          key="requests"
          title="Requests from travelers"
          count={requests.count}
          atMost={atMost}
          isUrgent
          empty="No traveler has asked for anything."
        >
          {requests.rows.map(({ id, reference, customerName, kind, phone, askedAt, isLate }) => (
            <AttentionRow
              key={id}
              to={`/admin/bookings/${reference}`}
              name={`${reference}, ${customerName} asks ${GUEST_REQUEST_WORDS[kind]}`}
              about={askedAt}
              side={isLate && <AnswerBadge isAnswered={false} isLate />}
            >
              <Call phone={phone} />
            </AttentionRow>
          ))}
        </AttentionPanel>
      ),
    },
    inquiries && {
      count: inquiries.waiting,
      isUrgent: inquiries.late > 0,
      panel: (
        <AttentionPanel
          key="inquiries"
          title="Unanswered inquiries"
          count={inquiries.waiting}
          atMost={atMost}
          isUrgent={inquiries.late > 0}
          note={lateWords(inquiries.late, atMost)}
          all={{ to: WAITING_PATH, label: 'All unanswered inquiries' }}
          empty="Everybody who wrote to us has an answer."
        >
          {inquiries.rows.map((inquiry) => (
            <AttentionRow
              key={inquiry.id}
              to={`/admin/contacts/${inquiry.id}`}
              name={`${inquiry.firstName} ${inquiry.lastName}`}
              about={`${interestName(inquiry.interest)}, ${inquiry.askedAt}`}
              side={<AnswerBadge isAnswered={false} isLate={inquiry.isLate} />}
            />
          ))}
        </AttentionPanel>
      ),
    },
    decisions && {
      count: decisions.length,
      isUrgent: decisions.some(({ isLate }) => isLate),
      panel: <DecisionsPanel key="decisions" rows={decisions} atMost={atMost} />,
    },
    {
      count: choices.count,
      isUrgent: false,
      panel: <ChoicesPanel key="choices" {...choices} atMost={atMost} />,
    },
    tasks && {
      count: tasks.count,
      isUrgent: tasks.late > 0,
      panel: <TasksPanel key="tasks" {...tasks} atMost={atMost} />,
    },
    {
      count: toPayBack.count,
      isUrgent: true,
      panel: (
        <AttentionPanel
          key="pay-back"
          title={TO_PAY_BACK}
          count={toPayBack.count}
          atMost={atMost}
          isUrgent
          all={{ to: '/admin/bookings', label: 'All bookings' }}
          empty="Nothing waits to be paid back by hand."
        >
          {toPayBack.rows.map(({ reference, customerName, amountCents }) => (
            <AttentionRow
              key={reference}
              to={`/admin/bookings/${reference}`}
              name={`${reference}, ${customerName}`}
              about="Stays here until it is recorded on the booking’s page"
              side={showCents(amountCents)}
            />
          ))}
        </AttentionPanel>
      ),
    },
    {
      count: waitingRefunds.count,
      isUrgent: true,
      panel: (
        <AttentionPanel
          key="refunds"
          title="Refunds waiting"
          count={waitingRefunds.count}
          atMost={atMost}
          isUrgent
          empty="No refund waits for Stripe or for us."
        >
          {waitingRefunds.rows.map(({ id, reference, customerName, stripeIntentId, amountCents, waits }) => (
            <AttentionRow
              key={id}
              to={wayToRefund({ id, reference, stripeIntentId, waits }, sees)}
              name={reference ? `${reference}, ${customerName}` : 'A payment without a booking'}
              about={WAITS_WORDS[waits]}
              side={showCents(amountCents)}
            />
          ))}
        </AttentionPanel>
      ),
    },
    failedMail && {
      count: failedMail.count,
      isUrgent: true,
      panel: <FailedMailPanel key="mail" {...failedMail} atMost={atMost} />,
    },
    {
      count: dueSoon.count,
      isUrgent: false,
      panel: (
        <AttentionPanel
          key="due-soon"
          title="Installments due this week"
          count={dueSoon.count}
          atMost={atMost}
          all={{ to: '/admin/installments?state=this-week', label: 'All due this week' }}
          empty={`None is due in the next ${dueSoonDays} days.`}
        >
          {owed(dueSoon.rows, 'Due')}
        </AttentionPanel>
      ),
    },
    {
      count: held.count,
      isUrgent: false,
      panel: (
        <AttentionPanel
          key="held"
          title="Held seats"
          count={held.count}
          atMost={atMost}
          all={{ to: '/admin/bookings?money=held', label: 'All held seats' }}
          empty="No seat is held just now."
        >
          {held.rows.map((seat) => (
            <AttentionRow
              key={seat.reference}
              to={`/admin/bookings/${seat.reference}`}
              name={`${seat.reference}, ${seat.customerName}`}
              about={seat.until}
            />
          ))}
        </AttentionPanel>
      ),
    },
  ]
  return panels.flatMap((panel) => panel || [])
}

type WaitingRefund = { id: number; reference: string | null; stripeIntentId: string; waits: string }

/** To the question that a refund waits with; to the booking for those who may not answer it. */
function wayToRefund(
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

type Owed = {
  id: number
  reference: string
  customerName: string
  phone: string | null
  number: number
  owedCents: Cents
  dueOn: string
}

const owed = (rows: Owed[], due: string) =>
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

const nameOf = (departures: { id: number; dates: string }[], chosen: number | null): string =>
  departures.find(({ id }) => id === chosen)?.dates ?? 'all departures'

/** Nothing can be booked anymore: the next season begins with a copy. */
const NoDepartureAhead = () => (
  <Notice
    tone="wait"
    title="No upcoming departure"
    className="mb-5"
    actions={
      <Link to="/admin/settings/tour" className={adminButton('main')}>
        Copy one for next season
      </Link>
    }
  >
    Nothing can be booked. The journey’s page asks for an address, to tell people when the next one opens.
  </Notice>
)
