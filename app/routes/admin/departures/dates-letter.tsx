import { randomUUID } from 'node:crypto'
import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { z } from 'zod'
import type { Booking } from '#app/bookings/find-booking.server'
import {
  bookingsToNotify,
  datesLetter,
  datesTold,
  notifiedBookings,
  notifyNewDates,
} from '#app/bookings/moved-dates.server'
import { letterAsText } from '#app/mail/letter'
import { now } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { DEAD_TOKEN } from '#app/platform/keys.server'
import { optionalText } from '#app/platform/typed/text'
import { counted } from '#app/platform/words'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import type { Departure } from '#app/tours/departures.server'
import { adminField } from '#app/ui/admin/admin-fields'
import {
  NotSent,
  revalidateAfterError,
  stayOnFailure,
  useLastActionData,
  useLastResult,
} from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminHead,
  EmptyState,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { TextAreaField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const NOTE_AT_MOST = 1_000
const LettersForm = z
  .object({
    note: optionalText({ label: 'Your words', atMost: NOTE_AT_MOST }).transform((note) => note ?? ''),
    startsOn: z.string(),
    endsOn: z.string(),
    /** Absent: to those who know different dates. */
    again: z
      .literal('yes')
      .optional()
      .transform((again) => again === 'yes'),
    told: z.coerce.number().optional(),
    formKey: z.uuid(),
  })
  .refine(({ again, note }) => !again || note !== '', {
    path: ['note'],
    error: 'Please say what you are correcting',
  })

/** Whom to notify of the dates, and once all were, who was notified. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  const toNotify = bookingsToNotify(departure.id)
  const again = toNotify.length === 0
  const readers = again ? notifiedBookings(departure.id) : toNotify
  return {
    id: departure.id,
    startsOn: departure.startsOn,
    endsOn: departure.endsOn,
    dates: showDays(departure.startsOn, departure.endsOn),
    again,
    travelers: readers.map(({ reference, customerName }) => ({ reference, name: customerName })),
    letter: readers[0] ? preview(readers[0], departure) : null,
    told: datesTold(departure.id),
    formKey: randomUUID(),
  }
}

/** With a link that opens nothing: it is the reader's own. */
const preview = (reader: Booking, departure: Departure): string =>
  letterAsText(datesLetter({ ...reader, linkToken: DEAD_TOKEN }, departure, '', now()))

const SENT_SINCE =
  'Someone has sent this email since this page was opened, and nothing was sent again. Is a correction still needed?'
const CHANGED_SINCE =
  'The dates have changed since this page was opened, and nothing was sent. Please read the email again: it has the present ones.'

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  const submission = await readSubmission(request, LettersForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { startsOn, endsOn, ...wish } = submission.value
  const sent = notifyNewDates({ ...wish, departureId: id, shown: { startsOn, endsOn } }, staff, now())
  if ('refused' in sent) {
    const words = sent.refused === 'sent-since' ? SENT_SINCE : CHANGED_SINCE
    return data(submission.reply({ formErrors: [words] }), { status: 409 })
  }
  const { letters } = sent
  return redirectWithToast(
    `/admin/departures/${id}`,
    letters === 0
      ? { tone: 'info', title: 'Nothing was sent', description: ALL_NOTIFIED }
      : {
          tone: 'success',
          title: letters === 1 ? 'Email on its way' : 'Emails on their way',
          description: `To ${counted(letters, 'traveler')}.`,
        },
  )
}

const ALL_NOTIFIED = 'Everyone who has booked was already told about these dates.'

export const clientAction = stayOnFailure({ title: 'Failed to send the emails' })

export const shouldRevalidate = revalidateAfterError

export const meta = () => adminHead('New dates')

export default function DatesLetterPage() {
  const { id, startsOn, endsOn, dates, again, travelers, letter, told, formKey } =
    useLoaderData<typeof loader>()
  const page = `/admin/departures/${id}/letters/new-dates`
  const busy = useNavigation().formAction === page
  const [form, fields] = useStaffForm(LettersForm, {
    id: `dates-letter-${startsOn}-${endsOn}`,
    lastResult: useLastResult(useLastActionData<typeof action>()),
  })
  if (letter === null) {
    return (
      <>
        <AdminHeading title="New dates" />
        <EmptyState title="Everyone who has booked knows the current dates">
          <AdminLink to={`/admin/departures/${id}`} className="mt-3">
            Back to the departure
          </AdminLink>
        </EmptyState>
      </>
    )
  }
  const readers = counted(travelers.length, 'traveler')
  return (
    <>
      <AdminHeading
        title={again ? 'New dates: everyone was told' : 'New dates: tell the travelers?'}
        lead={
          again
            ? `We wrote ${dates} to everyone below. Was something wrong? Send them a correction.`
            : `Everyone below knows different dates than ${dates}. They get this email when you press the button.`
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_20rem]">
        <AdminPanel title={again ? 'The correction' : 'The email'} className="p-5">
          <p className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{letter}</p>
          <Form method="post" action={page} {...getFormProps(form)} className="mt-5 grid gap-5">
            <input type="hidden" name="startsOn" value={startsOn} />
            <input type="hidden" name="endsOn" value={endsOn} />
            <input type="hidden" name="formKey" value={formKey} />
            <input type="hidden" name="told" value={told} />
            {again && <input type="hidden" name="again" value="yes" />}
            <TextAreaField
              {...adminField(form, fields.note)}
              label="Your words"
              optional={!again}
              rows={4}
              maxLength={NOTE_AT_MOST}
              hint={`${again ? 'What you are correcting' : 'Why the dates have changed'}. It goes after the first paragraph.`}
            />
            <NotSent refused={form.errors?.[0]} />
            <div className="flex flex-wrap gap-2.5">
              <SubmitButton
                busy={busy}
                label={`Send ${again ? 'a correction ' : ''}to ${readers}`}
                busyLabel="Sending..."
              />
              <AdminLink to={`/admin/departures/${id}`}>
                {again ? 'Back to the departure' : 'Not now'}
              </AdminLink>
            </div>
          </Form>
        </AdminPanel>
        <AdminPanel title={again ? 'Who got it' : 'Who gets it'} className="p-5">
          <ul className="grid gap-1.5 text-sm">
            {travelers.map(({ reference, name }) => (
              <li key={reference}>
                <Link to={`/admin/bookings/${reference}`} className="underline underline-offset-4">
                  {reference}
                </Link>
                , {name}
              </li>
            ))}
          </ul>
        </AdminPanel>
      </div>
    </>
  )
}
