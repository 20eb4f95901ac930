import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { now } from '#app/clock.server'
import { keepTyped } from '#app/routes/admin/desk-form'
import { readSubmission } from '#app/routes/admin/read-submission.server'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { ITINERARY } from '#app/tour/itinerary'
import { type SeatsTaken, saveTour, seatsTakenOn } from '#app/tour/save-tour.server'
import { theTour } from '#app/tour/tour.server'
import { TourForm } from '#app/tour/tour-form'
import { Badge } from '#app/ui/badge'
import { deskButton } from '#app/ui/desk/desk-button'
import { deskHead } from '#app/ui/desk/desk-head'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { useLastResult } from '#app/ui/desk/kept-form'
import { NotSent, useDeskAnswer } from '#app/ui/desk/not-sent'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { TourFields } from './tour-fields'
import { savedMeanwhile, tourAsTyped } from './tour-typed'

const PAGE = '/admin/settings/tour'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const tour = theTour()
  return {
    typed: tourAsTyped(tour),
    version: tour.version,
    taken: seatsTakenOn(tour.id),
    itineraryDays: ITINERARY.length,
  }
}

type Answer = {
  submission: SubmissionResult<string[]>
  /** Somebody else saved first: the version to save over now, and what it says. */
  meanwhile: { version: number; differences: string[] } | null
}

const stays = (answer: Answer, status: number) => data(answer, { status })

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const submission = await readSubmission(request, TourForm)
  if (submission.status !== 'success') {
    return stays({ submission: submission.reply(), meanwhile: null }, 400)
  }
  const saved = saveTour(theTour().id, submission.value, staff, now())
  if (!('refused' in saved)) return redirectWithToast(PAGE, savedToast(saved.changed.length))
  if (saved.refused === 'changed-meanwhile') {
    const meanwhile = savedMeanwhile(saved.tour, submission.value)
    return stays({ submission: submission.reply(), meanwhile }, 409)
  }
  const seats = [
    `${saved.taken} ${saved.taken === 1 ? 'seat is' : 'seats are'} taken already: write ${saved.taken} or more`,
  ]
  return stays({ submission: submission.reply({ fieldErrors: { seats } }), meanwhile: null }, 409)
}

const savedToast = (changes: number) =>
  changes === 0
    ? { tone: 'info' as const, title: 'Nothing to save', description: 'You changed nothing.' }
    : {
        tone: 'success' as const,
        title: 'Tour saved',
        description: 'It counts for new bookings. Existing ones keep the plan they agreed to.',
      }

export const clientAction = keepTyped({ title: 'Failed to save the tour' })

export const meta: MetaFunction = () => deskHead('Tour')

export default function TourPage() {
  const { typed, version, taken, itineraryDays } = useLoaderData<typeof loader>()
  const answer = useDeskAnswer<typeof action>()
  const busy = useNavigation().formAction === PAGE
  const [form, fields] = useForm({
    // A saved tour is a new form: its fields begin with what is saved now.
    id: `tour-${version}`,
    lastResult: useLastResult(answer?.submission),
    defaultValue: { ...typed, version: String(version) },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: TourForm }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  return (
    <>
      <DeskHeading
        title="Tour"
        lead="Changes count for new bookings. Everyone who has booked keeps the price, the deposit and the due dates they agreed to."
        badge={<SeatsBadge taken={taken} seats={Number(typed.seats)} />}
      />
      {answer?.meanwhile && <SavedMeanwhile differences={answer.meanwhile.differences} />}
      <Form
        method="post"
        action={PAGE}
        preventScrollReset
        {...getFormProps(form)}
        key={form.id}
        className="grid gap-5"
      >
        <input
          type="hidden"
          name="version"
          value={answer?.meanwhile?.version ?? String(fields.version.initialValue)}
        />
        <TourFields form={form} fields={fields} taken={taken} itineraryDays={itineraryDays} />
        <NotSent />
        <div>
          <button type="submit" disabled={busy} aria-busy={busy} className={deskButton('main')}>
            {busy ? 'Saving...' : 'Save tour'}
          </button>
        </div>
      </Form>
    </>
  )
}

const SeatsBadge = ({ taken, seats }: { taken: SeatsTaken; seats: number }) => (
  <Badge tone={taken.held + taken.paid >= seats ? 'wait' : 'info'}>
    {taken.held + taken.paid} of {seats} seats taken
  </Badge>
)

/** The second editor sees that, and loses nothing. */
const SavedMeanwhile = ({ differences }: { differences: string[] }) => (
  <Notice
    tone="wait"
    role="alert"
    title="Somebody else saved the tour while you were editing"
    className="mb-5"
  >
    {differences.length === 0 ? (
      <p>They wrote the same as you. There is nothing left to save.</p>
    ) : (
      <>
        <p>Your words are still below, not saved. Where theirs differ, this is saved now:</p>
        <ul className="mt-1.5 list-disc pl-5">
          {differences.map((difference) => (
            <li key={difference} dir="auto">
              {difference}
            </li>
          ))}
        </ul>
        <p className="mt-1.5">Change yours to match, or save again to put yours in their place.</p>
      </>
    )}
  </Notice>
)
