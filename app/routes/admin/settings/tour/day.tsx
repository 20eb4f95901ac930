import { getFormProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useLoaderData, useSearchParams } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { characters } from '#app/platform/typed/limits'
import { keepTyped } from '#app/routes/admin/admin-form'
import { namedDeparture, rowId } from '#app/routes/admin/named-rows.server'
import { answerChangedMeanwhile } from '#app/routes/admin/settings/list-answers.server'
import { GoneFromList, OpenedVersion } from '#app/routes/admin/settings/list-parts'
import { fieldsOf, readForm } from '#app/server/read-form.server'
import { requireStaff } from '#app/server/staff-session.server'
import { DAYS_AT_MOST } from '#app/tours/departure-form'
import { KIND_NAMES } from '#app/tours/itinerary'
import { addDay, changeDay, dayWith, removeDay, versionOfDay } from '#app/tours/itinerary.server'
import { STOP_NAMES } from '#app/tours/stops'
import { DAY_LIMITS, DayForm, type DayWords } from '#app/tours/tour-forms'
import { deskField } from '#app/ui/admin/admin-fields'
import { DeskHeading, DeskPanel, deskHead } from '#app/ui/admin/admin-parts'
import { RemovalDialog } from '#app/ui/admin/route-dialog'
import { SaveBar, useDeskAnswer, useLastResult } from '#app/ui/admin/save-bar'
import { SelectField, TextAreaField, TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const REFUSALS = {
  gone: 'This day was removed in the meantime. Go back to the list and add it as a new one.',
  'too-many': `A departure has ${DAYS_AT_MOST} days at most.`,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  const id = rowId(params.day)
  const day = id === 'new' ? null : (dayWith(id) ?? null)
  const isHere = day?.departureId === departure.id
  const opened = day && isHere ? versionOfDay(day) : undefined
  return data(
    { id, list: `/admin/settings/tour/${departure.id}/days`, day: isHere ? day : null, opened },
    { status: id === 'new' || isHere ? 200 : 404 },
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change tour')
  const { id: departureId } = namedDeparture(params)
  const id = rowId(params.day)
  const list = `/admin/settings/tour/${departureId}/days`
  const form = await readForm(request, ['intent', ...fieldsOf(DayForm)])
  if (form.get('intent') === 'remove') {
    if (id !== 'new') removeDay(departureId, id, staff, now())
    const description = 'The days after it are a date earlier now.'
    return redirectWithToast(list, { tone: 'success', title: 'Day removed', description })
  }
  const submission = parseWithZod(form, { schema: DayForm })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { version, ...words } = submission.value
  const saved =
    id === 'new'
      ? addDay(departureId, words, staff, now())
      : changeDay(departureId, id, { ...words, version }, staff, now())
  if ('stored' in saved) return answerChangedMeanwhile(submission, words, saved, LABELS, SAY)
  if ('refused' in saved)
    return data(submission.reply({ formErrors: [REFUSALS[saved.refused]] }), { status: 409 })
  return redirectWithToast(list, { tone: 'success', title: 'Day saved', description: words.title })
}

const LABELS = {
  ...{ title: 'Title', place: 'Place', text: 'Text', kind: 'What it includes', evening: 'The evening' },
  ...{ stop: 'Stop on the map', onward: 'Ends in' },
}
const SAY = {
  kind: (kind: DayWords['kind']) => KIND_NAMES[kind],
  evening: (kind: DayWords['evening']) => (kind ? KIND_NAMES[kind] : 'the same'),
  onward: (stop: DayWords['onward']) => stop ?? 'the same place',
}

const NOT_SAVED = { title: 'Failed to save the day' }
const NOT_REMOVED = { title: 'Failed to remove the day' }

export const clientAction = keepTyped((sent) => (sent.get('intent') === 'remove' ? NOT_REMOVED : NOT_SAVED))

export const meta: MetaFunction = () => deskHead('Day')

export default function DayPage() {
  const { id, list, day, opened } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const lastResult = useDeskAnswer<typeof action>()
  const page = `${list}/${id}`
  const [form, fields] = useForm({
    id: 'day',
    lastResult: useLastResult(lastResult),
    defaultValue: day
      ? { ...day, kind: day.kinds[0], evening: day.kinds[1] ?? '', onward: day.onward ?? '' }
      : { kind: 'safari' },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: DayForm }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  if (id !== 'new' && !day && !lastResult) return <GoneFromList list={list} what="day" />
  return (
    <>
      <DeskHeading title={day?.title ?? 'Add day'} />
      {day && query.has('remove') && (
        <RemovalDialog
          title="Remove this day?"
          page={page}
          label="Remove day"
          busyLabel="Removing..."
          notSent={NOT_REMOVED}
        >
          <strong dir="auto">{day.title}</strong> disappears from this departure. This cannot be undone.
        </RemovalDialog>
      )}
      <DeskPanel className="max-w-4xl p-5">
        <Form method="post" action={page} {...getFormProps(form)} className="grid gap-5 sm:grid-cols-2">
          <OpenedVersion opened={opened} lastResult={lastResult} what="the day" />
          <TextField label="Title" {...deskField(form, fields.title)} required maxLength={DAY_LIMITS.title} />
          <TextField
            label="Place"
            {...deskField(form, fields.place)}
            required
            maxLength={DAY_LIMITS.place}
            hint="As travelers read it: Nairobi National Park"
          />
          <TextAreaField
            label="Text"
            {...deskField(form, fields.text)}
            required
            maxLength={DAY_LIMITS.text}
            rows={3}
            hint={`At most ${characters(DAY_LIMITS.text)}.`}
            className="sm:col-span-2"
          />
          <SelectField label="What it includes" {...deskField(form, fields.kind)} required>
            <KindOptions />
          </SelectField>
          <SelectField label="And the evening" {...deskField(form, fields.evening)} optional>
            <option value="">The same</option>
            <KindOptions />
          </SelectField>
          <SelectField
            label="Stop on the map"
            {...deskField(form, fields.stop)}
            required
            hint="Where the day is spent. The map draws the stops that the days use."
          >
            <StopOptions />
          </SelectField>
          <SelectField
            label="Ends in"
            {...deskField(form, fields.onward)}
            optional
            hint="Only where the way leads on to another place than the next day’s."
          >
            <option value="">The same place</option>
            <StopOptions />
          </SelectField>
          <div className="sm:col-span-2">
            <SaveBar
              label="Save day"
              backTo={list}
              errors={form.errors}
              notSent={NOT_SAVED}
              {...(day && { removeTo: `${page}?remove`, removeLabel: 'Remove day' })}
            />
          </div>
        </Form>
      </DeskPanel>
    </>
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
