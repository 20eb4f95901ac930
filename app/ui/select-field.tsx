import type { SelectHTMLAttributes } from 'react'
import { FIELD_LOOK, FieldFrame, type FieldProps, useFieldWiring } from './field-frame'
import { DownIcon } from './icons'

type Props = FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'>

/** The options are its children. */
export function SelectField({ label, errors, hint, optional, className, id, children, ...select }: Props) {
  const wiring = useFieldWiring({ id, errors, hint })
  return (
    <FieldFrame {...{ label, errors, hint, optional, wiring, className }}>
      <div className="relative">
        <select {...select} {...wiring.control} className={`${FIELD_LOOK} h-12.5 appearance-none pr-11`}>
          {children}
        </select>
        <DownIcon className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2 text-ink-soft" />
      </div>
    </FieldFrame>
  )
}
