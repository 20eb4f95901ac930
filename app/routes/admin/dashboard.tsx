import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { subscribersInWords } from '#app/people/subscriber-words'
import { now, today } from '#app/platform/clock.server'
import { showMonth } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { siteNow } from '#app/server/schedule/system-status.server'
import { confirmStep, STEPS_OF_STAFF } from '#app/site/opening-steps.server'
import { may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { requestedDepartureId } from '#app/tours/departure-list.server'
import { seatsInWords } from '#app/tours/party'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminRow, AdminTable, adminHead, StatCard, StatCards } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { AttentionPanels, NoDepartureAhead } from '#app/ui/admin/attention'
import { DepartureFilter, PersonSearch } from '#app/ui/admin/list-controls'
import { SiteTroubles } from '#app/ui/admin/site-troubles'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { retryAllFailedMail, retryMail } from '#app/views/attention.server'
import { openingChecklist } from '#app/views/opening.server'
import { dashboardPage, type DashboardPage as Loaded } from './dashboard/dashboard-page.server'
import { OpeningChecklist } from './dashboard/opening-checklist'
import { panelsOf } from './dashboard/panels'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see admin')
  if (!may(staff, 'see bookings')) throw redirect('/admin/departures')
  const page = dashboardPage(staff, requestedDepartureId(new URL(request.url).searchParams.get('departure')))
  const { wrong } = may(staff, 'see health') ? await siteNow(now(), { askAgain: false }) : { wrong: [] }
  return { ...page, wrong, opening: may(staff, 'change content') ? openingChecklist(today()) : null }
}

/** Retries a failed mail, or all of them, for another day; or answers a line of the opening's checklist. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change mail')
  const form = await readForm(request, ['mail', 'step'])
  const step = form.get('step')
  if (step !== null) return answerChecklist(String(step), await requireStaff(request, 'change content'))

  const mail = String(form.get('mail') ?? '')
  const tried = mail === 'all' ? retryAllFailedMail(staff, now()) : retryMail(Number(mail), staff, now())
  if ('refused' in tried || tried.waiting === 0) {
    return redirectWithToast('/admin/dashboard', {
      tone: 'failure',
      title: 'Nothing to try again',
      description: 'This email is no longer among those that failed.',
    })
  }
  return redirectWithToast('/admin/dashboard', {
    tone: 'success',
    title:
      tried.waiting === 1 ? 'The email will be sent again' : `${tried.waiting} emails will be sent again`,
    description: 'It is retried for a day; if it still fails, it comes back here.',
  })
}

/** Confirms a line of the checklist, or puts the list away. */
function answerChecklist(named: string, staff: Staff) {
  const step = STEPS_OF_STAFF.find((one) => one === named)
  if (!step) throw new Response('Not found', { status: 404 })
  confirmStep(step, staff, now())
  return redirectWithToast('/admin/dashboard', {
    tone: 'success',
    title: step === 'closed' ? 'The checklist is put away' : 'Noted',
  })
}

export const clientAction = stayOnFailure((sent) => ({
  title: sent.has('step') ? 'Failed to save the checklist' : 'Failed to try the email again',
}))

export const meta = () => adminHead('Dashboard')

