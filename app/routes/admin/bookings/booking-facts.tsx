import type { ReactNode } from 'react'
import { STATUS_NAMES, TO_PAY_BACK } from '#app/bookings/status'
import { personPath } from '#app/people/contact-fields'
import { type Cents, showCents } from '#app/platform/money'
import { roomsInWords } from '#app/tours/party'
import { AdminPanel, adminButton } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { RefundTerms } from '#app/ui/summary-list'
import type { ShownBooking } from '#app/views/shown-booking.server'
import type { BookingPageFacts } from './booking-page.server'

/** Money, traveler and tour of a booking, side by side. */
export const BookingFacts = ({ facts }: { facts: BookingPageFacts }) => (
  <div className="grid gap-4 lg:grid-cols-3">
    <Money facts={facts} />
    <Traveler facts={facts} />
    <Tour facts={facts} />
  </div>
)

const Money = ({ facts }: { facts: BookingPageFacts }) => (
  <AdminPanel title="Money">
    <dl className="grid gap-2 text-sm tabular-nums">
      <Amount
        label={facts.party.sum ? `Total price, ${facts.party.sum}` : 'Total price'}
        cents={facts.party.priceCents}
      />
      <Amount label="Paid" cents={facts.party.paidCents} />
      {facts.party.toPayBackCents > 0 && <Amount label={TO_PAY_BACK} cents={facts.party.toPayBackCents} />}
      {facts.booking.writtenOffCents > 0 && (
        <Amount label="Written off" cents={facts.booking.writtenOffCents} />
      )}
      {facts.booking.isPaid && <Amount label="Left to pay" cents={facts.booking.openCents} />}
      <Amount label="Can go back to cards" cents={facts.refundableCents} />
      {facts.byHandCents > 0 && <Amount label="Paid by hand" cents={facts.byHandCents} />}
    </dl>
    <RefundTerms
      refund={facts.booking.refundTerms}
      className="mt-3 border-admin-line border-t pt-3 text-admin-soft text-xs"
    />
  </AdminPanel>
)

const Amount = ({ label, cents }: { label: string; cents: Cents }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-admin-soft">{label}</dt>
    <dd className="font-medium">{showCents(cents)}</dd>
  </div>
)

const Traveler = ({ facts: { booking, acts } }: { facts: BookingPageFacts }) => (
  <AdminPanel
    title="Lead traveler"
    actions={
      acts.lead && (
        <Link
          to={`/admin/bookings/${booking.reference}/lead`}
          preventScrollReset
          className="admin-quiet-button -my-2"
        >
          Change<span className="sr-only"> the lead traveler</span>
        </Link>
      )
    }
  >
    <dl className="grid gap-2 text-sm">
      <Fact label="Name">{booking.name}</Fact>
      <Fact label="Email">{booking.email}</Fact>
      <Fact label="Phone">{booking.phone ?? 'Not given'}</Fact>
      {(booking.address || booking.place || booking.country) && (
        <Fact label="Address">
          {[booking.address, booking.place, booking.country].filter(Boolean).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Fact>
      )}
      {booking.alsoSaid.map(({ label, words }) => (
        <Fact key={label} label={label}>
          {words ?? 'Not given'}
        </Fact>
      ))}
    </dl>
    <p className="wrap-anywhere mt-3 border-admin-line border-t pt-3 text-admin-soft text-xs">
      Letters and receipts go to <bdi>{booking.lettersTo.name}</bdi>, {booking.lettersTo.address}. Changing a
      traveler’s name or email below does not change that.
    </p>
    <WriteOrCall {...booking} />
    {useMay()('see inquiries') && (
      <p className="mt-3 text-sm">
        <Link to={personPath(booking.email)} className="admin-quiet-button">
          All about this person
        </Link>
      </p>
    )}
  </AdminPanel>
)

const Tour = ({ facts: { booking, tour } }: { facts: BookingPageFacts }) => (
  <AdminPanel title="Tour">
    <dl className="grid gap-2 text-sm">
      <Fact label="Departure">
        {tour.name}
        <span className="block text-admin-soft">{tour.days}</span>
        {tour.agreedDays && <span className="block text-wait">Agreed to {tour.agreedDays}</span>}
      </Fact>
      <Fact label="Rooms">{roomsInWords(booking)}</Fact>
      <Fact label="Booked">{booking.bookedAt}</Fact>
      {booking.earlyBird && <Fact label="Early bird">{booking.earlyBird}</Fact>}
      <Fact label="Status">{STATUS_NAMES[booking.status]}</Fact>
      {booking.holdEndsAt && <Fact label="Seat held until">{booking.holdEndsAt}</Fact>}
      {booking.soldBy && <Fact label="Booked for the guest by">{booking.soldBy}</Fact>}
      {booking.cancelledAt && <Fact label="Cancelled">{booking.cancelledAt}</Fact>}
    </dl>
    {booking.payLink && (
      <p className="mt-4 text-sm">
        <OutLink href={booking.payLink}>Payment link</OutLink>
      </p>
    )}
    {booking.links && (
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <OutLink href={booking.links.page}>Traveler's page</OutLink>
        <OutLink href={booking.links.pay}>Payment link</OutLink>
        {booking.openCents > 0 && (
          <Link
            to={`/admin/bookings/${booking.reference}/ask`}
            preventScrollReset
            className="font-medium text-umber underline underline-offset-3 hover:text-umber-deep"
          >
            Send a payment link
          </Link>
        )}
      </p>
    )}
  </AdminPanel>
)

const OutLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="font-medium text-umber underline underline-offset-3 hover:text-umber-deep">
    {children}
  </a>
)

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
