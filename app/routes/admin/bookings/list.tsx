import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useLocation, useNavigation, useSubmit } from '@remix-run/react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { amountOnItsWay } from '#app/bookings/on-its-way'
import { MONEY_STATE_NAMES, type MoneyState } from '#app/bookings/status'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { showCents } from '#app/platform/money'
import { BOOKING_TERM_AT_MOST } from '#app/platform/typed/fields'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { typeInWords } from '#app/tours/departure'
import { departureChoices, departureDates } from '#app/tours/departure-list.server'
import { roomNameOf } from '#app/tours/party'
import { allTours } from '#app/tours/tours.server'
import {
  AdminHeading,
  AdminLink,
  AdminRow,
  AdminTable,
  adminButton,
  adminHead,
  EmptyState,
  ExportLink,
  numbers,
  OnPhone,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { DepartureField, FilterButton, Pager, useSearchAsTyped } from '#app/ui/admin/list-controls'
import { Badge } from '#app/ui/badge'
import { SelectField, TextField } from '#app/ui/field'
import { Link } from '#app/ui/link'
import { type BookingFilters, bookingTotals, listBookings, narrowedBy } from '#app/views/list-bookings.server'
import { bookingFilters, type StaffBooking, staffBookings } from '#app/views/staff-booking.server'
import { Fact, NextDue, WriteOrCall } from './booking-parts'

const PAGE_SIZE = 20

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see bookings')
  const query = new URL(request.url).searchParams
  const departure = params.departure === undefined ? null : namedDeparture(params)
  const filters = { ...bookingFilters(query), ...(departure && { departureId: departure.id }) }
  const dates = departureDates()
  const { rows, cursors } = listBookings(filters, requestedPage(query), PAGE_SIZE)
  return {
    isOfDeparture: departure !== null,
    filters,
    narrowedBy: narrowedBy(filters),
    departures: departureChoices(filters.departureId),
    journeys: allTours().map(({ tourType, shortName }) => ({ tourType, shortName })),
    totals: bookingTotals(),
    bookings: staffBookings(rows, dates),
    cursors,
  }
}

export const meta = () => adminHead('Safari Bookings')

