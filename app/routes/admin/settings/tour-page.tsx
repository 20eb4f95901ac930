import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { namesOf, valuesOf } from '#app/platform/typed/fields'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { SOUND_PATH } from '#app/tours/band-sound'
import { TOUR_LISTS, TOUR_WORDS, TourWordsForm } from '#app/tours/tour-forms'
import { itemsOf, saveTourWords, theTour } from '#app/tours/tour-lists.server'
import { adminField } from '#app/ui/admin/admin-fields'
import { SaveBar, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { SavedFirst, useStaffForm } from '#app/ui/admin/staff-form'
import { TextAreaField, TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const PAGE = '/admin/settings/tour-page'

/** Fields of one line; the others are longer. */
const LINES = new Set(['name', 'introTitle', 'bandTitle', 'routeTitle'])

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const tour = theTour()
  const items = itemsOf(tour.id)
  return {
    typed: valuesOf(TOUR_WORDS, tour),
    version: tour.version,
    lists: namesOf(TOUR_LISTS).map((kind) => ({
      ...{ kind, name: TOUR_LISTS[kind].name, length: items[kind].length },
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const submission = await readSubmission(request, TourWordsForm)
  if (submission.status !== 'success')
    return data({ submission: submission.reply(), savedSince: null }, { status: 400 })
  const { value } = submission
  const saved = saveTourWords(value, staff, now())
  if ('refused' in saved) {
    const { tour } = saved
    const differences = namesOf(TOUR_WORDS)
      .filter((field) => tour[field] !== value[field])
      .map((field) => `${TOUR_WORDS[field].label}: ${tour[field]}`)
    const savedSince = { version: tour.version, differences }
    return data({ submission: submission.reply(), savedSince }, { status: 409 })
  }
  return redirectWithToast(
    PAGE,
    saved.changed.length === 0
      ? { tone: 'info', title: 'Nothing to save', description: 'You changed nothing.' }
      : { tone: 'success', title: 'Words saved', description: 'The tour page shows them now.' },
  )
}

const NOT_SAVED = { title: 'Failed to save the words' }

export const clientAction = stayOnFailure(NOT_SAVED)

export const meta = () => adminHead('The tour page')

export default function TourWordsPage() {
  const { typed, version, lists } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const [form, fields] = useStaffForm(TourWordsForm, {
    id: `tour-${version}`,
    lastResult: useLastResult(answer?.submission),
    defaultValue: { ...typed, version: String(version) },
    shouldValidate: 'onBlur',
  })
  return (
    <>
      <AdminHeading
        title="The tour page"
        lead={
          <>
            What all departures have in common. The days, and their pictures, are{' '}
            <Link to="/admin/departures" className="underline underline-offset-4">
              each departure’s own
            </Link>
            , under Trip book.
          </>
        }
      >
        {lists.map(({ kind, name, length }) => (
          <AdminLink key={kind} to={`${PAGE}/${kind}`}>
            {name} ({length})
          </AdminLink>
        ))}
        <AdminLink to={SOUND_PATH}>Sound of the band</AdminLink>
        <AdminLink to="/admin/settings/pages/tour">Pictures and films</AdminLink>
      </AdminHeading>
      {answer?.savedSince && <SavedFirst what="the words" differences={answer.savedSince.differences} />}
      <AdminPanel className="max-w-4xl p-5">
        <Form method="post" action={PAGE} {...getFormProps(form)} key={form.id} className="grid gap-5">
          <input
            type="hidden"
            name="version"
            value={answer?.savedSince?.version ?? String(fields.version.initialValue)}
          />
          {namesOf(TOUR_WORDS).map((field) => {
            const common = {
              label: TOUR_WORDS[field].label,
              ...adminField(form, fields[field]),
              required: true,
              maxLength: TOUR_WORDS[field].atMost,
            }
            return LINES.has(field) ? (
              <TextField key={field} {...common} />
            ) : (
              <TextAreaField
                key={field}
                {...common}
                rows={field === 'introText' ? 8 : 3}
                hint={field === 'introText' ? 'An empty line begins a new paragraph.' : undefined}
              />
            )
          })}
          <SaveBar label="Save words" backTo={PAGE} errors={form.errors} notSent={NOT_SAVED} />
        </Form>
      </AdminPanel>
    </>
  )
}
