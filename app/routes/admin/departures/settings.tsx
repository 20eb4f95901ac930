import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react'
import {
  bookingsDueSooner,
  bookingsToNotify,
  changeDeparture,
  type DepartureChanged,
  notifiedBookings,
} from '#app/bookings/moved-dates.server'
import { now } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { counted } from '#app/platform/words'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { fieldsOf, parseForm, readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { pageOf } from '#app/tours/departure'
import { DepartureFieldsForm } from '#app/tours/departure-form'
import { DepartureForm } from '#app/tours/departure-rules'
import { seatsTakenOn } from '#app/tours/departures.server'
import { type DepartureRemoved, removeDeparture } from '#app/tours/remove-departure.server'
import { changePrivateLink, type DepartureSaved } from '#app/tours/save-departure.server'
import { daysOf } from '#app/tours/tour-lists.server'
import { departureInWords } from '#app/tours/tours.server'
import { NotSent, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, adminHead, EmptyState, SubmitButton } from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { SavedFirst, useStaffForm } from '#app/ui/admin/staff-form'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { DepartureFields, departureAsTyped, departureSavedSince, PaidSeats } from './departure-parts'
import { PrivateLink } from './private-link'
import { inUse, NOT_REMOVED } from './refusal-words'

const LIST = '/admin/departures'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  const taken = seatsTakenOn(departure.id)
  return {
    id: departure.id,
    dates: departureInWords(departure),
    typed: departureAsTyped(departure),
    version: departure.version,
    taken,
    itineraryDays: daysOf(departure.id).length,
    toNotify: bookingsToNotify(departure.id).length,
    notified: notifiedBookings(departure.id).length,
    dueSooner: bookingsDueSooner(departure.id),
    isCanceled: departure.canceledAt !== null,
    privateLink: departure.isPrivate ? env.BASE_URL + pageOf(departure) : null,
  }
}

type Answer = {
  submission: SubmissionResult<string[]> | null
  /** Why it was not deleted. */
  notRemoved?: string
  /** What someone else saved first. */
  savedSince?: ReturnType<typeof departureSavedSince>
}

const stays = (answer: Answer, status: number) => data(answer, { status })

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  const form = await readForm(request, ['intent', ...fieldsOf(DepartureFieldsForm)])
  if (form.get('intent') === 'remove') {
    const removed = await removeDeparture(id, staff, now())
    if ('refused' in removed && removed.refused !== 'gone')
      return stays({ submission: null, notRemoved: whyNotRemoved(removed) }, 409)
    const description = 'No one had booked it.'
    return redirectWithToast(LIST, { tone: 'success', title: 'Departure deleted', description })
  }
  if (form.get('intent') === 'new-link') {
    changePrivateLink(id, staff, now())
    const description = 'Send it to the group: the one before opens nothing anymore.'
    return redirectWithToast(`${LIST}/${id}/settings`, {
      tone: 'success',
      title: 'New link made',
      description,
    })
  }
  const submission = parseForm(form, DepartureForm)
  if (submission.status !== 'success') return stays({ submission: submission.reply() }, 400)
  const saved = changeDeparture(id, submission.value, staff, now())
  if (!('refused' in saved)) {
    const moved =
      bookingsToNotify(id).length > 0 &&
      saved.changed.some((field) => field === 'startsOn' || field === 'endsOn')
    return redirectWithToast(`${LIST}/${id}/${moved ? 'letters/new-dates' : 'settings'}`, savedToast(saved))
  }
  if (saved.refused === 'changed-since') {
    const savedSince = departureSavedSince(saved.departure, submission.value)
    return stays({ submission: submission.reply(), savedSince }, 409)
  }
  return stays({ submission: submission.reply({ fieldErrors: errorOf(saved) }) }, 409)
}

const whyNotRemoved = (kept: Extract<DepartureRemoved, { refused: string }>): string =>
  kept.refused === 'in-use'
    ? inUse(kept, 'close its sales: then no one can book it')
    : NOT_REMOVED[kept.refused]

type NotSaved = Exclude<Extract<DepartureSaved, { refused: string }>, { refused: 'changed-since' }>

