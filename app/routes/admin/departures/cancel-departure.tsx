import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CancelDepartureForm } from '#app/money/changes/money-forms'
import { cancelDeparture } from '#app/money/changes/schedule/change-schedule.server'
import { canceledLetter } from '#app/money/changes/schedule/notify-guests.server'
import { now } from '#app/platform/clock.server'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { CHOICE_DAYS } from '#app/tours/departure'
import type { Departure } from '#app/tours/departures.server'
import { revalidateAfterError, stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, adminHead } from '#app/ui/admin/admin-parts'
import { answerRescheduled, leadLetter, reschedulingView, YOUR_WORDS } from './departure-decisions.server'
import { Rescheduling } from './reschedule-parts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'change money')
  const departure = namedDeparture(params)
  const view = await reschedulingView(departure, 'departure-canceled')
  return { ...view, letter: letterPreview(departure, null, YOUR_WORDS) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change money')
  const departure = namedDeparture(params)
  const { id } = departure
  const submission = await readSubmission(request, CancelDepartureForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { intent, as = null, words } = submission.value
  if (intent) return data({ ...submission.reply(), letter: letterPreview(departure, as, words) })
  const outcome = cancelDeparture({ ...submission.value, departureId: id }, staff, now())
  return answerRescheduled(outcome, submission, { id, done: 'Departure canceled' })
}

const letterPreview = (departure: Departure, as: string | null, words: string) =>
  leadLetter(departure.id, as, (booking) => canceledLetter(booking, departure, words, now()))

export const shouldRevalidate = revalidateAfterError

export const clientAction = stayOnFailure({ title: 'Failed to cancel the departure' })

export const meta = () => adminHead('Cancel a departure')

export default function CancelDeparturePage() {
  const view = useLoaderData<typeof loader>()
  const letters = view.sheet.rows.length
  return (
    <>
      <AdminHeading
        title={`Cancel ${view.dates}?`}
        lead="The whole departure. This cannot be undone: it takes no more bookings or payments."
      />
      <Rescheduling
        form="cancel-departure"
        hint="The email says that we are sorry to cancel these dates; your words follow."
        view={view}
        page={`/admin/departures/${view.id}/cancel`}
        tone="danger"
        does="Cancel"
        busyLabel="Canceling..."
        follows={[
          letters > 0 &&
            `Each lead traveler gets one email and chooses within ${CHOICE_DAYS} days: everything back, or another departure at the agreed price. Without an answer, they get everything back.`,
          letters > 0 &&
            'No money moves until they choose. Nothing more falls due, and no reminder goes out.',
          view.sheet.holds > 0 && 'Seats that are held and not paid for are given up.',
          view.waiting > 0 &&
            `${view.waiting} on the waitlist ${view.waiting === 1 ? 'gets' : 'get'} an email, and the list ends.`,
          'Letters that were to leave for this departure stay here.',
        ]}
      />
    </>
  )
}
