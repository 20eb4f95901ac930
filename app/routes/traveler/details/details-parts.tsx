import type { FormMetadata } from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'
import type { z } from 'zod'
import { showDay } from '#app/platform/days'
import { NAME_AT_MOST } from '#app/platform/typed/limits'
import {
  DETAIL_LIMITS,
  DETAIL_NAMES,
  inOneLine,
  type SealedField,
} from '#app/travelers/details/detail-fields'
import { PASSPORT_MONTHS } from '#app/travelers/details/detail-rules'
import type { detailsForm } from '#app/travelers/details/details-form'
import { NAME_CHANGE_DAYS } from '#app/travelers/names'
import { adminField, TickField } from '#app/ui/admin/admin-fields'
import { TextAreaField, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { Panel } from '#app/ui/panel'
import type { DetailsPage } from './answer-details.server'

type Props = { page: Pick<DetailsPage, 'passportGoodUntil'>; missing?: DetailsPage['missing'] }

/** Said beside the field, and above the form with what is missing besides. */
export const PassportEndsTooSoon = ({ page, missing = [] }: Props) => (
  <Notice tone="wait" title="This passport ends too soon">
    {`It must be good until ${showDay(page.passportGoodUntil)} at least. Please renew it before the journey, and write the new one here.`}
    {missing.length > 0 && ` Also still missing: ${inOneLine(missing)}.`}
  </Notice>
)

export type DetailFieldset = z.input<ReturnType<typeof detailsForm>>

type Parts = {
  page: DetailsPage
  form: FormMetadata<DetailFieldset, string[]>
  fields: ReturnType<FormMetadata<DetailFieldset, string[]>['getFieldset']>
  /** Anyone who fills it in writes of themselves: the browser may help. */
  isOwn: boolean
}

/** A part of the form: its fields belong together, for those who cannot see it too. */
const Part = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Panel>
    <fieldset>
      <legend className="type-h3 mb-5">{legend}</legend>
      <div className="grid gap-x-5 gap-y-4.5 sm:grid-cols-2">{children}</div>
    </fieldset>
  </Panel>
)

const WIDE = 'sm:col-span-2'

type LineName = Exclude<keyof typeof DETAIL_LIMITS, SealedField>

type LineProps = Parts & { name: LineName } & Partial<Omit<ComponentProps<typeof TextField>, 'name' | 'form'>>

/** A line of text, with why it is asked. */
const Line = ({ name, form, fields, page, isOwn: _isOwn, ...field }: LineProps) => (
  <TextField
    label={DETAIL_NAMES[name]}
    maxLength={DETAIL_LIMITS[name]}
    dir="auto"
    isStored={page.details[name] !== null}
    {...field}
    {...adminField(form, fields[name])}
  />
)

export function Passport(parts: Parts) {
  const { page, form, fields, isOwn } = parts
  return (
    <Part legend="Passport">
      {page.fixed.name ? (
        <Fixed label="Name" name={page.name} contact={page.contact} />
      ) : (
        <TextField
          label="Name"
          {...adminField(form, fields.name)}
          maxLength={NAME_AT_MOST}
          autoComplete={isOwn ? 'name' : 'off'}
          dir="auto"
          hint="The name our guide uses, and the one on the room list."
          className={WIDE}
        />
      )}
      {page.fixed.passportName ? (
        <Fixed
          label={DETAIL_NAMES.passportName}
          name={page.details.passportName ?? ''}
          contact={page.contact}
        />
      ) : (
        <Line
          {...parts}
          name="passportName"
          autoComplete="off"
          hint="Park permits and flights within Kenya are issued in this name: please copy it letter by letter."
          className={WIDE}
        />
      )}
      <TextField
        label={DETAIL_NAMES.bornOn}
        type="date"
        {...adminField(form, fields.bornOn)}
        isStored={page.details.bornOn !== null}
        autoComplete={isOwn ? 'bday' : 'off'}
        hint="Park permits ask for it."
      />
      <Line
        {...parts}
        name="nationality"
        autoComplete={isOwn ? 'country-name' : 'off'}
        hint="It decides which visa and which park permit is needed."
      />
      <Sealed
        {...parts}
        name="passportNumber"
        hint="Park permits and lodges ask for it. It is kept encrypted."
        removal="removePassportNumber"
      />
      <TextField
        label={DETAIL_NAMES.passportEndsOn}
        type="date"
        {...adminField(form, fields.passportEndsOn)}
        isStored={page.details.passportEndsOn !== null}
        hint={`Kenya and the airlines require a passport that is good for ${PASSPORT_MONTHS} months after the return: until ${showDay(page.passportGoodUntil)} at least.`}
      />
      {page.passportEndsTooSoon && (
        <div className={WIDE}>
          <PassportEndsTooSoon page={page} />
        </div>
      )}
    </Part>
  )
}

