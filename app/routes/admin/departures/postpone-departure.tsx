import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { PostponeDepartureForm } from '#app/money/changes/money-forms'
import { postponeDeparture } from '#app/money/changes/schedule/change-schedule.server'
import { postponedLetter } from '#app/money/changes/schedule/notify-guests.server'
import { now, today } from '#app/platform/clock.server'
import { addDays, type Day, readDay, showDay, showDays } from '#app/platform/days'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { CHOICE_DAYS } from '#app/tours/departure'
import { DEPARTURE, DEPARTURE_DAYS } from '#app/tours/departure-form'
import type { Departure } from '#app/tours/departures.server'
import { postponedDays } from '#app/tours/save-departure.server'
import { revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminHead, SubmitButton } from '#app/ui/admin/admin-parts'
import { TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { answerRescheduled, leadLetter, reschedulingView, YOUR_WORDS } from './departure-decisions.server'
import { Rescheduling } from './reschedule-parts'

/** First the new first day, by GET; then its consequences, which are confirmed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change money')
  const departure = namedDeparture(params)
  const view = await reschedulingView(departure, 'departure-postponed')
  const typed = new URL(request.url).searchParams.get('startsOn')
  const startsOn = typed === null ? null : readDay(typed)
  const isLater = startsOn !== null && startsOn > departure.startsOn
  return {
    ...view,
    earliest: addDays(departure.startsOn, 1),
    typed: typed ?? '',
    wrong: typed === null || isLater ? null : `Please choose a day after ${showDay(departure.startsOn)}`,
    to: isLater ? newDays(departure, startsOn) : null,
    letter: isLater ? letterPreview(departure, startsOn, null, YOUR_WORDS) : null,
  }
}

/** All days that move, as they will be. */
function newDays(from: Departure, startsOn: Day) {
  const moved = postponedDays(from, startsOn, today())
  const { endsOn } = { ...from, ...moved }
  return {
    startsOn,
    dates: showDays(startsOn, endsOn),
    days: DEPARTURE_DAYS.flatMap((field) => {
      const day = moved[field]
      return day && field !== 'startsOn' && field !== 'endsOn'
        ? [{ label: DEPARTURE[field].label, day: showDay(day) }]
        : []
    }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change money')
  const departure = namedDeparture(params)
  const { id } = departure
  const submission = await readSubmission(request, PostponeDepartureForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { intent, as = null, words, startsOn } = submission.value
  if (intent) return data({ ...submission.reply(), letter: letterPreview(departure, startsOn, as, words) })
  const outcome = postponeDeparture({ ...submission.value, departureId: id }, staff, now())
  return answerRescheduled(outcome, submission, { id, done: 'Departure postponed' })
}

const letterPreview = (from: Departure, startsOn: string, as: string | null, words: string) =>
  leadLetter(from.id, as, (booking) =>
    postponedLetter(booking, from, { ...from, ...postponedDays(from, startsOn, today()) }, words, now()),
  )

export const shouldRevalidate = revalidateAfterError

export const clientAction = stayOnFailure({ title: 'Failed to postpone the departure' })

export const meta = () => adminHead('Postpone a departure')

export default function PostponeDeparturePage() {
  const { to } = useLoaderData<typeof loader>()
  return to ? <Confirm to={to} /> : <ChooseDay />
}

/** Until when; the consequences are shown next. */
function ChooseDay() {
  const { id, dates, earliest, typed, wrong } = useLoaderData<typeof loader>()
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <AdminHeading
        title={`Postpone ${dates}`}
        lead="Bookings, prices and payments stay. Nothing changes yet: next you see what it means."
      />
      <AdminPanel className="max-w-xl p-5">
        <Form method="get" className="grid gap-5">
          <TextField
            id="new-first-day"
            name="startsOn"
            label="New first day"
            type="date"
            required
            min={earliest}
            defaultValue={typed}
            errors={wrong ? [wrong] : undefined}
            hint="All other dates of the departure move by the same number of days. Sales that have opened stay open."
          />
          <div className="flex flex-wrap gap-2.5">
            <SubmitButton busy={busy} label="Show what it means" busyLabel="Calculating..." />
            <AdminLink to={`/admin/departures/${id}`}>Not now</AdminLink>
          </div>
        </Form>
      </AdminPanel>
    </>
  )
}

type To = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['to']>

/** The consequences, before it is done. */
function Confirm({ to }: { to: To }) {
  const view = useLoaderData<typeof loader>()
  const page = `/admin/departures/${view.id}/postpone`
  const letters = view.sheet.rows.length
  return (
    <>
      <AdminHeading title={`Postpone to ${to.dates}?`} lead={`It was planned for ${view.dates}.`} />
      <Rescheduling
        form="postpone-departure"
        hint="The email says the old and the new dates; your words follow."
        view={view}
        page={`${page}?startsOn=${to.startsOn}`}
        tone="main"
        does="Postpone"
        busyLabel="Postponing..."
        follows={[
          `New days: ${to.days.map(({ label, day }) => `${label.toLowerCase()} ${day}`).join(', ')}.`,
          letters > 0 &&
            `All bookings move along, and what they still owe is due by the new days. Each lead traveler gets one email.`,
          letters > 0 &&
            `For ${CHOICE_DAYS} days they can get everything back. Without an answer their booking stays.`,
          view.sheet.holds > 0 &&
            'Guests whose seats you hold get an email with the new dates. They and guests who are paying right now come along: once they have paid, they get the same email and choice.',
          view.waiting > 0 &&
            `${view.waiting} on the waitlist ${view.waiting === 1 ? 'gets' : 'get'} an email with the new dates and ${view.waiting === 1 ? 'keeps' : 'keep'} their place.`,
        ]}
      >
        <input type="hidden" name="startsOn" value={to.startsOn} />
        <p className="text-sm">
          <Link to={page} className="underline underline-offset-4">
            Choose another day
          </Link>
        </p>
      </Rescheduling>
    </>
  )
}
