import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { finishRequest } from '#app/bookings/guest-requests.server'
import { choose } from '#app/money/schedule/choose.server'
import { now } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { NotesPanel, noteNotSaved } from '#app/routes/admin/notes/notes-panel'
import { answerNote, NOTE_FIELDS, notesView } from '#app/routes/admin/notes/notes-panel.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { byStaff } from '#app/staff/audit-log.server'
import { may } from '#app/staff/rights'
import { revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, adminHead } from '#app/ui/admin/admin-parts'
import { HistoryList } from '#app/ui/admin/history-list'
import { MailsTable } from '#app/ui/admin/letters'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { done, namedBooking, nothingChanged } from './booking-command.server'
import { BookingFacts, MoneyBadge } from './booking-facts'
import { BookingNotices } from './booking-notices'
import { bookingPage } from './booking-page.server'
import { InstallmentsTable, LedgerTable, PriceChanges, TravelersPanel } from './booking-tables'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see bookings')
  const booking = namedBooking(params)
  return {
    ...bookingPage(booking, staff, new URL(request.url).searchParams),
    notes: may(staff, 'see travelers') ? notesView({ bookingId: booking.id }, request) : null,
  }
}

/** Notes a choice by phone, marks what the traveler asked for as done, and answers the forms of the notes. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change bookings')
  const booking = namedBooking(params)
  const here = `/admin/bookings/${booking.reference}`
  const form = await readForm(request, ['request', 'choice', ...NOTE_FIELDS])
  if (form.get('choice') === 'stays') {
    const chosen = await choose(booking.reference, 'stays', now, byStaff(staff))
    const { toast } =
      'chosen' in chosen
        ? done('Choice saved', 'They travel on the new dates.')
        : nothingChanged('The choice was already made, or its last day has passed.')
    return redirectWithToast(here, toast)
  }
  if (!form.has('request')) return answerNote(form, { bookingId: booking.id }, staff, here)

  const id = Number(form.get('request'))
  const isDone = Number.isSafeInteger(id) && finishRequest(id, booking, staff, now())
  return redirectWithToast(
    here,
    isDone
      ? { tone: 'success', title: 'Request marked as done' }
      : { tone: 'info', title: 'This request is already done' },
  )
}

export const shouldRevalidate = revalidateAfterError

export const clientAction = stayOnFailure((sent) =>
  sent.has('choice')
    ? { title: 'Failed to save the choice' }
    : sent.has('request')
      ? { title: 'Failed to mark the request as done' }
      : noteNotSaved(sent),
)

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminHead(`Booking ${data?.booking.reference ?? ''}`.trim())

const ACTS = [
  ['pay', 'payment', 'Record payment', 'main'],
  ['refund', 'refund', 'Refund to card', 'plain'],
  ['reprice', 'price', 'Change price', 'plain'],
  ['spread', 'spread', 'Due dates', 'plain'],
  ['reinstate', 'reinstate', 'Reinstate', 'main'],
  ['move', 'move', 'Move', 'plain'],
  ['writeOff', 'write-off', 'Write off', 'plain'],
  ['cancel', 'cancel', 'Cancel booking', 'danger'],
] as const

export default function BookingPage() {
  const facts = useLoaderData<typeof loader>()
  const { booking, acts } = facts
  const here = `/admin/bookings/${booking.reference}`
  return (
    <>
      <p className="admin-no-print mb-3 text-sm">
        <Link to="/admin/bookings" className="font-medium text-umber underline underline-offset-3">
          Safari Bookings
        </Link>
      </p>
      <AdminHeading
        title={`Booking ${booking.reference}`}
        badge={<MoneyBadge {...booking} />}
        lead={
          <>
            <bdi>{booking.name}</bdi>, {showCents(facts.party.paidCents)} of{' '}
            {showCents(facts.party.priceCents)} paid
          </>
        }
      >
        {ACTS.filter(([act]) => acts[act]).map(([act, path, label, tone]) => (
          <AdminLink key={act} to={`${here}/${path}`} preventScrollReset tone={tone}>
            {label}
          </AdminLink>
        ))}
      </AdminHeading>
      <Outlet />
      <BookingNotices facts={facts} />
      <BookingFacts facts={facts} />
      {facts.notes && (
        <div className="mt-4">
          <NotesPanel notes={facts.notes} />
        </div>
      )}
      {facts.travelers && (
        <TravelersPanel
          mayChangeRooms={acts.room}
          reference={booking.reference}
          travelers={facts.travelers}
        />
      )}
      <PriceChanges rows={facts.priceChanges} here={acts.reprice ? here : null} />
      <LedgerTable rows={facts.movements} here={here} />
      <InstallmentsTable rows={facts.installments} isOwed={acts.party} here={here} />
      <MailsTable rows={facts.mails} />
      <h2 className="mt-8 mb-3 font-semibold text-control">History</h2>
      <HistoryList
        {...facts.history}
        label={`History of ${booking.reference}`}
        empty="Nothing has happened yet"
        hideSubject
      />
    </>
  )
}
