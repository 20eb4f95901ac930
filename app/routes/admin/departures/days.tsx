import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addDays, showDay } from '#app/platform/days'
import {
  EditRow,
  OrderedListPage,
  rowTexts,
  stayOnListFailure,
} from '#app/routes/admin/settings/editable-list'
import { editList, goneRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { pictureAt, picturesToChoose } from '#app/site/gallery.server'
import { PICTURE_GONE } from '#app/site/picture'
import { dayCount } from '#app/tours/departure'
import { DAYS_AT_MOST } from '#app/tours/departure-form'
import { KIND_NAMES, OF_THE_LODGE } from '#app/tours/itinerary'
import { lodgeNames } from '#app/tours/lodges.server'
import { DAY, DayForm, type DayWords } from '#app/tours/tour-forms'
import { daysIn, daysOf } from '#app/tours/tour-lists.server'
import { AdminLink, adminHead } from '#app/ui/admin/admin-parts'
import { Notice } from '#app/ui/notice'

const TEXTS = rowTexts('Remove', 'day')

const listOf = (departureId: number) => `/admin/departures/${departureId}/trip-book/days`

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  if (params.day)
    return openRow(params.day, daysIn(departure.id).open, {
      ...{ list: listOf(departure.id), pictures: picturesToChoose() },
      suggestions: { lodge: lodgeNames() },
    })
  return {
    book: `/admin/departures/${departure.id}/trip-book`,
    length: dayCount(departure),
    days: daysOf(departure.id).map(({ id, title, place, kinds, picture }, index) => ({
      id,
      picture: pictureAt(picture),
      name: title,
      about: [
        showDay(addDays(departure.startsOn, index)),
        place,
        kinds.map((kind) => KIND_NAMES[kind]).join(' and '),
      ].join(' · '),
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  return editList(request, params.day, staff, {
    ...daysIn(id),
    ...{ table: DAY, schema: DayForm, list: listOf(id) },
    refusals: {
      gone: goneRow('day'),
      'no-such-picture': { fieldErrors: { picture: [PICTURE_GONE] } },
      'too-many': { formErrors: [`A departure has ${DAYS_AT_MOST} days at most.`] },
    },
    saved: (typed, dayId) => ({
      title: 'Day saved',
      description: savedWords(typed, daysIn(id).open(dayId)?.words),
    }),
    removed: { title: 'Day removed', description: 'The days after it are a date earlier now.' },
  })
}

/** What became of the old lodge's facts, where the day moved to another one. */
function savedWords({ title, lodge, ...typed }: DayWords, stored: DayWords | undefined): string {
  if (!stored || OF_THE_LODGE.every((field) => stored[field] === typed[field])) return title
  return stored.lodgeAddress
    ? `${title}. Address, phone and coordinates are now those of ${lodge}.`
    : `${title}. Address and phone of the lodge before were removed: enter those of ${lodge || 'the new one'}.`
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = ({ params }: MetaArgs) => adminHead(params.day ? 'Day' : 'Days')

/** The days of a departure, whose dates follow from their order; or one of them, to be written. */
export default function DaysPage() {
  const loaded = useLoaderData<typeof loader>()
  if ('days' in loaded) return <Days {...loaded} />
  const { list, pictures, suggestions, ...row } = loaded
  const day = row.words
  return (
    <EditRow
      {...{ form: 'day', texts: TEXTS, table: DAY, schema: DayForm, list, row }}
      {...{ pictures, suggestions }}
      heading={day?.title ?? 'Add day'}
      removal={
        <>
          <strong dir="auto">{day?.title}</strong> disappears from this departure. This cannot be undone.
        </>
      }
    />
  )
}

type DaysProps = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { days: unknown }>

const Days = ({ book, length, days }: DaysProps) => (
  <OrderedListPage
    title="Days"
    lead="Their dates follow from their order and the first day. They belong to this departure alone."
    links={<AdminLink to={book}>The trip book</AdminLink>}
    page={`${book}/days`}
    one="day"
    rows={days}
    empty={{
      title: 'No days yet',
      note: 'The tour page shows no itinerary and no map until there are some.',
    }}
  >
    {days.length > 0 && days.length !== length && (
      <Notice
        tone="wait"
        title={`The departure lasts ${length} days, and ${days.length} are described`}
        className="mb-5"
      >
        Add or remove some, or change its last day.
      </Notice>
    )}
  </OrderedListPage>
)
