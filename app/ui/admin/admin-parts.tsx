import { type MetaDescriptor, useLocation } from '@remix-run/react'
import {
  Children,
  type ComponentProps,
  type CSSProperties,
  cloneElement,
  createContext,
  isValidElement,
  type ReactNode,
  useContext,
  useId,
} from 'react'
import { PAGE_NAMES } from '#app/platform/lists/page-cursor'
import { EXPORTS, type ExportName, exportsOn } from '#app/staff/exports'
import { Link } from '#app/ui/link'
import { pageHead } from '#app/ui/page-head'

export type AdminButtonTone = 'main' | 'plain' | 'danger'

/** main: the one action of the screen. plain: the others. danger: what cannot be undone. */
const TONES: Record<AdminButtonTone, string> = {
  main: 'border-transparent bg-umber text-paper hover:bg-umber-deep',
  plain: 'border-field bg-white text-ink hover:border-umber hover:bg-admin-head',
  danger: 'border-danger bg-white text-danger hover:bg-danger hover:text-paper',
}

/** The look of a button or link of the staff area: `className={adminButton('main')}`. */
export const adminButton = (tone: AdminButtonTone = 'plain', className = '') =>
  `inline-flex min-h-11 items-center justify-center gap-2 rounded-field border px-4 py-2 text-xs font-semibold leading-tight no-underline transition-colors disabled:opacity-55 ${TONES[tone]} ${className}`

type AdminLinkProps = ComponentProps<typeof Link> & { tone?: AdminButtonTone }

/** A link that looks like a button: it goes somewhere, where a button does something. */
export const AdminLink = ({ tone, className, ...link }: AdminLinkProps) => (
  <Link {...link} className={adminButton(tone, className)} />
)

type SubmitButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  busy: boolean
  label: string
  busyLabel?: string
  tone?: AdminButtonTone
}

/** Submits its form; while that is under way, it says so and is disabled. */
export const SubmitButton = ({
  busy,
  label,
  busyLabel = label,
  tone = 'main',
  className,
  ...button
}: SubmitButtonProps) => (
  <button type="submit" disabled={busy} aria-busy={busy} {...button} className={adminButton(tone, className)}>
    {busy ? busyLabel : label}
  </button>
)

type IntentButtonProps = Omit<SubmitButtonProps, 'busy' | 'label'> & {
  intent: string
  busy: unknown
  children: string
}

/** One of several buttons of a form: all are disabled while one is under way. */
export const IntentButton = ({ intent, busy, children, ...button }: IntentButtonProps) => (
  <SubmitButton
    name="intent"
    value={intent}
    tone="plain"
    disabled={Boolean(busy)}
    busy={busy === intent}
    label={children}
    {...button}
  />
)

type Props = { title: string; lead?: ReactNode; badge?: ReactNode; children?: ReactNode }

/** Below a head that has the h1 of the page already. */
export const BelowHead = createContext(false)

/** The h1 of a staff page, with its actions and the exports of its list; an h2 below a head. */
export function AdminHeading({ title, lead, badge, children }: Props) {
  const files = exportsOn(useLocation().pathname.toLowerCase())
  const isBelow = useContext(BelowHead)
  const Heading = isBelow ? 'h2' : 'h1'
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="wrap-anywhere min-w-0">
        <Heading
          className={`flex flex-wrap items-center gap-3 font-semibold ${isBelow ? 'text-control' : 'text-xl'}`}
          tabIndex={-1}
        >
          {title}
          {badge}
        </Heading>
        {lead && <p className="mt-1 max-w-prose text-admin-soft text-sm">{lead}</p>}
      </div>
      {(children || files.length > 0) && (
        <div className="admin-no-print flex flex-wrap gap-2.5">
          {children}
          {files.map((name) => (
            <ExportLink key={name} of={name} />
          ))}
        </div>
      )}
    </header>
  )
}

type ExportLinkProps = {
  of: ExportName
  /** Where it is not the query of the page's own address. */
  query?: Record<string, string>
  className?: string
  children?: string
}

/** Exports a file of EXPORTS, filtered as its page is. */
export function ExportLink({ of, query, className = adminButton('plain'), children }: ExportLinkProps) {
  const { search } = useLocation()
  const { label, ...file } = EXPORTS[of]
  const isAsked = ([key, value]: [string, string]) => value !== '' && !PAGE_NAMES.includes(key)
  const narrowed = 'isWhole' in file ? [] : [...new URLSearchParams(query ?? search)].filter(isAsked)
  const asked = new URLSearchParams(narrowed).toString()
  return (
    <a href={`/admin/${of}.csv${asked && `?${asked}`}`} className={className} download>
      {children ?? label}
    </a>
  )
}

type AdminPanelProps = { title?: string; actions?: ReactNode; children: ReactNode; className?: string }

