import { Form, useSearchParams } from '@remix-run/react'
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { USUAL_DAYS } from '#app/platform/lists/date-range'
import { PAGE_NAMES, type PageCursors } from '#app/platform/lists/page-cursor'
import { SelectField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { AdminLink, adminButton } from './admin-parts'

type Props = {
  cursors: PageCursors
  label: string
  /** Rows on this page, and in the whole list where it is counted. */
  shown: number
  total?: number | undefined
  hasLast?: boolean
}

/** Whether the address names a page of a list: the reader went on in it, and wants to see nothing else. */
export function useAskedForPage(): boolean {
  const [query] = useSearchParams()
  return PAGE_NAMES.some((name) => query.has(name))
}

/** Which rows are shown, and links to the neighboring and end pages; the rest of the query stays. */
export function Pager({ cursors, label, shown, total, hasLast = true }: Props) {
  const [query] = useSearchParams()
  if (!cursors.previous && !cursors.next) return null
  const first = firstRow(query, cursors, shown, total)
  const last = first && first + shown - 1
  const all = cursors.next ? total : last
  const to = (name: 'after' | 'before' | 'end' | null, value = '1', row: number | null = null) => {
    const changed = new URLSearchParams(query)
    for (const key of PAGE_NAMES) changed.delete(key)
    if (name) changed.set(name, value)
    if (row) changed.set('row', String(row))
    return `?${changed}`
  }
  return (
    <nav aria-label={label} className="admin-no-print mt-4 flex flex-wrap items-center gap-2.5">
      {cursors.previous && (
        <>
          <AdminLink to={to(null)}>First</AdminLink>
          <AdminLink to={to('before', cursors.previous, first && first - 1)}>Previous</AdminLink>
        </>
      )}
      {cursors.next && (
        <>
          <AdminLink to={to('after', cursors.next, last && last + 1)}>Next</AdminLink>
          {hasLast && <AdminLink to={to('end')}>Last</AdminLink>}
        </>
      )}
      {first && last && (
        <span className="text-admin-soft text-xs tabular-nums">
          {first.toLocaleString('en-US')} to {last.toLocaleString('en-US')}
          {all && all >= last && ` of ${all.toLocaleString('en-US')}`}
        </span>
      )}
    </nav>
  )
}

/** A cursor has no row number: `row` is that of the first row after a cursor, or the last before one. */
function firstRow(query: URLSearchParams, { previous }: PageCursors, shown: number, total = 0) {
  if (!previous) return 1
  const row = Number(query.get('row'))
  const first = query.has('after') ? row : (query.has('before') ? row : total) - shown + 1
  return first > 0 ? first : null
}

type FilterLinksProps = { links: { to: string; label: string; isCurrent: boolean }[] }

/** The filters of a list in a row, with the current one marked. */
export const FilterLinks = ({ links }: FilterLinksProps) => (
  <nav aria-label="Show" className="mb-4 flex flex-wrap gap-2">
    {links.map(({ to, label, isCurrent }) => (
      <Link
        key={to}
        to={to}
        preventScrollReset
        aria-current={isCurrent ? 'true' : undefined}
        className="inline-flex min-h-10 items-center rounded-full border border-field px-3.5 text-xs no-underline aria-[current=true]:border-umber aria-[current=true]:bg-umber aria-[current=true]:text-paper"
      >
        {label}
      </Link>
    ))}
  </nav>
)

type FilterButtonProps = { fields: string; set: number; className?: string }

/**
 * Opens the fields with this id below it, which are a sibling of it (peer-open), so that the button stays in
 * place; open where one is set. Works without scripts.
 */
export function FilterButton({ fields, set, className = '' }: FilterButtonProps) {
  const [isOpen, setOpen] = useState(set > 0)
  return (
    <details
      open={isOpen || set > 0}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className={`peer ${className}`}
    >
      <summary
        aria-controls={fields}
        className={adminButton('plain', 'min-h-12.5 min-w-24 cursor-pointer list-none')}
      >
        Filter{set > 0 && ` (${set})`}
      </summary>
    </details>
  )
}

/** Clears a list's filter. Without one it keeps its space, so that the button beside it stays in place. */
export const ClearLink = ({ to, children }: { to: string | null; children: string }) =>
  to === null ? (
    <span aria-hidden="true" className={adminButton('plain', 'invisible min-h-12.5')}>
      {children}
    </span>
  ) : (
    <AdminLink to={to} className="min-h-12.5">
      {children}
    </AdminLink>
  )

type DepartureFieldProps = {
  departures: { id: number; dates: string }[]
  chosen: number | null
  /** The label for no choice; without it one is required. */
  all?: string
  onChange?: () => void
}

export const DepartureField = ({ departures, chosen, all, onChange }: DepartureFieldProps) => (
  <SelectField
    key={chosen}
    name="departure"
    label="Departure"
    defaultValue={chosen === null ? '' : String(chosen)}
    onChange={onChange}
  >
    {all && <option value="">{all}</option>}
    {departures.map(({ id, dates }) => (
      <option key={id} value={id}>
        {dates}
      </option>
    ))}
  </SelectField>
)

type DepartureFilterProps = Omit<ComponentProps<typeof DepartureField>, 'onChange'> & {
  /** The rest of the query, in hidden fields. */
  children?: ReactNode
}

/** Shows an admin page for another departure; nothing where there is only one. */
export const DepartureFilter = ({ departures, children, ...field }: DepartureFilterProps) =>
  departures.length > 1 && (
    <Form
      preventScrollReset
      className="admin-no-print mb-4 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2.5 sm:grid-cols-[20rem_auto_1fr]"
    >
      {children}
      <DepartureField departures={departures} {...field} />
      <button type="submit" className={adminButton('plain', 'h-12.5')}>
        Show
      </button>
    </Form>
  )

const TYPING_PAUSE_MS = 250

/** Sends a search 250 ms after the last letter was typed; `stop` where it is sent without waiting. */
export function useSearchAsTyped(send: (form: HTMLFormElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    stop,
    typed: ({ currentTarget: { form } }: FormEvent<HTMLInputElement>) => {
      stop()
      if (form) timer.current = setTimeout(send, TYPING_PAUSE_MS, form)
    },
  }
}

type RangePickerProps = {
  from: string
  to: string
  today: string
  choices: readonly { label: string; to: string; isShown: boolean }[]
  /** To choose from, newest first. */
  months?: readonly { month: string; label: string; isShown: boolean }[]
  refused: string | null
}

/** Links for preset ranges, a form for any other; neither needs scripts. */
export const RangePicker = ({ from, to, today, choices, months, refused }: RangePickerProps) => (
  <div className="admin-no-print mb-6">
    <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
      <nav aria-label="Days shown" className="flex flex-wrap gap-2">
        {choices.map(({ label, to, isShown }) => (
          <AdminLink
            key={label}
            to={to}
            preventScrollReset
            aria-current={isShown ? 'page' : undefined}
            className="aria-[current=page]:border-umber aria-[current=page]:bg-sand aria-[current=page]:text-umber-deep"
          >
            {label}
          </AdminLink>
        ))}
      </nav>
      {months && (
        <Form key={`month ${from} ${to}`} preventScrollReset className="flex flex-wrap items-end gap-2">
          <label className={DAY_LABEL}>
            Month
            <select
              name="month"
              defaultValue={months.find(({ isShown }) => isShown)?.month ?? ''}
              required
              className={`w-44 ${DAY_FIELD}`}
            >
              <option value="">Choose a month</option>
              {months.map(({ month, label }) => (
                <option key={month} value={month}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className={adminButton('plain')}>
            Show
          </button>
        </Form>
      )}
      <Form key={`${from} ${to}`} preventScrollReset className="flex flex-wrap items-end gap-2">
        <DayField label="From" name="from" value={from} max={today} refused={refused !== null} />
        <DayField label="To" name="to" value={to} max={today} refused={refused !== null} />
        <button type="submit" className={adminButton('plain')}>
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

const DAY_LABEL = 'grid gap-1 text-2xs font-semibold text-admin-soft'
const DAY_FIELD =
  'h-11 rounded-field border border-field bg-white px-2 font-normal text-control text-ink hover:border-umber'

const DayField = ({ label, name, value, max, refused }: DayFieldProps) => (
  <label className={DAY_LABEL}>
    {label}
    <input
      type="date"
      name={name}
      defaultValue={value}
      max={max}
      required
      aria-invalid={refused || undefined}
      aria-describedby={refused ? 'range-refused' : undefined}
      className={`w-34 ${DAY_FIELD}`}
    />
  </label>
)

/** Hidden without scripts: the browser's own menu prints. */
export const PrintButton = () => (
  <button
    type="button"
    className={adminButton('main', '[@media(scripting:none)]:hidden')}
    onClick={() => window.print()}
  >
    Print
  </button>
)
