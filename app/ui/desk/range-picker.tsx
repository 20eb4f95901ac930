import { Form } from '@remix-run/react'
import { USUAL_DAYS } from '#app/lists/date-range'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { deskButton } from './desk-button'

type Props = {
  from: string
  to: string
  today: string
  /** The usual choices: where each leads, and whether it is the one shown. */
  choices: readonly { label: string; to: string; isShown: boolean }[]
  refused: string | null
}

/** Links for the usual ranges, a form for any other: neither needs scripts, and the address keeps the choice. */
export const RangePicker = ({ from, to, today, choices, refused }: Props) => (
  <div className="desk-no-print mb-6">
    <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
      <nav aria-label="Days shown" className="flex flex-wrap gap-2">
        {choices.map(({ label, to, isShown }) => (
          <Link
            key={label}
            to={to}
            preventScrollReset
            aria-current={isShown ? 'page' : undefined}
            className={deskButton(
              'plain',
              'aria-[current=page]:border-umber aria-[current=page]:bg-sand aria-[current=page]:text-umber-deep',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Form key={`${from} ${to}`} preventScrollReset className="flex flex-wrap items-end gap-2">
        <DayField label="From" name="from" value={from} max={today} refused={refused !== null} />
        <DayField label="To" name="to" value={to} max={today} refused={refused !== null} />
        <button type="submit" className={deskButton('plain')}>
          Show
        </button>
      </Form>
    </div>
    {refused && (
      <Notice tone="danger" title={refused} role="alert" id="range-refused" className="mt-4">
        These are the last {USUAL_DAYS} days instead.
      </Notice>
    )}
  </div>
)

type DayFieldProps = { label: string; name: string; value: string; max: string; refused: boolean }

const DayField = ({ label, name, value, max, refused }: DayFieldProps) => (
  <label className="grid gap-1 text-2xs font-semibold text-desk-soft">
    {label}
    <input
      type="date"
      name={name}
      defaultValue={value}
      max={max}
      required
      aria-invalid={refused || undefined}
      aria-describedby={refused ? 'range-refused' : undefined}
      className="h-11 w-34 rounded-field border border-field bg-white px-2 font-normal text-control text-ink hover:border-umber"
    />
  </label>
)
