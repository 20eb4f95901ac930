import type { InputHTMLAttributes } from 'react'
import { FIELD_LOOK, FieldFrame, type FieldProps, useFieldWiring } from '#app/ui/field-frame'

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'type'>

/** A file to choose. What it begins with cannot be given: browsers let nobody fill it in. */
export function FileField({ label, errors, hint, optional, className, id, ...input }: Props) {
  const wiring = useFieldWiring({ id, errors, hint })
  return (
    <FieldFrame {...{ label, errors, hint, optional, wiring, className }}>
      <input
        {...input}
        {...wiring.control}
        type="file"
        defaultValue={undefined}
        className={`${FIELD_LOOK} py-2 pl-2 file:mr-3 file:min-h-9 file:rounded-badge file:border-0 file:bg-sand file:px-3.5 file:font-semibold file:text-ink file:text-xs`}
      />
    </FieldFrame>
  )
}
