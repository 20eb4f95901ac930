import { type ReactNode, useId } from 'react'
import { AlertIcon } from './icons'

/** What every field of a form is given, beside its own attributes. */
export type FieldProps = {
  label: string
  name: string
  /** The first one is shown under the field. */
  errors?: string[]
  hint?: ReactNode
  /** Says "optional" beside the label. */
  optional?: boolean
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

export function FieldFrame({ label, errors, hint, optional, wiring, className, children }: FrameProps) {
  return (
    <div className={className}>
      <label htmlFor={wiring.control.id} className="mb-2 block text-xs font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
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