export default function DashboardPage() {
  const loaded = useLoaderData<typeof loader>()
  const { owner, subscribers, totals, departureId, departures, isSeasonAhead, details } = loaded
  const sees = useMay()
  const panels = panelsOf(loaded, sees)
  const isCalm =
    isSeasonAhead &&
    loaded.wrong.length === 0 &&
    loaded.opening === null &&
    panels.every(({ count }) => count === 0)
  return (
    <>
      <AdminHeading
        title="Dashboard"
        lead={
          isCalm ? 'Nothing needs attention today.' : 'What needs attention today, the most pressing first.'
        }
      />
      {loaded.wrong.length > 0 && (
        <SiteTroubles wrong={loaded.wrong} more={{ to: '/admin/health', label: 'See site health' }} />
      )}
      {loaded.opening && <OpeningChecklist lines={loaded.opening} />}
      {sees('see inquiries') && <PersonSearch label="Find a person by name, email or phone" />}
      {!isSeasonAhead && sees('see tour') && (
        <NoDepartureAhead copyTo="/admin/departures" label="Copy one for next season" />
      )}
      <DepartureFilter departures={departures} chosen={departureId} all="All departures" />
      <OwnerPanel owner={owner} />
      <DetailsLine next={details} />
      <SigningLines signing={loaded.signing} />
      <ReviewsLine waiting={loaded.reviews} />
      <WaitlistLines waiting={loaded.waiting} />
      <AttentionPanels panels={panels} atMost={loaded.atMost} />
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
          note={`With at least the deposit paid, ${nameOf(departures, departureId)}`}
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

const nameOf = (departures: { id: number; dates: string }[], chosen: number | null): string =>
  departures.find(({ id }) => id === chosen)?.dates ?? 'all departures'

/** What an owner asks first: seats, this month's money, and the next promise. */
const OwnerPanel = ({ owner }: Pick<Loaded, 'owner'>) => (
  <section aria-label="At a glance">
    {owner.seats.length > 0 && (
      <div className="mb-4">
        <AdminTable
          caption="Seats on sale"
          columns={['Departure on sale', 'Paid for', 'Held or offered', 'Left']}
        >
          {owner.seats.map(({ departureId, dates, seats, paidFor, held, left }) => (
            <AdminRow key={departureId}>
              <th scope="row">
                <Link
                  to={`/admin/bookings?departure=${departureId}`}
                  className="underline underline-offset-3 hover:text-umber"
                >
                  {dates}
                </Link>
              </th>
              <td>
                {paidFor} of {seats}
              </td>
              <td>{held}</td>
              <td>{left}</td>
            </AdminRow>
          ))}
        </AdminTable>
      </div>
    )}
    <StatCards>
      <StatCard
        label="Received this month"
        value={showCents(owner.receivedCents)}
        note={`${showMonth(owner.month)}, minus refunds`}
      />
      <StatCard
        label="Still due this month"
        value={`${showCents(owner.due.dueCents)}${owner.due.isMore ? '+' : ''}`}
        note="Installments from today on"
        to="/admin/installments?state=unpaid"
      />
      <StatCard
        label="Overdue"
        value={showCents(owner.overdueCents)}
        note={`${owner.overdueCount} installment${owner.overdueCount === 1 ? '' : 's'}`}
        to="/admin/installments?state=overdue"
      />
    </StatCards>
    {owner.promised && (
      <p className="wrap-anywhere mb-6 text-sm" dir="auto">
        Promised next:{' '}
        <Link to={owner.promised.to} className="font-medium text-umber underline underline-offset-3">
          {owner.promised.words}
        </Link>{' '}
        {owner.promised.isLate && <Badge tone="failed">Late</Badge>}
      </p>
    )}
  </section>
)

/** How complete the details for the next departure are. */
const DetailsLine = ({ next }: { next: Loaded['details'] }) =>
  next && (
    <Line
      to={`/admin/departures/${next.departureId}/manifest`}
      link={`Travelers’ details for ${next.dates}`}
      text={`: ${next.complete === next.travelers ? 'complete.' : `${next.complete} of ${next.travelers} complete.`}`}
    />
  )

/** Signatures that are late. */
const SigningLines = ({ signing }: Pick<Loaded, 'signing'>) =>
  signing.map(({ departureId, dates, missing }) => (
    <Line
      key={departureId}
      to={`/admin/departures/${departureId}/settings/documents`}
      link={`${counted(missing, 'signature')} missing for ${dates}`}
      text={': the day to sign by has passed. See who has not signed, and write to them.'}
    />
  ))

/** Reviews that no one has read yet. */
const ReviewsLine = ({ waiting }: { waiting: number }) =>
  waiting > 0 && (
    <Line
      to="/admin/settings/reviews"
      link={waiting === 1 ? '1 new review' : `${waiting} new reviews`}
      text={` from travelers: read ${waiting === 1 ? 'it' : 'them'}, and publish what the traveler allows.`}
    />
  )

/** Free seats that no waiting party fits, or that staff passed one over for. */
const WaitlistLines = ({ waiting }: Pick<Loaded, 'waiting'>) =>
  waiting.map(({ departureId, dates, parties, free }) => (
    <Line
      key={departureId}
      to={`/admin/departures/${departureId}/waitlist`}
      link={`${parties === 1 ? '1 party is waiting' : `${parties} parties are waiting`} for ${dates}`}
      text={`, and ${seatsInWords(free)} ${free === 1 ? 'is' : 'are'} free: too few for them, or they were passed over. You can collect seats for a large party, or offer them by hand.`}
    />
  ))

const Line = ({ to, link, text }: { to: string; link: string; text: string }) => (
  <p className="mb-6 text-sm">
    <Link to={to} className="font-medium text-umber underline underline-offset-3">
      {link}
    </Link>
    {text}
  </p>
)
