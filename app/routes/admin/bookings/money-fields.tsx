import type { FieldMetadata } from '@conform-to/react'
import { MONEY_NOTE_AT_MOST } from '#app/payments/money-forms'
import { TextAreaField } from '#app/ui/text-area-field'
import { TextField } from '#app/ui/text-field'

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
