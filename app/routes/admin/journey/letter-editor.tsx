import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { CAMPAIGN_LIMITS } from '#app/people/people-forms'
import {
  ADDRESSEE_NAMES,
  AUDIENCE_NAMES,
  LETTER_DAYS_AT_MOST,
  LetterForm,
  PLACEHOLDERS,
  TIMING_NAMES,
} from '#app/tours/letter-form'
import { adminField, TickField } from '#app/ui/admin/admin-fields'
import { SaveBar, useLastResult, useUnsavedForm } from '#app/ui/admin/admin-form'
import { AdminPanel } from '#app/ui/admin/admin-parts'
import { ChoiceCards } from '#app/ui/choice-cards'
import { FieldError, SelectField, TextAreaField, TextField } from '#app/ui/field'
import { ADDRESSEES, AUDIENCES, LETTER_TIMINGS } from '#db/values'
import type { EditorView } from './letter-page.server'

export const NOT_SAVED = { title: 'Failed to save the letter' }

export const chosenTick = (travelerId: number): string => `chosen${travelerId}`

type Props = {
  view: EditorView
  formKey: string
  lastResult: SubmissionResult<string[]> | null | undefined
  /** Of a draft that someone else saved in the meantime: the version to save over now. */
  version?: number | undefined
  backTo: string
}