function errorOf(notSaved: NotSaved): Record<string, string[]> {
  switch (notSaved.refused) {
    case 'too-few-seats': {
      const seats = counted(notSaved.taken, 'seat is', 'seats are')
      return { seats: [`${seats} taken already: write ${notSaved.taken} or more`] }
    }
    case 'date-taken':
      return { startsOn: ['Another departure begins on this day: choose another one'] }
    case 'canceled':
      return { sales: ['This departure was canceled. It stays as it is.'] }
    case 'only-public':
      return { isPrivate: [ONLY_PUBLIC] }
    case 'promised':
      return { minimumTravelers: [PROMISED] }
    default:
      return { sales: [NOT_REMOVED[notSaved.refused]] }
  }
}

const ONLY_PUBLIC =
  'This is the only departure that everyone sees. Put another one on sale first, so that the site has something to show.'

const PROMISED =
  'Someone has booked on these terms. The minimum can only go down, and the decision can only come sooner.'

const savedToast = ({ changed, dueMoved }: Extract<DepartureChanged, { changed: unknown }>) =>
  changed.length === 0
    ? { tone: 'info' as const, title: 'Nothing to save', description: 'You changed nothing.' }
    : {
        tone: 'success' as const,
        title: 'Departure saved',
        description:
          dueMoved > 0
            ? `Everything is due before the journey begins: the due dates of ${counted(dueMoved, 'booking')} were moved.`
            : 'It counts for new bookings. Existing ones keep the plan they agreed to.',
      }

const NOT_SAVED = { title: 'Failed to save the departure' }
const NOT_DELETED = { title: 'Failed to delete the departure' }

export const clientAction = stayOnFailure((sent) =>
  sent.get('intent') === 'remove' ? NOT_DELETED : NOT_SAVED,
)

export const meta = () => adminHead('Departure')

export default function DeparturePage() {
  const departure = useLoaderData<typeof loader>()
  const { id, dates, typed, version, taken, isCanceled } = departure
  const answer = useLastActionData<typeof action>()
  const [query] = useSearchParams()
  const page = `${LIST}/${id}/settings`
  const busy = useNavigation().formAction === page
  const [form, fields] = useStaffForm(DepartureForm, {
    // A saved departure is a new form: its fields begin with what is saved now.
    id: `departure-${id}-${version}`,
    lastResult: useLastResult(answer?.submission),
    defaultValue: { ...typed, version: String(version) },
    shouldValidate: 'onBlur',
  })
  return (
    <>
      <AdminHeading
        title="Dates, seats and prices"
        lead="Changes count for new bookings. Everyone who has booked keeps the price, the deposit and the due dates they agreed to."
      >
        <AdminLink to={`${page}/documents`}>Documents to sign</AdminLink>
        <AdminLink to={`${page}/costs`}>Costs</AdminLink>
      </AdminHeading>
      {query.has('remove') && (
        <RemovalDialog
          title="Delete this departure?"
          page={page}
          label="Delete departure"
          busyLabel="Deleting..."
          refused={answer?.notRemoved}
          notSent={NOT_DELETED}
        >
          The departure of <strong>{dates}</strong> disappears with its days, trip book, documents and
          letters. This cannot be undone. One that was ever booked cannot be deleted.
        </RemovalDialog>
      )}
      {isCanceled ? (
        <EmptyState title="This departure was canceled">Nothing about it can be changed anymore.</EmptyState>
      ) : (
        <>
          <PaidSeats {...departure} />
          {departure.privateLink && (
            <PrivateLink link={departure.privateLink} page={page} isAsked={query.has('new-link')} />
          )}
          {answer?.savedSince && (
            <SavedFirst what="the departure" differences={answer.savedSince.differences} />
          )}
          <Form
            method="post"
            action={page}
            preventScrollReset
            {...getFormProps(form)}
            key={form.id}
            className="grid gap-3.5"
          >
            <input
              type="hidden"
              name="version"
              value={answer?.savedSince?.version ?? String(fields.version.initialValue)}
            />
            <div className="grid gap-3.5 lg:grid-cols-2">
              <DepartureFields {...{ form, fields, taken }} itineraryDays={departure.itineraryDays} />
            </div>
            <NotSent only={NOT_SAVED} />
            <div className="admin-save flex flex-wrap gap-2.5">
              <SubmitButton busy={busy} label="Save departure" busyLabel="Saving..." />
              <AdminLink to={`${page}?remove`} preventScrollReset tone="danger" className="sm:ml-auto">
                Delete departure
              </AdminLink>
            </div>
          </Form>
        </>
      )}
    </>
  )
}
