import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { plainAddress } from '#app/platform/typed/clean'
import { EMAIL_AT_MOST, type Field, HONEYPOT } from '#app/platform/typed/fields'
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

type Framed = FieldProps & { id?: string; className?: string }

/** Splits a field's props: what its frame shows, and what its control is, tied to hint and error by ids. */
export function useField<Props extends Framed>(props: Props) {
  const { label, errors, hint, optional, isStored, className, id: given, ...input } = props
  const own = useId()
  const id = given ?? own
  const invalid = Boolean(errors?.length)
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = invalid ? `${id}-error` : undefined
  return {
    frame: { label, errors, hint, optional, isStored, className, id, hintId, errorId },
    control: {
      ...input,
      id,
      'aria-invalid': invalid || undefined,
      'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
    },
  }
}

type FrameProps = ReturnType<typeof useField>['frame'] & { children: ReactNode }

export const FieldFrame = ({ label, optional, isStored, children, ...frame }: FrameProps) => (
  <div className={frame.className}>
    <label htmlFor={frame.id} className="mb-2 block text-xs font-semibold">
      {label}
      {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
      {isStored && <CheckIcon className="ml-1.5 inline-block size-4 align-[-0.15em] text-success" />}
    </label>
    {children}
    {frame.hint && (
      <p id={frame.hintId} className="mt-1.5 text-xs text-ink-soft">
        {frame.hint}
      </p>
    )}
    <FieldError id={frame.errorId} message={frame.errors?.[0]} />
  </div>
)

/** Under a translator only a text in an element of its own can change: so here, and wherever one does. */
export function FieldError({ id, message }: { id?: string; message?: string }) {
  if (!message) return null
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-xs font-medium text-danger">
      <AlertIcon className="mt-0.5 size-4" />
      <span>{message}</span>
    </p>
  )
}

/**
 * What was pasted with an address and no one sees: browsers refuse it for that before the server is asked, in
 * a sentence with a mark that cannot be seen.
 */
const PASTED = {
  onInput({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) {
    const typed = currentTarget.value
    if (/^[!-~]*$/.test(typed) || (nativeEvent as InputEvent).isComposing) return
    const plain = plainAddress(typed)
    if (/^[!-~]+$/.test(plain)) currentTarget.value = plain
  },
}

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>

/** `className` places the whole field in its grid. */
export function TextField(props: Props) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <input
        type="text"
        {...(props.type === 'email' && PASTED)}
        {...control}
        className={`${FIELD_LOOK} h-12.5`}
      />
    </FieldFrame>
  )
}

type TextAreaFieldProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'>

/** `rows` is the least; it grows with what is typed. With one row it is a line. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { frame, control } = useField(props)
  const { rows = 5, defaultValue } = props
  const height = rows === 1 ? 'min-h-12.5 resize-none' : rows === 2 ? 'min-h-20' : 'min-h-30'
  return (
    <FieldFrame {...frame}>
      <textarea
        {...control}
        rows={Math.max(rows, rowsOf(String(defaultValue ?? '')))}
        style={rows > 4 ? { minHeight: `calc(${rows}lh + 1.625rem)` } : undefined}
        className={`field-sizing-content w-0! min-w-full max-h-[max(80svh,24rem)] ${FIELD_LOOK} ${height} py-3`}
      />
    </FieldFrame>
  )
}

/** About as many as a text takes on a phone: for browsers whose fields do not grow by themselves. */
function rowsOf(text: string): number {
  const rows = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 40)), 0)
  return Math.min(rows, 24)
}

type SelectFieldProps = FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'>

/** The options are its children. */
export function SelectField(props: SelectFieldProps) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} className={`${FIELD_LOOK} h-12.5 appearance-none pr-9`} />
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
export const EmailField = ({ answer, hint }: { answer?: Refused; hint?: string }) => (
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
/** What the managers of passwords that fill all fields are asked by. */
const NOT_FILLED = {
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': true,
  'data-form-type': 'other',
}

export const HoneypotField = () => (
  <div className="sr-only" aria-hidden="true">
    <label>
      Leave this empty
      <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" {...NOT_FILLED} />
    </label>
  </div>
)
