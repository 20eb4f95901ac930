import { type ReactNode, useId } from 'react'
import { Badge } from '#app/ui/badge'
import { Link, telHref } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { AdminLink, AdminPanel } from './admin-parts'

/** One kind of thing that needs attention: how many, the first few, and a link to all. */
export type ShownPanel = {
  title: string
  /** Beyond `atMost` it was not counted. */
  count: number
  isUrgent?: boolean
  note?: ReactNode
  all?: { to: string; label: string }
  empty: string
  rows: ReactNode
}

/** What waits, urgent first; the rest is below in one box. */
export function AttentionPanels({ panels, atMost }: { panels: ShownPanel[]; atMost: number }) {
  const waiting = panels
    .filter(({ count }) => count > 0)
    .sort((one, other) => Number(!!other.isUrgent) - Number(!!one.isUrgent))
  const clear = panels.filter(({ count }) => count === 0)
  return (
    <>
      <div className="*:mb-4 *:break-inside-avoid lg:columns-2 lg:gap-4">
        {waiting.map((panel) => (
          <WaitingPanel key={panel.title} {...panel} atMost={atMost} />
        ))}
      </div>
      {clear.length > 0 && (
        <div className="mt-4 grid gap-x-8 gap-y-3 rounded-field border border-admin-line bg-white p-5 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
          {clear.map((panel) => (
            <ClearPanel key={panel.title} {...panel} />
          ))}
        </div>
      )}
    </>
  )
}

function ClearPanel({ title, empty }: ShownPanel) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="text-sm">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <p className="text-admin-soft">{empty}</p>
    </section>
  )
}

type WaitingPanelProps = ShownPanel & { atMost: number }

function WaitingPanel({ title, count, isUrgent, note, all, rows, atMost }: WaitingPanelProps) {
  return (
    <AdminPanel
      title={title}
      actions={
        <Badge tone={isUrgent ? 'failed' : 'wait'}>
          {count >= atMost ? `${atMost.toLocaleString('en-US')}+` : count.toLocaleString('en-US')}
        </Badge>
      }
    >
      {note && <p className="mb-3 text-sm">{note}</p>}
      <ul>{rows}</ul>
      {all && (
        <p className="mt-3 border-admin-line border-t pt-3">
          <Link
            to={all.to}
            className="inline-block py-1 font-semibold text-umber text-xs underline underline-offset-3"
          >
            {all.label}
          </Link>
        </p>
      )}
    </AdminPanel>
  )
}

type RowProps = { to?: string; name: string; about: ReactNode; side?: ReactNode; children?: ReactNode }

/** A linked name, details below it, and beside it an amount or a button. */
export const AttentionRow = ({ to, name, about, side, children }: RowProps) => (
  <li className="flex items-start justify-between gap-4 border-admin-line border-t py-2.5 first:border-t-0 first:pt-0">
    <div className="min-w-0">
      <p className="wrap-anywhere font-medium text-sm" dir="auto">
        {to ? (
          <Link to={to} className="underline underline-offset-3 hover:text-umber">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <p className="wrap-anywhere text-2xs text-admin-soft" dir="auto">
        {about}
      </p>
      {children}
    </div>
    {side && <div className="flex-none text-right text-sm tabular-nums">{side}</div>}
  </li>
)

type BookingRowProps = Omit<RowProps, 'to' | 'name'> & {
  booking: { reference: string; customerName: string; phone?: string | null }
}

/** A booking that needs attention, and the number to call. */
export const BookingAttention = ({
  booking: { reference, customerName, phone },
  ...row
}: BookingRowProps) => (
  <AttentionRow to={`/admin/bookings/${reference}`} name={`${reference}, ${customerName}`} {...row}>
    <Call phone={phone} />
  </AttentionRow>
)

export const Call = ({ phone }: { phone: string | null | undefined }) =>
  phone && (
    <a href={telHref(phone)} className="inline-block py-1 text-2xs text-umber underline underline-offset-3">
      {phone}
    </a>
  )

/** No departure can be booked: the next season begins with a copy of one. */
export const NoDepartureAhead = ({ copyTo, label }: { copyTo: string; label: string }) => (
  <Notice
    tone="wait"
    title="No upcoming departure"
    className="mb-5"
    actions={
      <AdminLink to={copyTo} tone="main">
        {label}
      </AdminLink>
    }
  >
    Nothing can be booked. The tour page asks for an address, to tell people when the next one opens.
  </Notice>
)
