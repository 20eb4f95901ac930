import type { ReactNode } from 'react'
import { STATUS_NAMES } from '#app/bookings/status'
import { showCents } from '#app/platform/money'
import { roomNameOf, seatsInWords } from '#app/tours/party'
import { adminButton } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import type { ShownBooking } from '#app/views/shown-booking.server'

/** One thing that is known of a booking, in a list of such; `wide` takes two columns. */
export const Fact = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={`min-w-0 ${wide ? 'col-span-2' : ''}`}>
    <dt className="text-2xs font-semibold text-admin-soft">{label}</dt>
    <dd className="[overflow-wrap:anywhere]" dir="auto">
      {children}
    </dd>
  </div>
)

/** What is paid and open of a booking, and its status where that says something else. */
export const MoneyBadge = ({
  money,
  statusBeside,
  overdueCents,
}: Pick<ShownBooking, 'money' | 'statusBeside' | 'overdueCents'>) => (
  <span className="flex flex-wrap items-center gap-x-2">
    {overdueCents > 0 && <Badge tone="failed">{`${showCents(overdueCents)} overdue`}</Badge>}
    <Badge tone={money.tone}>{money.words}</Badge>
    {statusBeside && <span className="text-2xs text-admin-soft">{statusBeside}</span>}
  </span>
)

/** A booking as the list shows it: a row that leads to its page, and opens on all that is known. */
export const BookingRow = ({ booking }: { booking: ShownBooking }) => (
  <article className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1.5">
    <div className="flex flex-wrap items-center gap-x-4 text-xs max-lg:[&>:nth-child(-n+2)]:basis-full lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_9rem_4.5rem]">
      <h2 className="flex flex-wrap items-baseline gap-x-2.5">
        <Link
          to={`/admin/bookings/${booking.reference}`}
          className="wrap-anywhere py-1 font-semibold text-sm text-umber underline underline-offset-3 hover:text-umber-deep"
        >
          <bdi>{booking.name}</bdi>
        </Link>
        <span className="text-admin-soft tabular-nums">{booking.reference}</span>
      </h2>
      <MoneyBadge {...booking} />
      <p>{booking.dates}</p>
      <p className="tabular-nums">{seatsInWords(booking.travelers)}</p>
    </div>
    <details className="peer">
      <summary
        aria-controls={`about-${booking.reference}`}
        className="grid min-h-11 cursor-pointer list-none place-items-center px-1 font-semibold text-umber text-xs underline underline-offset-3"
      >
        <span>
          More<span className="sr-only"> about {booking.reference}</span>
        </span>
      </summary>
    </details>
    <div id={`about-${booking.reference}`} className="col-span-full hidden pt-2 pb-3 peer-open:block">
      <dl className="grid grid-cols-2 gap-x-5 gap-y-3 text-sm lg:grid-cols-4">
        <Fact label="Email" wide>
          {booking.email}
        </Fact>
        <Fact label="Phone">{booking.phone ?? 'Not given'}</Fact>
        <Fact label="Tour">{`${tourName(booking.tourType)}, ${roomNameOf(booking).toLowerCase()}`}</Fact>
        <Fact label="Guests">{booking.travelers}</Fact>
        <Fact label="Booked">{booking.bookedAt}</Fact>
        <Fact label="Payment">{`${showCents(booking.paidCents)} of ${showCents(booking.priceCents)}`}</Fact>
        <Fact label="Status">
          <span className={booking.status === 'completed' ? 'text-success' : ''}>
            {STATUS_NAMES[booking.status]}
          </span>
        </Fact>
        {booking.address && (
          <Fact label="Address" wide>
            {booking.address}
          </Fact>
        )}
      </dl>
      <WriteOrCall {...booking} />
    </div>
  </article>
)

/** 'Texas Safari' for 'texas-safari'. */
const tourName = (tourType: string): string =>
  tourType.replace(/-/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())

export const WriteOrCall = ({ email, phone }: { email: string; phone: string | null }) => (
  <div className="mt-4 flex flex-wrap gap-2.5">
    <a href={`mailto:${email}`} className={adminButton('plain')}>
      Email Customer
    </a>
    {phone && (
      <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={adminButton('plain')}>
        Call Customer
      </a>
    )}
  </div>
)
