import type { ReactNode } from 'react'
import { STATUS_NAMES } from '#app/bookings/status'
import { showCents } from '#app/platform/money'
import { ROOM_NAMES } from '#app/tours/party'
import { adminButton } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import type { ShownBooking } from './shown-booking.server'

/** One thing that is known of a booking, in a list of such; `wide` takes two columns. */
export const Fact = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={`min-w-0 ${wide ? 'col-span-2' : ''}`}>
    <dt className="text-2xs font-semibold text-admin-soft">{label}</dt>
    <dd className="[overflow-wrap:anywhere]" dir="auto">
      {children}
    </dd>
  </div>
)

/** A booking as the list shows it. */
export const BookingCard = ({ booking }: { booking: ShownBooking }) => (
  <article className="flex min-w-0 flex-col rounded-field border border-admin-line bg-white p-5">
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h2 className="font-semibold text-control [overflow-wrap:anywhere]">
          <Link
            to={`/admin/bookings/${booking.reference}`}
            className="text-umber underline underline-offset-3 hover:text-umber-deep"
          >
            <bdi>{booking.name}</bdi>
          </Link>
        </h2>
        <p className="text-admin-soft text-xs tabular-nums">{booking.reference}</p>
      </div>
      <Badge tone={booking.money.tone}>{booking.money.words}</Badge>
    </div>
    <dl className="mt-4 grid grid-cols-2 gap-x-5 gap-y-3 text-sm">
      <Fact label="Email" wide>
        {booking.email}
      </Fact>
      <Fact label="Phone">{booking.phone ?? 'Not given'}</Fact>
      <Fact label="Tour">
        {`${tourName(booking.tourType)}, ${ROOM_NAMES[booking.roomType].toLowerCase()}`}
        <span className="block">{booking.dates}</span>
      </Fact>
      <Fact label="Guests">{booking.guests}</Fact>
      <Fact label="Booked">{booking.bookedAt}</Fact>
      <Fact label="Payment">
        <span className="tabular-nums">{`${showCents(booking.paidCents)} of ${showCents(booking.priceCents)}`}</span>
      </Fact>
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
    <div className="mt-auto flex flex-wrap gap-2.5 pt-4">
      <a href={`mailto:${booking.email}`} className={adminButton('plain')}>
        Email Customer
      </a>
      <CallCustomer {...booking} />
    </div>
  </article>
)

/** 'Texas Safari' for 'texas-safari'. */
const tourName = (tourType: string): string =>
  tourType.replace(/-/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())

export const CallCustomer = ({ phone, reference }: { phone: string | null; reference: string }) =>
  phone ? (
    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={adminButton('plain')}>
      Call Customer
    </a>
  ) : (
    <>
      <button
        type="button"
        disabled
        aria-describedby={`no-phone-${reference}`}
        className={adminButton('plain')}
      >
        Call Customer
      </button>
      <span id={`no-phone-${reference}`} className="basis-full text-2xs text-admin-soft">
        No phone number was given, so there is nothing to call.
      </span>
    </>
  )
