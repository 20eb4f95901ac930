import type { ReactNode } from 'react'
import { showSigned } from '#app/money/receipt-lines'
import { showCents } from '#app/platform/money'
import { ROOM_NAMES } from '#app/tours/party'
import { inOneLine } from '#app/travelers/detail-fields'
import type { TravelerStanding } from '#app/travelers/details.server'
import { AdminLink, AdminRow, AdminTable, EmptyState, numbers } from '#app/ui/admin/admin-parts'
import { Badge, InstallmentBadge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import type { BookingPageFacts } from './booking-page.server'

const HEADING = 'mt-8 mb-3 font-semibold text-control'

type LedgerProps = { rows: BookingPageFacts['movements']; here: string }

export const LedgerTable = ({ rows, here }: LedgerProps) => (
  <>
    <h2 className={HEADING}>Ledger</h2>
    {rows.length === 0 ? (
      <EmptyState title="No money has moved yet">Payments and refunds will appear here.</EmptyState>
    ) : (
      <AdminTable
        caption="Ledger, oldest first"
        columns={['What', 'Date', 'Method', numbers('Amount'), 'Recorded by', 'Note']}
      >
        {rows.map((row) => (
          <AdminRow key={row.key}>
            <th scope="row">
              {row.what}
              {row.receiptId !== null && (
                <Link
                  to={`${here}/receipts/${row.receiptId}`}
                  className="ml-3 font-medium text-umber underline underline-offset-3"
                >
                  Receipt<span className="sr-only"> of {row.createdAt}</span>
                </Link>
              )}
            </th>
            <td className="whitespace-nowrap">{row.createdAt}</td>
            <td>{row.method}</td>
            <td className="whitespace-nowrap">{showSigned(row.amountCents)}</td>
            <td>{row.recordedBy}</td>
            <td className="max-w-md break-words sm:min-w-40">
              {row.note}
              {row.stripeIntentId && (
                <span className="block text-2xs text-admin-soft">
                  {row.stripeRefundId ?? row.stripeIntentId}
                </span>
              )}
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    )}
  </>
)

/** Discounts and surcharges; with `here`, each has a way to undo it. Nothing where there were none. */
export const PriceChanges = ({
  rows,
  here,
}: {
  rows: BookingPageFacts['priceChanges']
  here: string | null
}) =>
  rows.length > 0 && (
    <>
      <h2 className={HEADING}>Price changes</h2>
      <AdminTable
        caption="Price changes, oldest first"
        columns={['Reason', 'Date', numbers('Change'), 'Undo']}
      >
        {rows.map(({ id, createdAt, words, priceChangeCents, isUndone, undoesId }) => (
          <AdminRow key={id}>
            <th scope="row" className="wrap-anywhere">
              <bdi>{words}</bdi>
            </th>
            <td className="whitespace-nowrap">{createdAt}</td>
            <td className="whitespace-nowrap">{showSigned(priceChangeCents)}</td>
            <td>
              {undoesId !== null && 'Undone'}
              {here && !isUndone && undoesId === null && (
                <Link
                  to={`${here}/price/${id}/undo`}
                  preventScrollReset
                  className="font-medium text-umber underline underline-offset-3"
                >
                  Undo<span className="sr-only"> {words}</span>
                </Link>
              )}
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    </>
  )

type InstallmentsProps = { rows: BookingPageFacts['installments']; isOwed: boolean; here: string }

/** `isOwed`: the booking is paid for and stands; otherwise nothing is asked for. */
export const InstallmentsTable = ({ rows, isOwed, here }: InstallmentsProps) => (
  <>
    <h2 className={HEADING}>Installments</h2>
    {rows.length === 0 ? (
      <EmptyState title="No installments">This booking was to be paid in full at once.</EmptyState>
    ) : (
      <AdminTable
        caption="Installments, first due first"
        columns={['Installment', 'Due', numbers('Planned'), numbers('Still owed'), 'State']}
      >
        {rows.map((row) => (
          <AdminRow key={row.number}>
            <th scope="row">{row.name}</th>
            <td>{row.dueWords}</td>
            <td>{showCents(row.amountCents)}</td>
            <td>{showCents(row.owedCents)}</td>
            <td>
              <InstallmentBadge state={row.state} when={moreOf(row)} />
              {isOwed && row.owedCents > 0 && (
                <Link
                  to={`${here}/later/${row.number}`}
                  preventScrollReset
                  className="relative ml-3 whitespace-nowrap font-medium text-umber underline underline-offset-3"
                >
                  Later day<span className="sr-only"> for the {row.name.toLowerCase()}</span>
                </Link>
              )}
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    )}
  </>
)

const moreOf = ({ state, paidAt, writtenOffCents }: BookingPageFacts['installments'][number]) =>
  state === 'written-off' ? showCents(writtenOffCents) : state === 'paid' && paidAt

type TravelersProps = { reference: string; travelers: TravelerStanding[]; mayChangeRooms: boolean }

/**
 * Who travels on a booking that is paid for, what is still missing of each, and the ways to change the party.
 */
export const TravelersPanel = ({ reference, travelers, mayChangeRooms }: TravelersProps) => (
  <>
    <h2 className={HEADING}>Travelers</h2>
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
      <AdminLink to={`/admin/bookings/${reference}/join`} preventScrollReset>
        Add a traveler
      </AdminLink>
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
        <AdminLink to={to} preventScrollReset className="w-full">
          <bdi>{name}</bdi>
        </AdminLink>
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
