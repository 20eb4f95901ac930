import type { FormMetadata } from '@conform-to/react'
import type { z } from 'zod'
import { showDay } from '#app/platform/days'
import { NAME_AT_MOST } from '#app/platform/typed/fields'
import {
  DETAIL_FIELDS,
  DETAIL_PARTS,
  DETAILS,
  type DetailField,
  inOneLine,
  isSealed,
  removalOf,
} from '#app/travelers/detail-fields'
import { NAME_CHANGE_DAYS, PASSPORT_MONTHS } from '#app/travelers/detail-rules'
import type { detailsForm } from '#app/travelers/details-form'
import { adminField, TickField } from '#app/ui/admin/admin-fields'
import { FieldOf, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'
import { Panel } from '#app/ui/panel'
import type { DetailsPage } from './answer-details.server'

type Props = { page: Pick<DetailsPage, 'passportGoodUntil'>; missing?: DetailsPage['missing'] }

/** Said beside the field, and above the form with what is missing besides. */
export const PassportEndsTooSoon = ({ page, missing = [] }: Props) => (
  <Notice tone="wait" title="This passport expires too soon">
    {`It must be valid until at least ${showDay(page.passportGoodUntil)}. Please renew it before the journey, and enter the new one here.`}
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

const WIDE = 'sm:col-span-2'

/** A part of the form: its fields belong together, for those who cannot see it too. */
export const DetailsPart = ({ part, ...parts }: Parts & { part: keyof typeof DETAIL_PARTS }) => (
  <Panel>
    <fieldset>
      <legend className="type-h3 mb-5">{DETAIL_PARTS[part]}</legend>
      <div className="grid gap-x-5 gap-y-4.5 sm:grid-cols-2">
        {part === 'passport' && <NameField {...parts} />}
        {DETAIL_FIELDS.filter((name) => DETAILS[name].part === part).map((name) => (
          <Detail key={name} {...parts} name={name} />
        ))}
        {part === 'passport' && parts.page.passportEndsTooSoon && (
          <div className={WIDE}>
            <PassportEndsTooSoon page={parts.page} />
          </div>
        )}
        {part === 'health' && !parts.page.canSeal && <CannotSeal contact={parts.page.contact} />}
      </div>
    </fieldset>
  </Panel>
)

const NameField = ({ page, form, fields, isOwn }: Parts) =>
  page.fixed.name ? (
    <FixedName label="Name" name={page.name} contact={page.contact} />
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
  )

type DetailProps = Parts & { name: DetailField }

/** A field of the table, with why it is asked. What is sealed goes in, and never comes out again. */
function Detail(props: DetailProps) {
  const { name, page, form, fields, isOwn } = props
  const row = DETAILS[name]
  const { label, labelOfOther = label, autoComplete } = row
  if (name === 'passportName' && page.fixed.passportName)
    return <FixedName label={label} name={page.details.passportName ?? ''} contact={page.contact} />
  if (isSealed(name) && !page.canSeal) return null
  return (
    <div className={row.wide ? WIDE : ''}>
      <FieldOf
        field={row}
        {...adminField(form, fields[name])}
        label={isOwn ? label : labelOfOther}
        hint={hintOf(props, row.hint)}
        optional={!row.isAsked}
        autoComplete={isOwn || autoComplete === undefined ? autoComplete : 'off'}
        dir={row.kind === 'day' ? undefined : 'auto'}
        isStored={isSealed(name) ? page.isOnFile[name] : page.details[name] !== null}
      />
      {isSealed(name) && page.isOnFile[name] && (
        <TickField
          id={fields[removalOf(name)].id}
          name={removalOf(name)}
          defaultChecked={fields[removalOf(name)].initialValue !== undefined}
          label={`Remove the ${label.toLowerCase()} on file`}
          className="mt-3"
        />
      )}
    </div>
  )
}

function hintOf({ name, page }: DetailProps, hint: string | undefined) {
  if (name === 'passportEndsOn')
    return `Kenya and the airlines require a passport that is valid for ${PASSPORT_MONTHS} months after the return: until at least ${showDay(page.passportGoodUntil)}.`
  return isSealed(name) && page.isOnFile[name] ? `On file. Enter it again to replace it. ${hint}` : hint
}

type Contact = DetailsPage['contact']

const CannotSeal = ({ contact }: { contact: Contact }) => (
  <p className={`text-sm ${WIDE}`}>
    {`Passport number and medical notes cannot be stored here yet: please call ${contact.phone} or write to ${contact.email}, and we’ll ask you for them.`}
  </p>
)

/** A name that only staff change by now. */
const FixedName = ({ label, name, contact }: { label: string; name: string; contact: Contact }) => (
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
