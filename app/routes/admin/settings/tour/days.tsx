import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addDays, showDay, showDays } from '#app/platform/days'
import { characters, namesOf } from '#app/platform/typed/fields'
import {
  EditRow,
  OrderedListPage,
  rowTexts,
  stayOnListFailure,
} from '#app/routes/admin/settings/editable-list'
import { editList, openRow } from '#app/routes/admin/settings/list-answers.server'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { dayCount } from '#app/tours/departure'
import { DAYS_AT_MOST } from '#app/tours/departure-form'
import { KIND_NAMES, LODGING } from '#app/tours/itinerary'
import { STOP_NAMES } from '#app/tours/stops'
import { DAY_TEXTS, DayForm } from '#app/tours/tour-forms'
import { daysIn, daysOf } from '#app/tours/tour-lists.server'
import { AdminLink, adminHead } from '#app/ui/admin/admin-parts'
import { FieldOf, SelectField, TextAreaField, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'

const TEXTS = rowTexts('Remove', 'day')
const FIELDS = {
  ...DAY_TEXTS,
  ...{ kind: { label: 'What it includes' }, evening: { label: 'The evening' } },
  ...{ stop: { label: 'Stop on the map' }, onward: { label: 'Ends in' } },
  ...LODGING,
}
const GONE = 'This day was removed in the meantime. Go back to the list and add it as a new one.'

const listOf = (departureId: number) => `/admin/settings/tour/${departureId}/days`

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  if (params.day) return openRow(params.day, daysIn(departure.id).open, { list: listOf(departure.id) })
  return {
    departure: `/admin/settings/tour/${departure.id}`,
    dates: showDays(departure.startsOn, departure.endsOn),
    length: dayCount(departure),
    days: daysOf(departure.id).map(({ id, title, place, kinds }, index) => ({
      id,
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
    ...{ schema: DayForm, list: listOf(id) },
    fields: FIELDS,
    say: {
      kind: (kind) => KIND_NAMES[kind],
      evening: (kind) => (kind ? KIND_NAMES[kind] : 'the same'),
      onward: (stop) => stop ?? 'the same place',
    },
    refusals: {
      gone: { formErrors: [GONE] },
      'too-many': { formErrors: [`A departure has ${DAYS_AT_MOST} days at most.`] },
    },
    saved: ({ title }) => ({ title: 'Day saved', description: title }),
    removed: { title: 'Day removed', description: 'The days after it are a date earlier now.' },
  })
}

export const clientAction = stayOnListFailure(TEXTS)

export const meta = ({ params }: MetaArgs) => adminHead(params.day ? 'Day' : 'Days')

/** The days of a departure, whose dates follow from their order; or one of them, to be written. */
export default function DaysPage() {
  const loaded = useLoaderData<typeof loader>()
  if ('days' in loaded) return <Days {...loaded} />
  const { list, ...row } = loaded
  const day = row.words
  return (
    <EditRow
      {...{ form: 'day', texts: TEXTS, schema: DayForm, fields: FIELDS, list, row }}
      begin={day ? { ...day, evening: day.evening ?? '', onward: day.onward ?? '' } : { kind: 'safari' }}
      heading={day?.title ?? 'Add day'}
      removal={
        <>
          <strong dir="auto">{day?.title}</strong> disappears from this departure. This cannot be undone.
        </>
      }
    >
      {(field) => (
        <>
          <TextField {...field('title')} required />
          <TextField {...field('place')} required hint="As travelers read it: Nairobi National Park" />
          <TextAreaField
            {...field('text')}
            required
            rows={3}
            hint={`At most ${characters(DAY_TEXTS.text.atMost)}.`}
            className="sm:col-span-2"
          />
          <SelectField {...field('kind')} required>
            <KindOptions />
          </SelectField>
          <SelectField {...field('evening')} label="And the evening" optional>
            <option value="">The same</option>
            <KindOptions />
          </SelectField>
          <SelectField
            {...field('stop')}
            required
            hint="Where the day is spent. The map draws the stops that the days use."
          >
            <StopOptions />
          </SelectField>
          <SelectField
            {...field('onward')}
            optional
            hint="Only if the day ends somewhere other than where the next one begins."
          >
            <option value="">The same place</option>
            <StopOptions />
          </SelectField>
          <fieldset className="grid gap-5 border-admin-line border-t pt-5 sm:col-span-2 sm:grid-cols-2">
            <legend className="pr-3 font-semibold text-sm">For the trip book</legend>
            {namesOf(LODGING).map((name) => (
              <FieldOf
                key={name}
                field={LODGING[name]}
                {...field(name)}
                dir={undefined}
                className={LODGING[name].wide ? 'sm:col-span-2' : undefined}
              />
            ))}
          </fieldset>
        </>
      )}
    </EditRow>
  )
}

type DaysProps = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { days: unknown }>

const Days = ({ departure, dates, length, days }: DaysProps) => (
  <OrderedListPage
    title={`Days of ${dates}`}
    lead="Their dates follow from their order and the first day. They belong to this departure alone."
    links={<AdminLink to={departure}>Back to the departure</AdminLink>}
    page={`${departure}/days`}
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

const KindOptions = () => (
  <>
    {Object.entries(KIND_NAMES).map(([kind, name]) => (
      <option key={kind} value={kind}>
        {name}
      </option>
    ))}
  </>
)

const StopOptions = () => (
  <>
    {STOP_NAMES.map((name) => (
      <option key={name}>{name}</option>
    ))}
  </>
)
