import type { InputHTMLAttributes } from 'react'
import { FIELD_LOOK, FieldFrame, type FieldProps, useFieldWiring } from './field-frame'

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>

/** `className` places the whole field in its grid. */
export function TextField({ label, errors, hint, optional, className, id, ...input }: Props) {
  const wiring = useFieldWiring({ id, errors, hint })
  return (
    <FieldFrame {...{ label, errors, hint, optional, wiring, className }}>
      <input type="text" {...input} {...wiring.control} className={`${FIELD_LOOK} h-12.5`} />
    </FieldFrame>
  )
}
