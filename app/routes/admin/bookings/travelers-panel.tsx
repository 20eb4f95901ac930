import type { ReactNode } from 'react'
import { ROOM_NAMES } from '#app/tours/party'
import { inOneLine } from '#app/travelers/detail-fields'
import type { TravelerStanding } from '#app/travelers/details.server'
import { AdminRow, AdminTable, adminButton } from '#app/ui/admin/admin-parts'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'

type Props = { reference: string; travelers: TravelerStanding[]; mayChangeRooms: boolean }

/**
 * Who travels on a booking that is paid for, what is still missing of each, and the ways to change the party.
 */
export const TravelersPanel = ({ reference, travelers, mayChangeRooms }: Props) => (
  <>
    <h2 className="mt-8 mb-3 font-semibold text-control">Travelers</h2>
    <AdminTable
      caption="Travelers, the lead traveler first"
      columns={['Traveler', 'Email', 'Room', 'Details', 'Change']}
    >
      {travelers.map((traveler) => (
        <AdminRow key={traveler.position}>
          <th scope="row" dir="auto" className="sm:min-w-36">
            {traveler.called}
          </th>
          <td className="break-words">{traveler.email ?? 'Not given'}</td>
          <td>{ROOM_NAMES[traveler.roomType]}</td>
          <td className="sm:min-w-52">
            <Standing traveler={traveler} />
          </td>
          <td className="sm:min-w-48">
            <Link
              to={`/admin/bookings/${reference}/travelers/${traveler.position}`}
              className="text-umber underline underline-offset-3"
            >
              Change <bdi>{traveler.called}</bdi>
            </Link>
            {traveler.position > 1 && (
              <DialogLink to={`/admin/bookings/${reference}/lead?traveler=${traveler.position}`}>
                Make <bdi>{traveler.called}</bdi> the lead traveler
              </DialogLink>
            )}
            {mayChangeRooms && (
              <DialogLink to={`/admin/bookings/${reference}/room/${traveler.position}`}>
                Change the room of <bdi>{traveler.called}</bdi>
              </DialogLink>
            )}
            <DialogLink to={`/admin/bookings/${reference}/leave/${traveler.position}`} color="text-danger">
              Take <bdi>{traveler.called}</bdi> off
            </DialogLink>
          </td>
        </AdminRow>
      ))}
    </AdminTable>
    <p className="mt-4">
      <Link to={`/admin/bookings/${reference}/join`} preventScrollReset className={adminButton('plain')}>
        Add a traveler
      </Link>
    </p>
  </>
)

type DialogLinkProps = { to: string; color?: string; children: ReactNode }

const DialogLink = ({ to, color = 'text-umber', children }: DialogLinkProps) => (
  <Link to={to} preventScrollReset className={`mt-1 block ${color} underline underline-offset-3`}>
    {children}
  </Link>
)

/** One of them to choose, each a link to the dialog about them. */
export const TravelerLinks = ({ travelers }: { travelers: { name: string; to: string }[] }) => (
  <ul className="grid gap-2.5">
    {travelers.map(({ name, to }) => (
      <li key={to}>
        <Link to={to} preventScrollReset className={adminButton('plain', 'w-full')}>
          <bdi>{name}</bdi>
        </Link>
      </li>
    ))}
  </ul>
)

export const Standing = ({
  traveler: { hasAnswers, missing, passportEndsTooSoon },
}: {
  traveler: TravelerStanding
}) => (
  <>
    {missing.length === 0 ? (
      <Badge tone="success">Complete</Badge>
    ) : (
      <span className="text-sm">{hasAnswers ? `Missing: ${inOneLine(missing)}` : 'No details yet'}</span>
    )}
    {passportEndsTooSoon && (
      <span className="mt-1 block">
        <Badge tone="failed">Passport expires too soon</Badge>
      </span>
    )}
  </>
)
