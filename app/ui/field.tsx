import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import type { Field } from '#app/platform/typed/fields'
import { EMAIL_AT_MOST, HONEYPOT } from '#app/platform/typed/limits'
import { AlertIcon, CheckIcon, DownIcon } from './icons'

/** What every field of a form is given, beside its own attributes. */
export type FieldProps = {
  label: string
  name: string
  /** The first one is shown under the field. */
  errors?: string[]
  hint?: ReactNode
  /** Says "optional" beside the label. */
  optional?: boolean
  /** A tick beside the label: this is filled in and stored. */
  isStored?: boolean
}

export const FIELD_LOOK =
  'block w-full rounded-field border border-field bg-white px-3.5 text-control text-ink transition-colors hover:border-umber aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--color-danger)]'

/** The ids that tie a field to its hint and its error, and the attributes that say so to a screen reader. */
export function useFieldWiring({ id, errors, hint }: Pick<FieldProps, 'errors' | 'hint'> & { id?: string }) {
  const own = useId()
  const fieldId = id ?? own
  const invalid = Boolean(errors?.length)
  const hintId = hint ? `${fieldId}-hint` : undefined
  const errorId = invalid ? `${fieldId}-error` : undefined
  return {
    control: {
      id: fieldId,
      'aria-invalid': invalid || undefined,
      'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
    },
    hintId,
    errorId,
  }
}

type FrameProps = Omit<FieldProps, 'name'> & {
  wiring: ReturnType<typeof useFieldWiring>
  className?: string
  children: ReactNode
}

export function FieldFrame({
  label,
  errors,
  hint,
  optional,
  isStored,
  wiring,
  className,
  children,
}: FrameProps) {
  return (
    <div className={className}>
      <label htmlFor={wiring.control.id} className="mb-2 block text-xs font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
        {isStored && <CheckIcon className="ml-1.5 inline-block size-4 align-[-0.15em] text-success" />}
      </label>
      {children}
      {hint && (
        <p id={wiring.hintId} className="mt-1.5 text-xs text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={wiring.errorId} message={errors?.[0]} />
    </div>
  )
}

export function FieldError({ id, message }: { id?: string; message?: string }) {
  if (!message) return null
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-xs font-medium text-danger">
      <AlertIcon className="mt-0.5 size-4" />
      {message}
    </p>
  )
}

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>

/** `className` places the whole field in its grid. */
export function TextField({ label, errors, hint, optional, isStored, className, id, ...input }: Props) {
  const wiring = useFieldWiring({ id, errors, hint })
  return (
    <FieldFrame {...{ label, errors, hint, optional, isStored, wiring, className }}>
      <input type="text" {...input} {...wiring.control} className={`${FIELD_LOOK} h-12.5`} />
    </FieldFrame>
  )
}

type TextAreaFieldProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'>

export function TextAreaField({
  label,
  errors,
  hint,
  optional,
  isStored,
  className,
  id,
  ...area
}: TextAreaFieldProps) {
  const wiring = useFieldWiring({ id, errors, hint })
  return (
    <FieldFrame {...{ label, errors, hint, optional, isStored, wiring, className }}>
      <textarea rows={5} {...area} {...wiring.control} className={`${FIELD_LOOK} min-h-30 py-3`} />
    </FieldFrame>
  )
}

type SelectFieldProps = FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'>

/** The options are its children. */
export function SelectField({
  label,
  errors,
  hint,
  optional,
  isStored,
  className,
  id,
  children,
  ...select
}: SelectFieldProps) {
  const wiring = useFieldWiring({ id, errors, hint })
  return (
    <FieldFrame {...{ label, errors, hint, optional, isStored, wiring, className }}>
      <div className="relative">
        <select {...select} {...wiring.control} className={`${FIELD_LOOK} h-12.5 appearance-none pr-11`}>
          {children}
        </select>
        <DownIcon className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2 text-ink-soft" />
      </div>
    </FieldFrame>
  )
}

/** What a browser makes of what is typed; without it, text in whichever direction it runs. */
const NATIVE: Partial<Record<NonNullable<Field['kind']>, InputHTMLAttributes<HTMLInputElement>>> = {
  email: { type: 'email' },
  tel: { type: 'tel' },
  day: { type: 'date' },
  dollars: { inputMode: 'decimal' },
  count: { inputMode: 'numeric' },
}

type FieldOfProps = { field: Field } & Pick<FieldProps, 'name'> & Partial<Omit<Props, 'name'>>

/** A field as its form's table has it; what this form knows of it, or says otherwise, goes before that. */
export function FieldOf({ field, ...given }: FieldOfProps) {
  const { label, hint, kind, of, none, atLeast, atMost, missing, autoComplete, rows } = field
  const optional = missing === undefined
  const input = { label, hint, required: !optional, optional, autoComplete, ...given }
  if (of)
    return (
      <SelectField {...(input as SelectFieldProps)} required={input.required && none !== undefined}>
        {none !== undefined && <option value="">{none}</option>}
        {Object.entries(of).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
    )
  const text = {
    minLength: atLeast,
    maxLength: atMost,
    ...((kind && NATIVE[kind]) ?? { dir: 'auto' }),
    ...input,
  }
  return rows ? <TextAreaField rows={rows} {...(text as TextAreaFieldProps)} /> : <TextField {...text} />
}

type Refused = { email: string; errors: string[] }

/** The only field of a form that asks for an address: `answer` is what was refused of it. */
export const EmailField = ({ answer, hint }: { answer?: Refused | undefined; hint?: string }) => (
  <TextField
    key={answer?.email}
    label="Email"
    name="email"
    type="email"
    autoComplete="email"
    required
    maxLength={EMAIL_AT_MOST}
    defaultValue={answer?.email}
    errors={answer?.errors}
    autoFocus={Boolean(answer?.errors.length)}
    hint={hint}
  />
)

/** Neither seen nor read aloud nor reached by the keyboard: only a bot fills it. */
export const HoneypotField = () => (
  <div className="sr-only" aria-hidden="true">
    <label>
      Leave this empty
      <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
