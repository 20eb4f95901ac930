import type { SubmissionResult, useForm } from '@conform-to/react'
import type { ReactNode } from 'react'
import {
  ADDRESSEE_NAMES,
  AUDIENCE_NAMES,
  type BroadcastTyped,
  type BroadcastWish,
  LETTER_DAYS_AT_MOST,
  TIMING_NAMES,
} from '#app/tours/broadcast-form'
import { adminField } from '#app/ui/admin/admin-fields'
import { AdminPanel } from '#app/ui/admin/admin-parts'
import { ChoiceCards } from '#app/ui/choice-cards'
import { FieldError, SelectField, TextField } from '#app/ui/field'
import { ADDRESSEES, BROADCAST_TIMINGS, TRAVELER_AUDIENCES } from '#db/values'
import type { EditorView } from './broadcast-page.server'

type Conform = ReturnType<typeof useForm<BroadcastTyped, BroadcastWish>>
type Props = { view: EditorView; form: Conform[0]; fields: Conform[1] }

const optionsOf = <Key extends string>(
  keys: readonly Key[],
  names: Record<Key, string>,
  asks: Partial<Record<Key, ReactNode>> = {},
) => keys.map((value) => ({ value, title: names[value], asks: asks[value] }))

/** Of a letter to a departure: which of its travelers, and in whose mailbox. */
export const WhoGetsIt = ({ view, form, fields, chosen }: Props & { chosen: string[] }) => (
  <AdminPanel title="Who gets it" className="grid gap-6 p-5">
    <ChoiceCards
      legend="It is for"
      name="who"
      options={optionsOf(TRAVELER_AUDIENCES, AUDIENCE_NAMES, {
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
      })}
      defaultValue={(fields.who.initialValue ?? 'all') as (typeof TRAVELER_AUDIENCES)[number]}
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
      Travelers without an address of their own are reached through their lead traveler. Anyone who has not
      paid, or has canceled by then, does not get it.
    </p>
  </AdminPanel>
)

/** When it leaves; below it, `children` save it. */
export const WhenItLeaves = ({ view, form, fields, children }: Props & { children: ReactNode }) => (
  <AdminPanel title="When it leaves" className="grid gap-5 p-5">
    <ChoiceCards
      legend="It leaves"
      name="timing"
      options={optionsOf(view.isCampaign ? BROADCAST_TIMINGS.slice(0, 2) : BROADCAST_TIMINGS, TIMING_NAMES, {
        'on-day': <TextField {...adminField(form, fields.sendOn)} type="date" label="Day" />,
        before: <DaysField field={adminField(form, fields.daysBefore)} />,
        after: <DaysField field={adminField(form, fields.daysAfter)} />,
      })}
      defaultValue={(fields.timing.initialValue ?? 'by-hand') as (typeof BROADCAST_TIMINGS)[number]}
      errors={fields.timing.errors}
    />
    <TextField
      {...adminField(form, fields.time)}
      type="time"
      label="Time of day"
      hint={`${view.zone}.${view.isCampaign ? '' : ' Days before and after follow the dates of the departure, also in a copy of it.'}`}
      className="max-w-60"
    />
    {children}
  </AdminPanel>
)

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

export const chosenTick = (travelerId: number): string => `chosen${travelerId}`

/** The boxes that are checked, as the one field that the schema knows. */
export function withChosen(form: FormData, { travelers }: Pick<EditorView, 'travelers'>): FormData {
  const typed = new FormData()
  for (const [name, value] of form) if (!/^chosen/.test(name)) typed.append(name, value)
  for (const { travelerId } of travelers)
    if (form.get(chosenTick(travelerId)) === 'on') typed.append('chosen', String(travelerId))
  return typed
}

/** Who was checked in what was sent, or typed before the session ended. */
export function chosenIn(
  result: SubmissionResult<string[]> | null | undefined,
  unsaved: Record<string, string> | null,
): string[] | null {
  if (unsaved) return Object.keys(unsaved).flatMap((name) => /^chosen(\d+)$/.exec(name)?.[1] ?? [])
  const typed = result?.initialValue?.chosen
  if (typed === undefined) return result?.initialValue ? [] : null
  return Array.isArray(typed) ? typed.map(String) : [String(typed)]
}
