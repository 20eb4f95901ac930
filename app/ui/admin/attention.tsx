import type { ReactNode } from 'react'
import { Link, telHref } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { AdminLink } from './admin-parts'

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
