import { type FieldMetadata, type FormMetadata, getFormProps } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { MONEY_NOTE_AT_MOST } from '#app/money/money-forms'
import { NotSent } from '#app/ui/admin/admin-form'
import type { AdminButtonTone } from '#app/ui/admin/admin-parts'
import { DialogActions } from '#app/ui/admin/route-dialog'
import { FieldError, TextAreaField, TextField } from '#app/ui/field'
import { Notice } from '#app/ui/notice'

type Props = {
  field: FieldMetadata<string>
  legend: string
  options: readonly { value: string; title: string; detail?: string }[]
}

/** One of a few, as plain radio buttons with a line each; the first is chosen until somebody chooses. */
export const MoneyChoices = ({ field, legend, options }: Props) => (
  <fieldset aria-describedby={field.errors ? field.errorId : undefined}>
    <legend className="mb-1 font-semibold text-xs">{legend}</legend>
    {options.map(({ value, title, detail }, index) => (
      <label key={value} className="flex min-h-11 items-start gap-3 py-1.5 text-sm">
        <input
          type="radio"
          name={field.name}
          value={value}
          defaultChecked={field.initialValue ? field.initialValue === value : index === 0}
          className="mt-1 size-4.5 flex-none accent-umber"
        />
        <span>
          {title}
          {detail && <span className="block text-admin-soft text-xs">{detail}</span>}
        </span>
      </label>
    ))}
    <FieldError id={field.errorId} message={field.errors?.[0]} />
  </fieldset>
)

type AmountProps = { field: FieldMetadata<string>; hint?: string; required?: boolean }

/** How much money a dialog is about. */
export const AmountField = ({ field, ...rest }: AmountProps) => (
  <TextField
    id={field.id}
    name={field.name}
    label="Amount in dollars"
    inputMode="decimal"
    autoComplete="off"
    defaultValue={field.initialValue}
    errors={field.errors}
    {...rest}
  />
)

type NoteProps = { field: FieldMetadata<string | undefined>; label?: string; hint?: string }

/** What staff add of their own; kept in the booking's history. */
export const NoteField = ({ field, label = 'Note for the history', hint }: NoteProps) => (
  <TextAreaField
    id={field.id}
    name={field.name}
    label={label}
    hint={hint}
    optional
    rows={2}
    maxLength={MONEY_NOTE_AT_MOST}
    defaultValue={field.initialValue}
    errors={field.errors}
  />
)

type MoneyFormProps<Fields extends Record<string, unknown>> = {
  form: FormMetadata<Fields>
  /** Of what moves money: a second press does nothing. */
  formKey?: string
  closeTo: string
  tone: AdminButtonTone
  label: string
  busyLabel: string
  children: ReactNode
}

/** The frame of a dialog about money: its fields, what was refused, its button and the way back. */
export function MoneyForm<Fields extends Record<string, unknown>>(props: MoneyFormProps<Fields>) {
  const { form, formKey, closeTo, tone, label, busyLabel, children } = props
  const busy = useNavigation().state !== 'idle'
  const hidden = ['formKey', 'quotedCents', 'quotedKeptCents', 'wholeCents']
  const refused = form.errors?.[0] ?? hidden.map((name) => form.allErrors[name]?.[0]).find(Boolean)
  return (
    <Form method="post" {...getFormProps(form)} preventScrollReset className="grid gap-5">
      {formKey && <input type="hidden" name="formKey" value={formKey} />}
      {children}
      {refused && <Notice tone="danger" role="alert" title={refused} />}
      <NotSent />
      <DialogActions cancelTo={closeTo} cancelLabel="Back" {...{ busy, label, busyLabel, tone }} />
    </Form>
  )
}
