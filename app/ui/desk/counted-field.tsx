import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { TextAreaField } from '#app/ui/text-area-field'
import { TextField } from '#app/ui/text-field'

type Props = Omit<ComponentProps<typeof TextField>, 'hint' | 'defaultValue'> & {
  defaultValue?: string
  /** The longest it may be, in characters. Nothing typed or pasted is cut off: the counter says how much is over. */
  atMost: number
  /** A text of several lines. */
  rows?: number
  hint?: ReactNode
  onText?: (text: string) => void
}

/** A text with a limit and a count of what is typed; without scripts it only tells the limit. */
export function CountedField({ atMost, rows, hint, onText, defaultValue = '', ...field }: Props) {
  const [length, setLength] = useState<number | null>(null)
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
        {length === null ? (
          `At most ${atMost.toLocaleString('en-US')} characters`
        ) : (
          <Count {...{ length, atMost }} />
        )}
      </span>
    ),
  }
  return rows ? (
    <TextAreaField {...(field as ComponentProps<typeof TextAreaField>)} {...counted} rows={rows} />
  ) : (
    <TextField {...field} {...counted} />
  )
}

const Count = ({ length, atMost }: { length: number; atMost: number }) => (
  <span className={`ml-auto tabular-nums ${length > atMost ? 'font-semibold text-danger' : ''}`}>
    {length > atMost
      ? `${(length - atMost).toLocaleString('en-US')} over the limit of ${atMost.toLocaleString('en-US')}`
      : `${length.toLocaleString('en-US')} of ${atMost.toLocaleString('en-US')}`}
  </span>
)