/** Writes a letter to a departure: its words, whom it is for, and when it leaves. */
export function LetterEditor({ view, formKey, lastResult, version, backTo }: Props) {
  const unsaved = useUnsavedForm()
  const [form, fields] = useForm({
    id: 'letter',
    lastResult: useLastResult(lastResult),
    defaultValue: view.typed,
    onValidate: ({ formData }) => parseWithZod(withChosen(formData, view), { schema: LetterForm }),
    shouldRevalidate: 'onInput',
  })
  const chosen = chosenIn(lastResult, unsaved) ?? view.typed.chosen
  /** Below the choice that needs it. */
  const asks: Record<string, ReactNode> = {
    room: (
      <SelectField {...adminField(form, fields.room)} label="Room">
        <option value="">Please choose</option>
        {view.rooms.map(({ id, words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </SelectField>
    ),
    chosen: <Travelers view={view} chosen={chosen} errors={fields.chosen.errors} />,
    'on-day': <TextField {...adminField(form, fields.sendOn)} type="date" label="Day" />,
    before: <DaysField field={adminField(form, fields.daysBefore)} />,
    after: <DaysField field={adminField(form, fields.daysAfter)} />,
  }
  const optionsOf = <Key extends string>(keys: readonly Key[], names: Record<Key, string>) =>
    keys.map((value) => ({ value, title: names[value], asks: asks[value] }))
  return (
    <Form method="post" {...getFormProps(form)} className="grid max-w-4xl gap-5">
      <input type="hidden" name="formKey" value={unsaved?.formKey ?? formKey} />
      <input type="hidden" name="version" value={version ?? fields.version.initialValue ?? 1} />
      <AdminPanel title="The letter" className="grid gap-5 p-5">
        <TextField {...adminField(form, fields.subject)} label="Subject" dir="auto" required />
        <TextAreaField
          {...adminField(form, fields.body)}
          label="Letter"
          rows={14}
          dir="auto"
          required
          hint={`At most ${CAMPAIGN_LIMITS.body.toLocaleString('en-US')} characters. Markdown: # Heading, **bold**, - list, [words](https://address). No pictures. Filled in for each reader: ${PLACEHOLDERS_LISTED}.`}
        />
        <TickField
          id="isUrgent"
          name="isUrgent"
          label="Urgent"
          hint="Readers are asked to press “I have read this”; you see who has not, with their phone number."
          defaultChecked={fields.isUrgent.initialValue === 'on'}
        />
      </AdminPanel>
      <AdminPanel title="Who gets it" className="grid gap-6 p-5">
        <ChoiceCards
          legend="It is for"
          name="who"
          options={optionsOf(AUDIENCES, AUDIENCE_NAMES)}
          defaultValue={(fields.who.initialValue ?? 'all') as (typeof AUDIENCES)[number]}
          errors={fields.who.errors}
        />
        <ChoiceCards
          legend="It is sent"
          name="addressees"
          options={optionsOf(ADDRESSEES, ADDRESSEE_NAMES)}
          defaultValue={(fields.addressees.initialValue ?? 'travelers') as (typeof ADDRESSEES)[number]}
          errors={fields.addressees.errors}
        />
        <p className="text-admin-soft text-xs">
          Travelers without an address of their own are reached through their lead traveler. Anyone who has
          not paid, or has canceled by then, does not get it.
        </p>
      </AdminPanel>
      <AdminPanel title="When it leaves" className="grid gap-5 p-5">
        <ChoiceCards
          legend="It leaves"
          name="timing"
          options={optionsOf(LETTER_TIMINGS, TIMING_NAMES)}
          defaultValue={(fields.timing.initialValue ?? 'by-hand') as (typeof LETTER_TIMINGS)[number]}
          errors={fields.timing.errors}
        />
        <TextField
          {...adminField(form, fields.time)}
          type="time"
          label="Time of day"
          hint={`${view.zone}. Days before and after follow the dates of the departure, also in a copy of it.`}
          className="max-w-60"
        />
        <SaveBar label="Save and preview" backTo={backTo} errors={form.errors} notSent={NOT_SAVED} />
      </AdminPanel>
    </Form>
  )
}

const DaysField = ({ field }: { field: ReturnType<typeof adminField> }) => (
  <TextField
    {...field}
    type="number"
    inputMode="numeric"
    min={0}
    max={LETTER_DAYS_AT_MOST}
    label="Days"
    className="max-w-40"
  />
)

type TravelersProps = { view: EditorView; chosen: string[]; errors: string[] | undefined }

const Travelers = ({ view: { travelers }, chosen, errors }: TravelersProps) => (
  <fieldset>
    <legend className="mb-2 text-xs font-semibold">Travelers</legend>
    {travelers.length === 0 && <p className="text-sm">No one travels on this departure yet.</p>}
    <div className="grid gap-x-5 sm:grid-cols-2">
      {travelers.map(({ travelerId, called, reference }) => (
        <label key={travelerId} className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            name={chosenTick(travelerId)}
            defaultChecked={chosen.includes(String(travelerId))}
            className="size-5 flex-none accent-umber"
          />
          <span>
            <span dir="auto">{called}</span> <span className="text-admin-soft text-xs">{reference}</span>
          </span>
        </label>
      ))}
    </div>
    <FieldError message={errors?.[0]} />
  </fieldset>
)

const PLACEHOLDERS_LISTED = Object.entries(PLACEHOLDERS)
  .map(([name, what]) => `{{${name}}} ${what}`)
  .join('; ')

/** The boxes that are checked, as the one field that the schema knows. */
export function withChosen(form: FormData, { travelers }: Pick<EditorView, 'travelers'>): FormData {
  const typed = new FormData()
  for (const [name, value] of form) if (!/^chosen/.test(name)) typed.append(name, value)
  for (const { travelerId } of travelers)
    if (form.get(chosenTick(travelerId)) === 'on') typed.append('chosen', String(travelerId))
  return typed
}

function chosenIn(
  result: SubmissionResult<string[]> | null | undefined,
  unsaved: Record<string, string> | null,
): string[] | null {
  if (unsaved) return Object.keys(unsaved).flatMap((name) => /^chosen(\d+)$/.exec(name)?.[1] ?? [])
  const typed = result?.initialValue?.chosen
  if (typed === undefined) return result?.initialValue ? [] : null
  return Array.isArray(typed) ? typed.map(String) : [String(typed)]
}
