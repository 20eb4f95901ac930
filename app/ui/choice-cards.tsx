import { type ReactNode, useId } from 'react'
import { FieldError } from './field'

type Choice<Value extends string> = {
  value: Value
  title: string
  detail?: ReactNode
  price?: ReactNode
  disabled?: boolean
  /** What is asked only of those who choose it, right under it. */
  asks?: ReactNode
}

type Props<Value extends string> = {
  legend: string
  name: string
  options: Choice<Value>[]
  value?: Value
  defaultValue?: Value
  onChange?: (value: Value) => void
  errors?: string[]
  /** One below the other, where what they say is long. */
  isStacked?: boolean
  /** It begins a part of a form: its legend looks like the headings of the others. */
  isPart?: boolean
  className?: string
  /** More of the same choice, below. */
  children?: ReactNode
}

/** One of a few, as cards. Real radio buttons: arrow keys, form posts and pages without scripts all work. */
export function ChoiceCards<Value extends string>(props: Props<Value>) {
  const { legend, options, errors, isStacked, isPart, className = '', children } = props
  const id = useId()
  return (
    <fieldset className={className} aria-describedby={errors?.length ? `${id}-error` : undefined}>
      <legend className={`block ${isPart ? 'type-h3 mb-4' : 'mb-3 font-semibold text-xs'}`}>{legend}</legend>
      <div className={`grid gap-3 ${isStacked || options.some(({ asks }) => asks) ? '' : 'sm:grid-cols-2'}`}>
        {options.map((option) => (
          <div key={option.value} className="group/choice grid gap-3">
            <ChoiceCard id={`${id}-${option.value}`} option={option} {...props} />
            {option.asks && (
              <div className="px-4.5 pb-2 supports-[selector(:has(*))]:group-not-has-[>label_:checked]/choice:hidden">
                {option.asks}
              </div>
            )}
          </div>
        ))}
      </div>
      {children}
      <FieldError id={`${id}-error`} message={errors?.[0]} />
    </fieldset>
  )
}

function ChoiceCard<Value extends string>(props: Props<Value> & { id: string; option: Choice<Value> }) {
  const { id, option, name, value, defaultValue, onChange } = props
  const checked =
    value === undefined
      ? { defaultChecked: option.value === defaultValue }
      : { checked: option.value === value }
  return (
    <label
      htmlFor={id}
      className="grid grid-cols-[auto_1fr] items-start gap-x-3 rounded-card border border-field bg-white p-4.5 transition-colors hover:border-umber has-checked:border-umber has-checked:bg-paper has-checked:shadow-[inset_0_0_0_1px_var(--color-umber)] has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus-ring)"
    >
      <input
        type="radio"
        id={id}
        name={name}
        value={option.value}
        disabled={option.disabled}
        {...checked}
        onChange={() => onChange?.(option.value)}
        aria-labelledby={`${id}-title ${id}-price`}
        aria-describedby={option.detail ? `${id}-detail` : undefined}
        className="mt-1 size-4.5 accent-umber focus-visible:outline-none"
      />
      <span className="grid gap-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
          <span id={`${id}-title`}>{option.title}</span>
          <span id={`${id}-price`} className="tabular-nums">
            {option.price}
          </span>
        </span>
        {option.detail && (
          <span id={`${id}-detail`} className="text-sm text-ink-soft">
            {option.detail}
          </span>
        )}
      </span>
    </label>
  )
}
