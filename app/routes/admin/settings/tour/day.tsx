import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { characters, namesOf, ofEach } from '#app/platform/typed/fields'
import { EditRow, keepEdited, rowTexts } from '#app/routes/admin/settings/edit-row'
import { editRow, openRow } from '#app/routes/admin/settings/list-answers.server'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { DAYS_AT_MOST } from '#app/tours/departure-form'
import { KIND_NAMES, LODGING } from '#app/tours/itinerary'
import { STOP_NAMES } from '#app/tours/stops'
import { DAY_LIMITS, DayForm } from '#app/tours/tour-forms'
import { daysIn } from '#app/tours/tour-lists.server'
import { adminHead } from '#app/ui/admin/admin-parts'
import { FieldOf, SelectField, TextAreaField, TextField } from '#app/ui/field'

const TEXTS = rowTexts('Remove', 'day')
const LABELS = {
  ...{ title: 'Title', place: 'Place', text: 'Text', kind: 'What it includes', evening: 'The evening' },
  ...{ stop: 'Stop on the map', onward: 'Ends in' },
  ...ofEach(LODGING, (field) => LODGING[field].label),
}
const GONE = 'This day was removed in the meantime. Go back to the list and add it as a new one.'

const listOf = (departureId: number) => `/admin/settings/tour/${departureId}/days`

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const { id } = namedDeparture(params)
  return openRow(params.day, daysIn(id).open, { list: listOf(id) })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id } = namedDeparture(params)
  return editRow(request, params.day, staff, {
    ...daysIn(id),
    ...{ schema: DayForm, list: listOf(id) },
    labels: LABELS,
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

export const clientAction = keepEdited(TEXTS)

export const meta = () => adminHead('Day')

export default function DayPage() {
  const { list, ...row } = useLoaderData<typeof loader>()
  const day = row.words
  return (
    <EditRow
      {...{ form: 'day', texts: TEXTS, schema: DayForm, list, row }}
      {...{ labels: LABELS, limits: DAY_LIMITS }}
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
            hint={`At most ${characters(DAY_LIMITS.text)}.`}
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
