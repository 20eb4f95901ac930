import { getFormProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { z } from 'zod'
import { datesLetter, movedBookings, tellNewDates } from '#app/bookings/moved-dates.server'
import { now } from '#app/clock.server'
import { letterAsText } from '#app/mail/letter'
import { keepTyped } from '#app/routes/admin/desk-form'
import { readSubmission } from '#app/routes/admin/read-submission.server'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { optionalText } from '#app/typed/text'
import { deskButton } from '#app/ui/desk/desk-button'
import { deskField } from '#app/ui/desk/desk-field'
import { deskHead } from '#app/ui/desk/desk-head'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { EmptyState } from '#app/ui/desk/empty-state'
import { useLastResult } from '#app/ui/desk/kept-form'
import { NotSent, useDeskAnswer } from '#app/ui/desk/not-sent'
import { Link } from '#app/ui/link'
import { TextAreaField } from '#app/ui/text-area-field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { namedDeparture } from './named-departure.server'

const NOTE_AT_MOST = 1_000
const NoteForm = z.object({
  note: optionalText({ label: 'Your words', atMost: NOTE_AT_MOST }).transform((note) => note ?? ''),
})

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  const moved = movedBookings(departure.id)
  return {
    id: departure.id,
    travelers: moved.map(({ reference, customerName }) => ({ reference, name: customerName })),
    letter: moved[0] ? letterAsText(datesLetter(moved[0], departure, '')) : null,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  const submission = await readSubmission(request, NoteForm)
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const told = tellNewDates(id, submission.value.note, staff, now())
  return redirectWithToast(`/admin/settings/tour/${id}`, {
    tone: 'success',
    title: told === 1 ? 'Letter on its way' : 'Letters on their way',
    description:
      told === 1
        ? 'To the traveler who had agreed to other dates.'
        : `To ${told} travelers who had agreed to other dates.`,
  })
}

export const clientAction = keepTyped({ title: 'Failed to send the letters' })

export const meta: MetaFunction = () => deskHead('New dates')

export default function DatesLetterPage() {
  const { id, travelers, letter } = useLoaderData<typeof loader>()
  const page = `/admin/settings/tour/${id}/letter`
  const busy = useNavigation().formAction === page
  const [form, fields] = useForm({
    id: 'dates-letter',
    lastResult: useLastResult(useDeskAnswer<typeof action>()),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: NoteForm }),
    shouldRevalidate: 'onInput',
  })
  if (letter === null) {
    return (
      <>
        <DeskHeading title="New dates" />
        <EmptyState title="Everybody who has booked agreed to the dates as they are">
          <Link to={`/admin/settings/tour/${id}`} className={deskButton('plain', 'mt-3')}>
            Back to the departure
          </Link>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <DeskHeading
        title="New dates: tell the travelers?"
        lead="Nothing was sent yet. This letter goes to everybody below, once for these dates, when you press the button."
      />
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_20rem]">
        <DeskPanel title="The letter" className="p-5">
          <p className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{letter}</p>
          <Form method="post" action={page} {...getFormProps(form)} className="mt-5 grid gap-5">
            <TextAreaField
              {...deskField(form, fields.note)}
              label="Your words"
              optional
              rows={4}
              maxLength={NOTE_AT_MOST}
              hint="Why the dates have changed. They stand after the first paragraph."
            />
            <NotSent />
            <div className="flex flex-wrap gap-2.5">
              <button type="submit" disabled={busy} aria-busy={busy} className={deskButton('main')}>
                {busy
                  ? 'Sending...'
                  : travelers.length === 1
                    ? 'Send to 1 traveler'
                    : `Send to ${travelers.length} travelers`}
              </button>
              <Link to={`/admin/settings/tour/${id}`} className={deskButton('plain')}>
                Not now
              </Link>
            </div>
          </Form>
        </DeskPanel>
        <DeskPanel title="Who gets it" className="p-5">
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
        </DeskPanel>
      </div>
    </>
  )
}
