import {
  type ComponentProps,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  useEffect,
  useState,
} from 'react'
import { FIELD_LOOK, FieldFrame, type FieldProps, TextAreaField, TextField, useField } from '#app/ui/field'

export type Filled = { id: string; name: string; errors?: string[] | undefined; initialValue?: unknown }

/** A field's props for TextField and the like. */
export const filledIn = ({ id, name, errors, initialValue }: Filled) => ({
  ...{ id, name, errors },
  defaultValue: typeof initialValue === 'string' ? initialValue : undefined,
})

/** The same for a secret: what was typed is never sent back. */
export const secretField = ({ id, name, errors }: Filled) => ({ id, name, errors })

/** Also focuses the first wrong field, where no script does. */
export const adminField = (form: { allErrors: object }, field: Filled) => ({
  ...filledIn(field),
  autoFocus: Object.keys(form.allErrors)[0] === field.name,
})

type Props = Omit<ComponentProps<typeof TextField>, 'hint' | 'defaultValue'> & {
  defaultValue?: string
  /** In characters. Nothing is cut off: the counter says how much is over. */
  atMost: number
  rows?: number
  hint?: ReactNode
  onText?: (text: string) => void
}

/** A text with a limit, counted once most of it is used; without scripts the limit is named. */
export function CountedField({ atMost, rows, hint, onText, defaultValue = '', type, ...field }: Props) {
  const [length, setLength] = useState(defaultValue.length)
  useEffect(() => setLength(defaultValue.length), [defaultValue])
  const count = ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    setLength(currentTarget.value.length)
    onText?.(currentTarget.value)
  }
  const counted = {
    defaultValue,
    onInput: count,
    hint: (
      <span className="flex flex-wrap gap-x-4">
        {hint && <span>{hint}</span>}
        <span className="hidden noscript:inline">{`At most ${atMost.toLocaleString('en-US')} characters`}</span>
        {length >= COUNTED_FROM * atMost && <Count {...{ length, atMost }} />}
      </span>
    ),
  }
  return rows ? (
    <TextAreaField {...(field as ComponentProps<typeof TextAreaField>)} {...counted} rows={rows} />
  ) : (
    <TextField {...field} {...counted} type={type} />
  )
}

/** The part of the limit up to which nobody needs the count. */
const COUNTED_FROM = 0.8

const Count = ({ length, atMost }: { length: number; atMost: number }) => (
  <span
    className={`ml-auto tabular-nums noscript:hidden ${length > atMost ? 'font-semibold text-danger' : ''}`}
  >
    {length > atMost
      ? `${(length - atMost).toLocaleString('en-US')} over the limit of ${atMost.toLocaleString('en-US')}`
      : `${length.toLocaleString('en-US')} of ${atMost.toLocaleString('en-US')}`}
  </span>
)

type FileFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'type'>

/** A file to choose. It has no initial value: browsers do not allow one. */
export function FileField(props: FileFieldProps) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
        type="file"
        defaultValue={undefined}
        className={`${FIELD_LOOK} py-2 pl-2 file:mr-3 file:min-h-9 file:rounded-badge file:border-0 file:bg-sand file:px-3.5 file:font-semibold file:text-ink file:text-xs`}
      />
    </FieldFrame>
  )
}

type TickFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  id: string
  label: string
  hint?: ReactNode
}

/** A checkbox with its label beside it. */
export const TickField = ({ id, label, hint, className, ...input }: TickFieldProps) => (
  <div className={`flex gap-3 ${className ?? ''}`}>
    <input
      type="checkbox"
      id={id}
      aria-describedby={hint ? `${id}-hint` : undefined}
      {...input}
      className="mt-0.5 size-5 flex-none accent-umber"
    />
    <div className="text-xs">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mt-0.5 text-admin-soft">
          {hint}
        </p>
      )}
    </div>
  </div>
)
