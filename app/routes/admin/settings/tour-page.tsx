import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { namesOf, valuesOf } from '#app/platform/typed/fields'
import { namedTour, tourSettings } from '#app/server/guards/named-rows.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { CAN_BE_EMPTY, TOUR_LISTS, TOUR_WORDS, type TourWords, TourWordsForm } from '#app/tours/tour-forms'
import { itemsOf, saveTourWords } from '#app/tours/tour-lists.server'
import { adminField } from '#app/ui/admin/admin-fields'
import { SaveBar, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { SavedFirst, useStaffForm } from '#app/ui/admin/staff-form'
import { TextAreaField, TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

/** Fields of one line; the others are longer. */
const HINTS: Partial<Record<keyof TourWords, string>> = {
  shortName: 'In the menu and in search results.',
  tagline: 'What it is about, in small letters: “country music and safari in Kenya”.',
  promise: 'As it follows the number of its days: “in Kenya with a live country band”.',
  madeFor: 'Who would come, for search engines: “Country music fans”. It may be empty.',
  teaser: 'On the home page and in the list of journeys. {days} and {seats} become the numbers in words.',
  introText: 'An empty line begins a new paragraph.',
  bandTitle: 'Without a heading, the page has no part about a band.',
}

const LINES = new Set([
  ...['name', 'shortName', 'tagline', 'promise', 'madeFor'],
  ...['introTitle', 'bandTitle', 'routeTitle'],
])

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const tour = namedTour(params)
  const items = itemsOf(tour.id)
  return {
    ...{ page: tourSettings(params), id: tour.id, name: tour.name },
    typed: valuesOf(TOUR_WORDS, tour),
    version: tour.version,
    lists: namesOf(TOUR_LISTS).map((kind) => ({
      ...{ kind, name: TOUR_LISTS[kind].name, length: items[kind].length },
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const submission = await readSubmission(request, TourWordsForm)
  if (submission.status !== 'success')
    return data({ submission: submission.reply(), savedSince: null }, { status: 400 })
  const { value } = submission
  const saved = saveTourWords(namedTour(params).id, value, staff, now())
  if ('refused' in saved) {
    const { tour } = saved
    const differences = namesOf(TOUR_WORDS)
      .filter((field) => tour[field] !== value[field])
      .map((field) => `${TOUR_WORDS[field].label}: ${tour[field]}`)
    const savedSince = { version: tour.version, differences }
    return data({ submission: submission.reply(), savedSince }, { status: 409 })
  }
  return redirectWithToast(
    tourSettings(params),
    saved.changed.length === 0
      ? { tone: 'info', title: 'Nothing to save', description: 'You changed nothing.' }
      : { tone: 'success', title: 'Words saved', description: 'The tour page shows them now.' },
  )
}

const NOT_SAVED = { title: 'Failed to save the words' }

export const clientAction = stayOnFailure(NOT_SAVED)

export const meta = () => adminHead('The tour page')

export default function TourWordsPage() {
  const { page, id, name: tourName, typed, version, lists } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const [form, fields] = useStaffForm(TourWordsForm, {
    id: `tour-${id}-${version}`,
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
            {tourName}: what all departures have in common. The days, and their pictures, are{' '}
            <Link to="/admin/departures" className="underline underline-offset-4">
              each departure’s own
            </Link>
            , under Trip book.
          </>
        }
      >
        {lists.map(({ kind, name, length }) => (
          <AdminLink key={kind} to={`${page}/${kind}`}>
            {name} ({length})
          </AdminLink>
        ))}
        <AdminLink to={`${page}/sound`}>Sound of the band</AdminLink>
        <AdminLink to={`/admin/settings/pages/tour-${id}`}>Pictures and films</AdminLink>
        <AdminLink to="/admin/settings/journeys">All journeys</AdminLink>
      </AdminHeading>
      {answer?.savedSince && <SavedFirst what="the words" differences={answer.savedSince.differences} />}
      <AdminPanel className="max-w-4xl p-5">
        <Form method="post" action={page} {...getFormProps(form)} key={form.id} className="grid gap-5">
          <input
            type="hidden"
            name="version"
            value={answer?.savedSince?.version ?? String(fields.version.initialValue)}
          />
          {namesOf(TOUR_WORDS).map((field) => {
            const common = {
              label: TOUR_WORDS[field].label,
              hint: HINTS[field],
              ...adminField(form, fields[field]),
              required: !CAN_BE_EMPTY.has(field),
              maxLength: TOUR_WORDS[field].atMost,
            }
            return LINES.has(field) ? (
              <TextField key={field} {...common} />
            ) : (
              <TextAreaField key={field} {...common} rows={field === 'introText' ? 8 : 3} />
            )
          })}
          <SaveBar label="Save words" backTo={page} errors={form.errors} notSent={NOT_SAVED} />
        </Form>
      </AdminPanel>
    </>
  )
}
