import type { ReactNode } from 'react'
import { INSTALLMENT_STATES } from '#app/bookings/installments/due'
import { showCents, showSigned } from '#app/platform/money'
import { ROOM_NAMES } from '#app/tours/party'
import { inOneLine } from '#app/travelers/detail-fields'
import type { TravelerStanding } from '#app/travelers/details.server'
import {
  AdminLink,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminButton,
  EmptyState,
  FoldedTable,
  numbers,
} from '#app/ui/admin/admin-parts'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { Badge, InstallmentBadge } from '#app/ui/badge'
import { Link, telHref } from '#app/ui/link'
import type { StaffBooking } from '#app/views/staff-booking.server'
import type { BookingPageFacts } from './booking-page.server'

const HEADING = 'mt-5 mb-2 font-semibold text-control'
const LINK = 'font-medium text-umber underline underline-offset-3'

/** `here` is the address of the booking's page. */
type PartProps = { facts: BookingPageFacts; here: string }

export const LedgerTable = ({ facts: { movements }, here }: PartProps) => (
  <>
    <h2 className={HEADING}>Ledger</h2>
    {movements.length === 0 ? (
      <EmptyState title="No money has moved yet">Payments and refunds will appear here.</EmptyState>
    ) : (
      <AdminTable
        caption="Ledger, oldest first"
        columns={['What', 'Date', 'Method', numbers('Amount'), 'Recorded by', 'Note']}
      >
        {movements.map((row) => (
          <AdminRow key={row.key}>
            <th scope="row">
              {row.what}
              {row.receiptId !== null && (
                <Link to={`${here}/receipts/${row.receiptId}`} className={`ml-3 ${LINK}`}>
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
              {row.of && (
                <span className="block text-admin-soft text-xs" dir="auto">
                  {row.of}
                </span>
              )}
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

/** Discounts and surcharges with ways to undo them, folded. Nothing where there were none. */
export const PriceChanges = ({ facts: { priceChanges, acts }, here }: PartProps) =>
  priceChanges.length > 0 && (
    <FoldedTable title="Price changes" says={String(priceChanges.length)}>
      <AdminTable
        caption="Price changes, oldest first"
        columns={['Reason', 'Date', numbers('Change'), 'Undo']}
      >
        {priceChanges.map(({ id, createdAt, words, priceChangeCents, undoesId, canBeUndone }) => (
          <AdminRow key={id}>
            <th scope="row" className="wrap-anywhere">
              <bdi>{words}</bdi>
            </th>
            <td className="whitespace-nowrap">{createdAt}</td>
            <td className="whitespace-nowrap">{showSigned(priceChangeCents)}</td>
            <td>
              {undoesId !== null && 'Undone'}
              {acts.undoPrice && canBeUndone && (
                <Link to={`${here}/price/${id}/undo`} preventScrollReset className={LINK}>
                  Undo<span className="sr-only"> {words}</span>
                </Link>
              )}
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    </FoldedTable>
  )

export const InstallmentsPanel = ({ facts: { installments, acts }, here }: PartProps) => (
  <AdminPanel title="Installments" className="min-w-0 p-5 lg:col-span-2">
    {installments.length === 0 ? (
      <p className="text-admin-soft text-sm">This booking was to be paid in full at once.</p>
    ) : (
      <AdminTable
        caption="Installments, first due first"
        columns={['Installment', 'Due', numbers('Planned'), numbers('Still owed'), 'State']}
      >
        {installments.map((row) => (
          <AdminRow key={row.number}>
            <th scope="row">{row.name}</th>
            <td>
              {row.dueWords}
              {row.isChargedByItself && (
                <span className="block text-admin-soft text-xs">Charged automatically</span>
              )}
            </td>
            <td>{showCents(row.amountCents)}</td>
            <td>{showCents(row.owedCents)}</td>
            <td>
              <InstallmentBadge state={row.state} when={moreOf(row)} />
              {/* Of a booking that is paid for and active: otherwise nothing is due. */}
              {acts.later && row.owedCents > 0 && (
                <Link
                  to={`${here}/later/${row.number}`}
                  preventScrollReset
                  className={`relative ml-3 whitespace-nowrap ${LINK}`}
                >
                  Postpone<span className="sr-only"> the {row.name.toLowerCase()}</span>
                </Link>
              )}
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    )}
  </AdminPanel>
)

const moreOf = ({ state, paidAt, writtenOffCents }: BookingPageFacts['installments'][number]) =>
  state === 'written-off' ? showCents(writtenOffCents) : state === 'paid' && paidAt

/**
 * Who travels on a booking that is paid for, what is still missing of each, and the ways to change the party.
 */
export const TravelersPanel = ({ facts: { travelers, acts }, here }: PartProps) =>
  travelers && (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-5">
        <h2 className="font-semibold text-control">Travelers</h2>
        <p className="flex flex-wrap gap-x-5 text-xs">
          {acts.eachPays && (
            <Link to={`${here}/each-pays`} preventScrollReset className="admin-quiet-button">
              Let each pay their own share
            </Link>
          )}
          {acts.swap && travelers.length > 1 && (
            <Link to={`${here}/swap`} preventScrollReset className="admin-quiet-button">
              Swap two rooms
            </Link>
          )}
          <Link to={`${here}/join`} preventScrollReset className="admin-quiet-button">
            Add a traveler
          </Link>
        </p>
      </div>
      <AdminTable
        caption="Travelers, the lead traveler first"
        columns={['Traveler', 'Email', 'Room', 'Details', { label: 'Edit', hidden: true }]}
      >
        {travelers.map((traveler) => (
          <AdminRow key={traveler.position}>
            <th scope="row" dir="auto">
              {traveler.called}
            </th>
            <td className="wrap-anywhere">{traveler.email ?? 'Not given'}</td>
            <td>{ROOM_NAMES[traveler.roomType]}</td>
            <td>
              <Standing traveler={traveler} />
            </td>
            <td>
              <EditTraveler {...{ traveler, here }} mayChangeRoom={acts.room} />
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    </>
  )

type EditProps = { traveler: TravelerStanding; here: string; mayChangeRoom: boolean }

/** All that can be changed of a traveler; each link names them to those who cannot see its row. */
function EditTraveler({ traveler: { position, called }, here, mayChangeRoom }: EditProps) {
  const links = [
    { label: 'Name and details', of: 'of', to: `${here}/travelers/${position}` },
    position > 1 && { label: 'Make lead traveler', of: ':', to: `${here}/lead?traveler=${position}` },
    mayChangeRoom && { label: 'Room', of: 'of', to: `${here}/room/${position}` },
    { label: 'Remove', of: '', to: `${here}/leave/${position}` },
  ]
  return (
    <details className="text-right max-sm:text-left">
      <summary className="admin-quiet-button list-none whitespace-nowrap py-0! text-xs">
        Edit<span className="sr-only"> {called}</span>
      </summary>
      <ul className="mt-1 grid gap-1 whitespace-nowrap text-xs">
        {links.map(
          (link) =>
            link && (
              <li key={link.to}>
                <Link
                  to={link.to}
                  preventScrollReset={link.to !== `${here}/travelers/${position}`}
                  className="inline-block py-1 text-umber underline underline-offset-3"
                >
                  {link.label}
                  <span className="sr-only">{` ${link.of} ${called}`}</span>
                </Link>
              </li>
            ),
        )}
      </ul>
    </details>
  )
}

type ChooseProps = {
  reference: string
  title: string
  travelers: { name: string; to: string }[]
  children?: ReactNode
}

/** Asks for one of the travelers: each is a link to the dialog about them. */
export const ChooseTraveler = ({ reference, title, travelers, children }: ChooseProps) => (
  <RouteDialog title={title} closeTo={`/admin/bookings/${reference}`}>
    {children && <p className="mb-4 text-sm">{children}</p>}
    <ul className="grid gap-2.5">
      {travelers.map(({ name, to }) => (
        <li key={to}>
          <AdminLink to={to} preventScrollReset className="w-full">
            <bdi>{name}</bdi>
          </AdminLink>
        </li>
      ))}
    </ul>
  </RouteDialog>
)

/** Which details of a traveler are missing. */
export const Standing = ({ traveler }: { traveler: TravelerStanding }) => (
  <>
    {traveler.missing.length === 0 ? (
      <Badge tone="success">Complete</Badge>
    ) : (
      <span className="text-sm">
        {traveler.hasAnswers ? `Missing: ${inOneLine(traveler.missing)}` : 'No details yet'}
      </span>
    )}
    {traveler.passportEndsTooSoon && (
      <span className="mt-1 block">
        <Badge tone="failed">Passport expires too soon</Badge>
      </span>
    )}
  </>
)

type FactProps = { label: string; wide?: boolean; onPhone?: boolean; children: ReactNode }

/** One thing that is known of a booking, in a list of such; `wide` takes two columns. */
export const Fact = ({ label, wide, onPhone, children }: FactProps) => (
  <div className={`min-w-0 ${wide ? 'col-span-2' : ''} ${onPhone ? 'sm:hidden' : ''}`}>
    <dt className="text-2xs font-semibold text-admin-soft">{label}</dt>
    <dd className="[overflow-wrap:anywhere]" dir="auto">
      {children}
    </dd>
  </div>
)

/** What is paid and open of a booking, and whether something of it is overdue. */
export const MoneyBadge = ({ money, overdueCents }: Pick<StaffBooking, 'money' | 'overdueCents'>) => (
  <span className="flex flex-wrap items-center gap-x-2">
    {overdueCents > 0 && <Badge tone="failed">{`${showCents(overdueCents)} overdue`}</Badge>}
    <Badge tone={money.tone}>{money.words}</Badge>
  </span>
)

/** The day on which a booking's next installment is due: yellow in the last week before, then red. */
export function NextDue({ due }: { due: StaffBooking['nextDue'] }) {
  if (!due) return <span className="text-admin-soft">Nothing</span>
  if (due.state === 'upcoming') return due.day
  const { word, tone } = INSTALLMENT_STATES[due.state]
  return <Badge tone={tone}>{`${word} ${due.day}`}</Badge>
}

type ContactProps = Pick<StaffBooking, 'email' | 'erased' | 'phone'> & { children?: ReactNode }

/** To the lead traveler; of one who was erased there is no one to write to. */
export const WriteOrCall = ({ email, erased, phone, children }: ContactProps) =>
  !erased && (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <a href={`mailto:${email}`} className={adminButton('plain')}>
        Email Customer
      </a>
      {phone && (
        <a href={telHref(phone)} className={adminButton('plain')}>
          Call Customer
        </a>
      )}
      {children}
    </div>
  )
