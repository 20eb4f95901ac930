import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { subscribersInWords } from '#app/people/subscriber-words'
import { now } from '#app/platform/clock.server'
import { DetailsLine, OwnerPanel, ReviewsLine, WaitlistLines } from '#app/routes/admin/dashboard/panels'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { may } from '#app/staff/rights'
import { requestedDepartureId } from '#app/tours/departure-list.server'
import { stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead, StatCard, StatCards } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { AttentionPanels, NoDepartureAhead } from '#app/ui/admin/attention'
import { DepartureFilter, PersonSearch } from '#app/ui/admin/list-controls'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { retryAllFailedMail, retryMail } from '#app/views/attention.server'
import { dashboardPage } from './dashboard/dashboard-page.server'
import { panelsOf } from './dashboard/shown-panels'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see admin')
  if (!may(staff, 'see bookings')) throw redirect('/admin/departures')
  return dashboardPage(staff, requestedDepartureId(new URL(request.url).searchParams.get('departure')))
}

/** Retries a failed mail, or all of them, for another day. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change mail')
  const mail = String((await readForm(request, ['mail'])).get('mail') ?? '')
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

export const clientAction = stayOnFailure({ title: 'Failed to try the email again' })

export const meta = () => adminHead('Dashboard')

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
      {!isSeasonAhead && sees('see tour') && (
        <NoDepartureAhead copyTo="/admin/settings/tour" label="Copy one for next season" />
      )}
      <DepartureFilter departures={departures} chosen={departureId} all="All departures" />
      <OwnerPanel owner={owner} />
      <DetailsLine next={details} />
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

const nameOf = (departures: { id: number; dates: string }[], chosen: number | null): string =>
  departures.find(({ id }) => id === chosen)?.dates ?? 'all departures'