export default function BookingsPage() {
  const loaded = useLoaderData<typeof loader>()
  const { isOfDeparture, filters, narrowedBy, totals, bookings, cursors } = loaded
  const counted = filters.money ? totals.byMoney[filters.money] : totals.onFile
  const set = narrowedBy.filter((name) => !(isOfDeparture && name === 'departureId')).length
  return (
    <>
      <Heading {...loaded} />
      {(totals.onFile > 0 || set > 0) && <BookingSearch {...loaded} set={set} />}
      {bookings.length === 0 ? (
        <NoBookings isNarrowed={set > 0} />
      ) : (
        <AdminTable caption="Bookings, newest first" brief grouped columns={columnsOf(isOfDeparture)}>
          {bookings.map((booking) => (
            <BookingRows key={booking.reference} {...{ booking, isOfDeparture }} />
          ))}
        </AdminTable>
      )}
      <Pager
        cursors={cursors}
        label="Pages of bookings"
        shown={bookings.length}
        total={narrowedBy.every((name) => name === 'money') ? counted : undefined}
      />
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** Of the list of all bookings; as a tab of a departure, it has those of the departure alone. */
function Heading({ isOfDeparture, filters, totals }: Loaded) {
  const may = useMay()
  const newBooking = may('change bookings') && (
    <AdminLink to="/admin/bookings/new" tone="main">
      New booking
    </AdminLink>
  )
  if (isOfDeparture)
    return (
      <AdminHeading title="Bookings">
        {newBooking}
        <ExportLink of="bookings" query={{ departure: String(filters.departureId) }} />
      </AdminHeading>
    )
  return (
    <AdminHeading
      title="Safari Bookings"
      badge={<Badge tone="success">{`Total bookings: ${totals.onFile.toLocaleString('en-US')}`}</Badge>}
      lead={`${totals.paid.toLocaleString('en-US')} with at least the deposit paid. The total also counts held, canceled and refunded bookings.`}
    >
      {newBooking}
      <AdminLink to="/admin/payments">Payments</AdminLink>
      {may('see books') && <AdminLink to="/admin/books">Month end</AdminLink>}
    </AdminHeading>
  )
}

/** Among those of one departure its dates are no news. */
const columnsOf = (isOfDeparture: boolean) => [
  'Guest',
  ...(isOfDeparture ? [] : ['Departure']),
  numbers('Seats'),
  { label: 'Paid', className: 'max-sm:hidden sm:text-right' },
  { label: 'Open', className: 'row-end sm:text-right' },
  'Next due',
  'State',
  { label: 'More', hidden: true, className: 'row-last' },
]

/** A booking as the list shows it: a row that leads to its page, and opens on all that is known. */
const BookingRows = ({ booking, isOfDeparture }: { booking: StaffBooking; isOfDeparture: boolean }) => (
  <tbody className="admin-opens">
    <AdminRow>
      <th scope="row">
        <Link
          to={`/admin/bookings/${booking.reference}`}
          className="wrap-anywhere font-semibold text-umber underline underline-offset-3 hover:text-umber-deep"
        >
          <bdi>{booking.name}</bdi>
        </Link>
        <span className="block whitespace-nowrap font-normal text-2xs text-admin-soft max-sm:hidden">
          {booking.reference}
        </span>
      </th>
      {!isOfDeparture && <td>{booking.dates}</td>}
      <td>
        {booking.travelers}
        <OnPhone>{booking.travelers === 1 ? ' seat' : ' seats'}</OnPhone>
      </td>
      <td>{showCents(booking.paidCents)}</td>
      <td className={booking.openCents === 0 ? 'text-admin-soft' : ''}>
        {showCents(booking.openCents)}
        <OnPhone> open</OnPhone>
        {booking.onItsWayCents > 0 && (
          <span className="block text-2xs text-admin-soft">{amountOnItsWay(booking.onItsWayCents)}</span>
        )}
      </td>
      <td className={booking.nextDue ? '' : 'max-sm:hidden'}>
        {booking.nextDue?.state === 'upcoming' && <OnPhone>next </OnPhone>}
        <NextDue due={booking.nextDue} />
      </td>
      <td>
        <Badge tone={booking.money.tone}>{booking.money.state}</Badge>
      </td>
      <td>
        <details>
          <summary
            aria-controls={`about-${booking.reference}`}
            className="admin-quiet-button list-none py-0! text-xs"
          >
            More<span className="sr-only"> about {booking.reference}</span>
          </summary>
        </details>
      </td>
    </AdminRow>
    <tr id={`about-${booking.reference}`}>
      <td colSpan={columnsOf(isOfDeparture).length}>
        <dl className="grid grid-cols-2 gap-x-5 gap-y-3 text-sm lg:grid-cols-4">
          <Fact label="Email" wide>
            {booking.erased ?? booking.email}
          </Fact>
          <Fact label="Reference" onPhone>
            {booking.reference}
          </Fact>
          <Fact label="Phone">{booking.phone ?? 'Not given'}</Fact>
          <Fact label="Tour">{`${typeInWords(booking.tourType)}, ${roomNameOf(booking).toLowerCase()}`}</Fact>
          <Fact label="Guests">{booking.travelers}</Fact>
          <Fact label="Booked">{booking.bookedAt}</Fact>
          <Fact label="Payment">
            {`${showCents(booking.paidCents)} of ${showCents(booking.priceCents)}`}
            <span className="block text-2xs text-admin-soft">{booking.money.words}</span>
          </Fact>
          <Fact label="Status">
            <span className={booking.money.tone === 'success' ? 'text-success' : ''}>
              {booking.statusWords}
            </span>
          </Fact>
          {booking.address && (
            <Fact label="Address" wide>
              {booking.address}
            </Fact>
          )}
        </dl>
        <WriteOrCall {...booking} />
      </td>
    </tr>
  </tbody>
)

const NoBookings = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState title="No bookings found">
      <p>Try a different spelling of a name, an email or a reference, or a different payment filter.</p>
      <AdminLink to="/admin/bookings" className="mt-4">
        Show all bookings
      </AdminLink>
    </EmptyState>
  ) : (
    <EmptyState title="No bookings yet">Booked tours will appear here.</EmptyState>
  )

type Props = Pick<Loaded, 'filters' | 'totals' | 'departures' | 'journeys' | 'isOfDeparture'> & {
  set: number
}

const FIELDS = 'booking-filter'

/** A plain GET form, behind a press on a phone; scripts send it as one types and as one chooses. */
function BookingSearch({ filters, totals, departures, journeys, isOfDeparture, set }: Props) {
  const submit = useSubmit()
  const searching = useNavigation().location?.pathname === useLocation().pathname
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const box = form.current?.elements.namedItem('q')
    // The way back in the browser's history changes the search; what is just being typed stays.
    if (box instanceof HTMLInputElement && box !== document.activeElement) box.value = filters.term
  }, [filters.term])

  /** The counts are of all departures. */
  const named = (name: string, count: number) =>
    isOfDeparture ? name : `${name} (${count.toLocaleString('en-US')})`
  const send = () => submit(form.current, { replace: true, preventScrollReset: true })
  const { stop, typed } = useSearchAsTyped(send)
  const areSeveral = !isOfDeparture && journeys.length > 1
  const boxes: Record<keyof BookingFilters, ReactNode> = {
    term: (
      <div className="col-span-2 flex items-end gap-2.5 lg:col-span-1">
        <TextField
          type="search"
          name="q"
          label="Search by name, email, phone, reference or Stripe id"
          defaultValue={filters.term}
          onChange={typed}
          maxLength={BOOKING_TERM_AT_MOST}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1"
        />
        <button type="submit" className={adminButton('plain', 'h-12.5 min-w-32')} aria-busy={searching}>
          {searching ? 'Searching...' : 'Search'}
        </button>
      </div>
    ),
    money: (
      <SelectField
        key={filters.money}
        name="money"
        label="Payment"
        defaultValue={filters.money ?? ''}
        onChange={send}
      >
        <option value="">{named('All', totals.onFile)}</option>
        {Object.entries(MONEY_STATE_NAMES).map(([state, name]) => (
          <option key={state} value={state}>
            {named(name, totals.byMoney[state as MoneyState])}
          </option>
        ))}
      </SelectField>
    ),
    departureId: !isOfDeparture && (
      <DepartureField
        departures={departures}
        chosen={filters.departureId}
        all="All departures"
        onChange={send}
      />
    ),
    journey: areSeveral && (
      <SelectField
        key={filters.journey}
        name="journey"
        label="Journey"
        defaultValue={filters.journey ?? ''}
        onChange={send}
      >
        <option value="">All journeys</option>
        {journeys.map(({ tourType, shortName }) => (
          <option key={tourType} value={tourType}>
            {shortName}
          </option>
        ))}
      </SelectField>
    ),
  }
  return (
    <Form ref={form} role="search" aria-label="Bookings" className="mb-4" onSubmit={stop}>
      <FilterButton fields={FIELDS} set={set} className="sm:hidden" />
      <div
        id={FIELDS}
        className={`grid grid-cols-2 items-end gap-3 max-sm:mt-3 max-sm:not-peer-open:hidden ${areSeveral ? 'lg:grid-cols-[1fr_13rem_16rem_12rem]' : 'lg:grid-cols-[1fr_16rem_16rem]'}`}
      >
        {Object.entries(boxes).map(([name, box]) => (
          <Fragment key={name}>{box}</Fragment>
        ))}
      </div>
    </Form>
  )
}
