import type { ReactNode } from 'react'
import type { SeatsTaken } from '#app/tours/save-departure.server'
import { adminButton } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'

export const bookingsInWords = (count: number): string => (count === 1 ? '1 booking' : `${count} bookings`)

export const Ways = ({ id, children }: { id: number; children?: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">
    <Link to={`/admin/bookings?departure=${id}`} className={adminButton('plain')}>
      Bookings
    </Link>
    <Link to={`/admin/manifest?departure=${id}`} className={adminButton('plain')}>
      Manifest
    </Link>
    {children}
  </div>
)

export const SeatsBadge = ({ taken, seats }: { taken: SeatsTaken; seats: number }) => (
  <Badge tone={taken.held + taken.paid >= seats ? 'wait' : 'info'}>
    {taken.held + taken.paid} of {seats} seats taken
  </Badge>
)

/** What a change does not touch, and whom a change of dates does. */
export const Booked = ({
  id,
  taken,
  untold,
  told,
  dueSooner,
  page,
}: {
  id: number
  taken: { paid: number; held: number }
  /** Bookings whose travelers know of other dates, and those who were told of the present ones. */
  untold: number
  told: number
  /** Bookings that are asked for money sooner than they agreed to. */
  dueSooner: number
  page: string
}) =>
  taken.paid === 0 ? null : (
    <Notice
      tone="info"
      title={`${taken.paid} ${taken.paid === 1 ? 'seat is' : 'seats are'} paid for`}
      className="mb-5"
      actions={
        <Ways id={id}>
          {untold + told > 0 && (
            <Link to={`${page}/letter`} className={adminButton('plain')}>
              {untold > 0 ? 'Write to them about the new dates' : 'They were told about the new dates'}
            </Link>
          )}
        </Ways>
      }
    >
      {taken.paid === 1 ? 'This traveler keeps' : 'These travelers keep'} price, deposit and due dates as
      agreed. Where the dates of the journey change, they travel on the new ones; until the journey begins, a
      refund follows those they agreed to, or the new ones where they are better for them.
      {dueSooner > 0 &&
        ` ${bookingsInWords(dueSooner)} had to be asked for money sooner than agreed, so that all of it is due before the journey begins.`}
    </Notice>
  )
