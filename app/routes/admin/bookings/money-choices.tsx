import type { FieldMetadata } from '@conform-to/react'
import { FieldError } from '#app/ui/field-frame'

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
          {detail && <span className="block text-desk-soft text-xs">{detail}</span>}
        </span>
      </label>
    ))}
    <FieldError id={field.errorId} message={field.errors?.[0]} />
  </fieldset>
)