/** A white panel of the staff area; with a title it is a section of the page. */
export function AdminPanel({ title, actions, children, className = 'p-5' }: AdminPanelProps) {
  const id = useId()
  const look = `rounded-field border border-admin-line bg-white ${className}`
  if (!title) return <div className={look}>{children}</div>
  return (
    <section aria-labelledby={id} className={look}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-semibold text-control">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

type FoldedPanelProps = { title: string; isOpen?: boolean; children: ReactNode }

/** What is needed now and then, behind its title. */
export const FoldedPanel = ({ title, isOpen = false, children }: FoldedPanelProps) => (
  <details open={isOpen} className="rounded-field border border-admin-line bg-white">
    <summary className="cursor-pointer px-5 py-3.5">
      <h2 className="inline font-semibold text-control">{title}</h2>
    </summary>
    <div className="grid grid-cols-1 gap-5 px-5 pb-5">{children}</div>
  </details>
)

type FoldedTableProps = { title: string; says: string; children: ReactNode }

/** A table that is seldom needed, behind its heading; `says` is what it comes to. */
export const FoldedTable = ({ title, says, children }: FoldedTableProps) => (
  <details className="mt-3 min-w-0 open:basis-full">
    <summary className="w-fit cursor-pointer py-1.5">
      <h2 className="inline font-semibold text-control">{title}</h2>{' '}
      <span className="ml-1 text-admin-soft text-sm">{says}</span>
    </summary>
    <div className="mt-1">{children}</div>
  </details>
)

/** For an empty list: what would be here, or how to find more. */
export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="rounded-field border border-admin-line border-dashed bg-white px-6 py-10 text-center">
    <p className="font-semibold">{title}</p>
    {children && <div className="mt-1 text-admin-soft text-sm">{children}</div>}
  </div>
)

type RestProps = { count: number; isOpen?: boolean; children: ReactNode }

/** The rest of a list, behind a line that opens. */
export const RestOfList = ({ count, isOpen = false, children }: RestProps) =>
  count > 0 && (
    <details open={isOpen} className="mt-2">
      <summary className="w-fit cursor-pointer py-2 font-semibold text-umber text-xs">
        {count.toLocaleString('en-US')} more
      </summary>
      {children}
    </details>
  )

type StatCardProps = { label: string; value: string | number; note?: ReactNode; to?: string }

/** One figure. Stands in a <dl>. */
export const StatCard = ({ label, value, note, to }: StatCardProps) => {
  const figure = typeof value === 'number' ? value.toLocaleString('en-US') : value
  return (
    <div className="relative rounded-field border border-admin-line bg-white px-4 py-3">
      <dt className="text-2xs font-semibold text-admin-soft">
        {to ? (
          <Link to={to} className="underline-offset-4 after:absolute after:inset-0 hover:underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="@container mt-1">
        <span className="admin-figure" style={{ '--characters': figure.length } as CSSProperties}>
          {figure}
        </span>
        {note && <span className="mt-0.5 block text-2xs text-admin-soft">{note}</span>}
      </dd>
    </div>
  )
}

export const StatCards = ({ children }: { children: ReactNode }) => (
  <dl className="mb-5 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 max-sm:[&>:last-child:nth-child(odd)]:col-span-full lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
    {children}
  </dl>
)

/** `className` goes to its cells as well; `to` sorts the rows by this column. */
type Column = { label: string; className?: string; hidden?: boolean; to?: string }

const columnOf = (column: string | Column): Column =>
  typeof column === 'string' ? { label: column } : column

/** Of numbers, aligned. */
export const numbers = (label: string): Column => ({ label, className: 'sm:text-right' })

/** What a column says on a wide screen, said beside the figure on a phone. */
export const OnPhone = ({ children }: { children: ReactNode }) => (
  <span className="sm:hidden">{children}</span>
)

const Columns = createContext<readonly (string | Column)[]>([])

type AdminTableProps = {
  caption: string
  columns: readonly (string | Column)[]
  /** The children are tbody elements, each with the rows that belong together. */
  grouped?: boolean
  /** On a phone its short cells stand beside each other. */
  pairs?: boolean
  /** On a phone a line for the heading and the sum or state, `row-end`; small facts below it. */
  brief?: boolean
  /** With little room around each cell: many rows of numbers, or many columns. */
  dense?: boolean
  children: ReactNode
}

/** A table in a panel of its own, with `AdminRow` children, which are cards on a phone. */
export const AdminTable = ({ caption, columns, grouped, children, ...looks }: AdminTableProps) => (
  <section
    aria-label={caption}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (axe says so too)
    tabIndex={0}
    className="overflow-x-auto rounded-field border border-admin-line bg-white"
  >
    <table className={`admin-table admin-table-stacks ${looksOf(looks)}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(columnOf).map(({ label, className, hidden, to }) => (
            <th key={label} scope="col" className={className}>
              {to ? (
                <Link to={to} className="underline underline-offset-3">
                  {label}
                </Link>
              ) : (
                <span className={hidden ? 'sr-only' : undefined}>{label}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <Columns.Provider value={columns}>{grouped ? children : <tbody>{children}</tbody>}</Columns.Provider>
    </table>
  </section>
)

const looksOf = ({ pairs, brief, dense }: Pick<AdminTableProps, 'pairs' | 'brief' | 'dense'>) =>
  [pairs && 'admin-pairs', brief && 'admin-brief', dense && 'admin-dense'].filter(Boolean).join(' ')

type Cell = { className?: string; 'data-label'?: string }

/** Each cell knows its column, and names it on a phone, where the row's heading (th) is above the cells. */
export function AdminRow({ children, ...row }: ComponentProps<'tr'>) {
  const columns = useContext(Columns).map(columnOf)
  return (
    <tr {...row}>
      {Children.toArray(children).map((cell, place) => {
        const column = columns[place]
        if (!column || !isValidElement<Cell>(cell)) return cell
        const className = [cell.props.className, column.className].filter(Boolean).join(' ') || undefined
        const label = cell.type === 'td' && !column.hidden ? column.label : undefined
        return cloneElement(cell, { className, 'data-label': label })
      })}
    </tr>
  )
}

/** The head of a staff page: not indexed, and without a canonical address. */
export const adminHead = (title: string): MetaDescriptor[] =>
  pageHead({ title, description: 'For staff.', path: '/admin', noindex: true, matches: [] })
