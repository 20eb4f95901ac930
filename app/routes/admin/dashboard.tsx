import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DUE_SOON_DAYS } from '#app/bookings/installments/due'
import { subscribersInWords } from '#app/people/subscriber-words'
import { now, today } from '#app/platform/clock.server'
import { showMonth } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { counted, inWords } from '#app/platform/words'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { siteNow } from '#app/server/schedule/system-status.server'
import { confirmStep, STEPS_OF_STAFF } from '#app/site/opening-steps.server'
import { may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { requestedDepartureId } from '#app/tours/departure-list.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
  numbers,
  StatCard,
  StatCards,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { NoDepartureAhead } from '#app/ui/admin/attention'
import { DepartureFilter } from '#app/ui/admin/list-controls'
import { SiteTroubles } from '#app/ui/admin/site-troubles'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { retryAllFailedMail, retryMail } from '#app/views/attention.server'
import { openingChecklist } from '#app/views/opening.server'
import { dashboardPage, type DashboardPage as Loaded } from './dashboard/dashboard-page.server'
import { OpeningChecklist } from './dashboard/opening-checklist'
import { ToDoList } from './dashboard/to-do-list'

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
  const { owner, subscribers, totals, departureId, departures, isSeasonAhead, ...loaded } =
    useLoaderData<typeof loader>()
  const sees = useMay()
  return (
    <>
      <AdminHeading title="Dashboard" />
      {loaded.wrong.length > 0 && (
        <SiteTroubles wrong={loaded.wrong} more={{ to: '/admin/health', label: 'See site health' }} />
      )}
      {loaded.opening && <OpeningChecklist lines={loaded.opening} />}
      {!isSeasonAhead && sees('see tour') && (
        <NoDepartureAhead copyTo="/admin/departures" label="Copy one for next season" />
      )}
      <ToDoList rows={loaded.toDo} beyond={loaded.beyond} />
      <div className="mt-6 -mb-2 empty:hidden">
        <DepartureFilter departures={departures} chosen={departureId} all="All departures" />
      </div>
      <Seats seats={owner.seats} held={owner.held} />
      <Money owner={owner} />
      <h2 className="mt-6 mb-3 font-semibold text-control">In all</h2>
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

type OwnerFigures = Loaded['owner']

const Seats = ({ seats, held }: Pick<OwnerFigures, 'seats' | 'held'>) => (
  <section aria-labelledby="seats" className="mt-6 empty:hidden">
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-5">
      <h2 id="seats" className="font-semibold text-control">
        Seats
      </h2>
      {held > 0 && (
        <Link to="/admin/bookings?money=held" className="admin-quiet-button text-xs">
          {counted(held, 'held booking')}
        </Link>
      )}
    </div>
    {seats.length === 0 ? (
      <EmptyState title="No departure is on sale" />
    ) : (
      <AdminTable
        caption="Seats on sale"
        pairs
        columns={['Departure on sale', numbers('Paid for'), numbers('Held or offered'), numbers('Left')]}
      >
        {seats.map(({ departureId, dates, seats: all, paidFor, held: heldOn, left }) => (
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
              {paidFor} of {all}
            </td>
            <td>{heldOn}</td>
            <td>{left}</td>
          </AdminRow>
        ))}
      </AdminTable>
    )}
  </section>
)

const Money = ({ owner }: { owner: OwnerFigures }) => (
  <section aria-labelledby="money" className="mt-6">
    <h2 id="money" className="mb-2 font-semibold text-control">
      Money
    </h2>
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
        label="Due this week"
        value={owner.dueSoon}
        note={`Installments in the next ${inWords(DUE_SOON_DAYS)} days`}
        to="/admin/installments?state=this-week"
      />
      <StatCard
        label="Overdue"
        value={showCents(owner.overdueCents)}
        note={counted(owner.overdueCount, 'installment')}
        to="/admin/installments?state=overdue"
      />
    </StatCards>
  </section>
)
