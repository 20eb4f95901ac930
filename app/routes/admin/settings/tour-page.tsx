import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { now, today } from '#app/platform/clock.server'
import { namesOf, ofEach, valuesOf } from '#app/platform/typed/fields'
import { tourPage } from '#app/routes/site/tour-page.server'
import { namedTour, tourSettings } from '#app/server/guards/named-rows.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { publicDepartures } from '#app/tours/departures.server'
import { searchResult } from '#app/tours/search-result'
import { CAN_BE_EMPTY, TOUR_LISTS, TOUR_WORDS, type TourWords, TourWordsForm } from '#app/tours/tour-forms'
import { itemsOf, saveTourWords } from '#app/tours/tour-lists.server'
import { pathOf, type Tour, tourAt } from '#app/tours/tours.server'
import { adminField } from '#app/ui/admin/admin-fields'
import { SaveBar, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, adminHead } from '#app/ui/admin/admin-parts'
import { PhoneFold, SayingFold } from '#app/ui/admin/phone-fold'
import { SavedFirst, useStaffForm } from '#app/ui/admin/staff-form'
import { TextAreaField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const HINTS: Partial<Record<keyof TourWords, string>> = {
  tagline: 'What it is about, in small letters: “country music and safari in Kenya”.',
  promise: 'As it follows the number of its days: “in Kenya with a live country band”.',
  madeFor: 'Who would come, for search engines: “Country music fans”. It may be empty.',
  teaser: 'On the home page and in the list of journeys. {days} and {seats} become the numbers in words.',
  introText: 'An empty line begins a new paragraph.',
  bandTitle: 'Without a heading, the page has no part about a band.',
}

/** The least lines of those that are longer than one. */
const ROWS: Partial<Record<keyof TourWords, number>> = {
  ...{ teaser: 2, introText: 4, bandText: 2, routeText: 2, notIncluded: 2 },
}

type Part = { title: string; fields: [keyof TourWords, ...(keyof TourWords)[]] }

const SEARCH_PART: Part = {
  title: 'In menus and search results',
  fields: ['shortName', 'tagline', 'promise', 'madeFor'],
}

const PARTS: Part[] = [
  { title: 'The journey', fields: ['name', 'teaser'] },
  SEARCH_PART,
  { title: 'The introduction', fields: ['introTitle', 'introText'] },
  { title: 'The band', fields: ['bandTitle', 'bandText'] },
  { title: 'The route and what is not included', fields: ['routeTitle', 'routeText', 'notIncluded'] },
]

/** Where nothing is on offer, what would be filled in. */
const NOT_ON_OFFER = { dates: '{dates}', dayCount: '{days}', seats: '{seats}', deposit: null }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const tour = namedTour(params)
  const items = itemsOf(tour.id)
  return {
    ...{ page: tourSettings(params), id: tour.id, name: tour.name, ...shownOf(tour) },
    typed: valuesOf(TOUR_WORDS, tour),
    version: tour.version,
    lists: namesOf(TOUR_LISTS).map((kind) => ({
      ...{ kind, name: TOUR_LISTS[kind].name, length: items[kind].length },
    })),
  }
}

/** The page that guests see, and what search results say of it. */
function shownOf(tour: Tour) {
  if (!tourAt(pathOf(tour)) || publicDepartures(today(), { tourId: tour.id }).length === 0)
    return { path: null, onOffer: NOT_ON_OFFER }
  const { path, dates, dayCount, seats, sales, deposit } = tourPage(tour, null)
  return { path, onOffer: { dates, dayCount, seats, deposit: sales === 'open' ? deposit : null } }
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
  const { page, path, onOffer, id, name: tourName, typed, version, lists } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const [form, fields] = useStaffForm(TourWordsForm, {
    id: `tour-${id}-${version}`,
    lastResult: useLastResult(answer?.submission),
    defaultValue: { ...typed, version: String(version) },
    shouldValidate: 'onBlur',
  })
  const result = searchResult(
    ofEach(TOUR_WORDS, (field) => String(fields[field].value ?? '')),
    onOffer,
  )
  const inputs = (part: Part) => (
    <div className="grid gap-4">
      {part.fields.map((field) => (
        <TextAreaField
          key={field}
          label={TOUR_WORDS[field].label}
          hint={HINTS[field]}
          {...adminField(form, fields[field])}
          required={!CAN_BE_EMPTY.has(field)}
          maxLength={TOUR_WORDS[field].atMost}
          rows={ROWS[field] ?? 1}
        />
      ))}
    </div>
  )
  return (
    <>
      <AdminHeading title="The tour page">
        {path && <AdminLink to={path}>See the page</AdminLink>}
      </AdminHeading>
      <p className="-mt-2 mb-4 max-w-prose text-admin-soft text-sm">
        {tourName}: what all departures have in common. The days, and their pictures, are{' '}
        <Link to="/admin/departures" className="underline underline-offset-4">
          each departure’s own
        </Link>
        , under Trip book.
      </p>
      <div className="mb-4 grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap">
        {lists.map(({ kind, name, length }) => (
          <AdminLink key={kind} to={`${page}/${kind}`}>
            {name} ({length})
          </AdminLink>
        ))}
        <AdminLink to={`${page}/sound`}>Sound of the band</AdminLink>
        <AdminLink to={`/admin/settings/pages/tour-${id}`}>Pictures and films</AdminLink>
        <AdminLink to="/admin/settings/journeys">All journeys</AdminLink>
      </div>
      {answer?.savedSince && <SavedFirst what="the words" differences={answer.savedSince.differences} />}
      <Form
        method="post"
        action={page}
        {...getFormProps(form)}
        key={form.id}
        className="[&_textarea]:scroll-mb-24"
      >
        <input
          type="hidden"
          name="version"
          value={answer?.savedSince?.version ?? String(fields.version.initialValue)}
        />
        <div className="gap-5 lg:columns-2">
          {PARTS.map((part) => {
            const { title, fields: ofPart } = part
            const isNeeded = ofPart.some((field) => fields[field].errors)
            return part === SEARCH_PART ? (
              <SayingFold key={title} {...{ title, isNeeded }} says={<SearchResult {...result} />}>
                {inputs(part)}
              </SayingFold>
            ) : (
              <PhoneFold key={title} {...{ title, isNeeded }} says={typed[ofPart[0]] || 'None'}>
                {inputs(part)}
              </PhoneFold>
            )
          })}
        </div>
        <SaveBar isSticky label="Save words" backTo={page} errors={form.errors} notSent={NOT_SAVED} />
      </Form>
    </>
  )
}

/** As a search engine would show it. */
const SearchResult = ({ title, description }: ReturnType<typeof searchResult>) => (
  <>
    <span className="wrap-anywhere mt-1 block text-sm text-umber">{title}</span>
    <span className="wrap-anywhere block text-admin-soft text-xs">{description}</span>
  </>
)
