import type { InputHTMLAttributes, ReactNode } from 'react'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  id: string
  label: string
  hint?: ReactNode
}

/** A box to tick, its words beside it. */
export const TickField = ({ id, label, hint, className, ...input }: Props) => (
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
        <p id={`${id}-hint`} className="mt-0.5 text-desk-soft">
          {hint}
        </p>
      )}
    </div>
  </div>
)
