import type { TextareaHTMLAttributes } from 'react'
import { FIELD_LOOK, FieldFrame, type FieldProps, useFieldWiring } from './field-frame'

type Props = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'>

export function TextAreaField({ label, errors, hint, optional, className, id, ...area }: Props) {
  const wiring = useFieldWiring({ id, errors, hint })
  return (
    <FieldFrame {...{ label, errors, hint, optional, wiring, className }}>
      <textarea rows={5} {...area} {...wiring.control} className={`${FIELD_LOOK} min-h-30 py-3`} />
    </FieldFrame>
  )
}