export const FoodAndHealth = (parts: Parts) => (
  <Part legend="Food and health">
    <TextAreaField
      label={DETAIL_NAMES.diet}
      optional
      {...adminField(parts.form, parts.fields.diet)}
      isStored={parts.page.details.diet !== null}
      rows={3}
      maxLength={DETAIL_LIMITS.diet}
      dir="auto"
      hint="So that the kitchens know before the first meal: vegetarian, halal, allergies."
      className={WIDE}
    />
    <Sealed
      {...parts}
      name="medicalNotes"
      hint="So that the guide can help in an emergency: illnesses, medicines, allergies. They are kept encrypted."
      removal="removeMedicalNotes"
    />
    {!parts.page.canSeal && <CannotSeal contact={parts.page.contact} />}
  </Part>
)

export const EmergencyContact = (parts: Parts) => (
  <Part legend="Emergency contact">
    <Line
      {...parts}
      name="emergencyName"
      label="Their name"
      autoComplete="off"
      hint="Who we call if something happens."
      className={WIDE}
    />
    <Line
      {...parts}
      name="emergencyPhone"
      label="Their phone"
      type="tel"
      autoComplete="off"
      hint="With the country code, so that the call goes through from Kenya."
    />
    <Line
      {...parts}
      name="emergencyRelation"
      label="Their relationship"
      autoComplete="off"
      hint="So that we know who we are speaking with: husband, sister, friend."
    />
  </Part>
)

export const Flights = (parts: Parts) => (
  <Part legend="Flights and phone">
    <Line
      {...parts}
      name="arrivalFlight"
      autoComplete="off"
      hint="So that the driver waits at the right hour: airline, number, day and time."
      className={WIDE}
    />
    <Line
      {...parts}
      name="departureFlight"
      autoComplete="off"
      hint="So that nobody misses it: airline, number, day and time."
      className={WIDE}
    />
    <Line
      {...parts}
      name="ownPhone"
      label={parts.isOwn ? 'Your phone' : 'Their phone on the journey'}
      type="tel"
      autoComplete={parts.isOwn ? 'tel' : 'off'}
      optional
      hint="So that driver and guide can call: a phone taken along, with its country code."
      className={WIDE}
    />
  </Part>
)

type SealedProps = Parts & {
  name: SealedField
  removal: 'removePassportNumber' | 'removeMedicalNotes'
  hint: string
}

/** Goes in, and never comes out again: the form says only that something is there. */
function Sealed({ page, form, fields, name, removal, hint }: SealedProps) {
  if (!page.canSeal) return null
  const isOnFile = page.isOnFile[name]
  const field = {
    label: DETAIL_NAMES[name],
    ...adminField(form, fields[name]),
    maxLength: DETAIL_LIMITS[name],
    autoComplete: 'off',
    dir: 'auto',
    isStored: isOnFile,
    hint: isOnFile ? `On file. Enter it again to replace it. ${hint}` : hint,
  }
  return (
    <div className={name === 'medicalNotes' ? WIDE : ''}>
      {name === 'medicalNotes' ? <TextAreaField optional rows={4} {...field} /> : <TextField {...field} />}
      {isOnFile && (
        <TickField
          id={fields[removal].id}
          name={removal}
          defaultChecked={fields[removal].initialValue !== undefined}
          label={`Remove the ${DETAIL_NAMES[name].toLowerCase()} on file`}
          className="mt-3"
        />
      )}
    </div>
  )
}

type Contact = DetailsPage['contact']

const CannotSeal = ({ contact }: { contact: Contact }) => (
  <p className={`text-sm ${WIDE}`}>
    {`Passport number and medical notes cannot be stored here yet: please call ${contact.phone} or write to ${contact.email}, and we’ll ask you for them.`}
  </p>
)

/** A name that only staff change by now. */
const Fixed = ({ label, name, contact }: { label: string; name: string; contact: Contact }) => (
  <div className={WIDE}>
    <p className="mb-2 font-semibold text-xs">{label}</p>
    <p dir="auto" className="break-words text-control">
      {name}
    </p>
    <p className="mt-1.5 text-ink-soft text-xs">
      {`From ${NAME_CHANGE_DAYS} days before the departure, we change names for you: write to ${contact.email} or call ${contact.phone}.`}
    </p>
  </div>
)
