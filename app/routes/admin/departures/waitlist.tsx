import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import {
  ENTRY_STATE_NAMES,
  type EntryState,
  PLACE_STATE_NAMES,
  ROOMS_WANTED_NAMES,
} from '#app/bookings/stored-values'
import type { Entry } from '#app/bookings/waitlist/entries.server'
import { placesBesideQueue } from '#app/bookings/waitlist/offered-places.server'
import { queueOf } from '#app/bookings/waitlist/staff-waitlist.server'
import { partyWanted } from '#app/bookings/waitlist/waitlist-letters.server'
import { businessTime } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { unofferedSeats } from '#app/tours/departures.server'
import { seatsInWords } from '#app/tours/party'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminHead,
  EmptyState,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { Link } from '#app/ui/link'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  const { living, ended } = queueOf(departure.id)
  const waiting = (entry: Entry) => ({
    id: entry.id,
    name: entry.name,
    email: entry.email,
    phone: entry.phone,
    party: partyWanted(entry),
    room: ROOMS_WANTED_NAMES[entry.rooms],
    joined: businessTime(entry.joinedAt),
    state: entry.state,
  })
  return {
    id: departure.id,
    seatsFree: unofferedSeats(departure),
    living: living.map((entry) => ({ ...waiting(entry), ...whyWaiting(entry) })),
    places: placesBesideQueue(departure.id).map(({ place, ...booking }) => ({
      ...booking,
      id: place.id,
      fee: showCents(place.feeCents),
      state: place.state,
      isUsed: place.state === 'open' && place.offerId !== null,
      since: businessTime(place.endedAt ?? place.createdAt),
    })),
    ended: ended.map((entry) => ({ ...waiting(entry), since: businessTime(entry.updatedAt) })),
  }
}

type Party = ReturnType<typeof queueOf>['living'][number]

/** What a party waits for, or has been offered. */
function whyWaiting({ state, offer, isSkipped, collectUntil, atLeast }: Party) {
  if (offer) return { why: `${offer.seats} until ${businessTime(offer.endsAt)}` }
  if (state === 'unconfirmed') return { why: 'Counts once its email is confirmed' }
  if (isSkipped) return { why: 'Passed over until you resume it', isPassedOver: true }
  if (collectUntil) return { why: `Seats are collected until ${showDay(collectUntil)}` }
  return { why: `Until ${counted(atLeast, 'seat is', 'seats are')} free` }
}

export const meta = () => adminHead('Waitlist')

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** The parties waiting for a departure, in line, and those who no longer wait. */
export default function WaitlistPage() {
  const { id, seatsFree, living, ended, places } = useLoaderData<typeof loader>()
  const mayChange = useMay()('change money')
  return (
    <>
      <AdminHeading
        title="Waitlist"
        lead={`Seats that come free are offered automatically, to the first party in line that fits. ${seatsFree === 0 ? 'None are' : `${seatsInWords(seatsFree)} ${seatsFree === 1 ? 'is' : 'are'}`} free and not offered now.`}
      />
      <Outlet />
      {living.length === 0 ? (
        <EmptyState title="No one is waiting">
          People can join on the tour page while the departure is sold out.
        </EmptyState>
      ) : (
        <Living id={id} living={living} />
      )}
      {places.length > 0 && (
        <AdminPanel title="Seats that travelers offer" className="mt-5 p-5">
          <p className="mb-3 text-admin-soft text-sm">
            They are offered to the waitlist when no free seats fit. The traveler keeps the seat until someone
            has paid for it.
          </p>
          <ul className="grid gap-2 text-sm">
            {places.map(({ id: place, reference, customerName, fee, state, isUsed, since }) => (
              <li key={place} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link to={`/admin/bookings/${reference}`} className="font-semibold underline">
                  {reference}
                </Link>
                <span dir="auto">{customerName}</span>
                <span>Fee {fee}</span>
                <Badge tone={state === 'sold' ? 'success' : state === 'open' ? 'info' : 'wait'}>
                  {isUsed ? 'A party has the offer' : PLACE_STATE_NAMES[state]}
                </Badge>
                <span className="text-admin-soft text-xs">{since}</span>
                {state === 'open' && mayChange && (
                  <AdminLink to={`/admin/bookings/${reference}/place/${place}`}>
                    Remove it<span className="sr-only"> from the list: {customerName}</span>
                  </AdminLink>
                )}
              </li>
            ))}
          </ul>
        </AdminPanel>
      )}
      {ended.length > 0 && (
        <AdminPanel title="No longer waiting" className="mt-5 p-5">
          <ul className="grid gap-2 text-sm">
            {ended.map(({ id: entry, name, party, state, since }) => (
              <li key={entry} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span dir="auto" className="font-semibold">
                  {name}
                </span>
                <span>{party}</span>
                <State state={state} />
                <span className="text-admin-soft text-xs">{since}</span>
              </li>
            ))}
          </ul>
        </AdminPanel>
      )}
    </>
  )
}

const Living = ({ id, living }: Pick<Loaded, 'id' | 'living'>) => (
  <AdminTable
    caption="Waiting parties, in line"
    columns={['Party', 'For', 'Room', 'Joined', 'State', { label: 'Actions', hidden: true }]}
  >
    {living.map((one) => (
      <AdminRow key={one.id}>
        <th scope="row">
          <span dir="auto">{one.name}</span>
          <a
            href={`mailto:${one.email}`}
            className="block font-normal text-xs underline [overflow-wrap:anywhere]"
          >
            {one.email}
          </a>
          {one.phone && <span className="block font-normal text-admin-soft text-xs">{one.phone}</span>}
        </th>
        <td className="whitespace-nowrap">{one.party}</td>
        <td>{one.room}</td>
        <td className="whitespace-nowrap">{one.joined}</td>
        <td>
          <State state={one.state} isPassedOver={one.isPassedOver} />
          <span className="mt-1 block text-admin-soft text-xs">{one.why}</span>
        </td>
        <td>
          <AdminLink to={`/admin/departures/${id}/waitlist/${one.id}`} preventScrollReset>
            Decide<span className="sr-only"> about {one.name}</span>
          </AdminLink>
        </td>
      </AdminRow>
    ))}
  </AdminTable>
)

const TONES: Partial<Record<EntryState, BadgeTone>> = {
  offered: 'success',
  waiting: 'info',
  booked: 'success',
}

const State = ({ state, isPassedOver = false }: { state: EntryState; isPassedOver?: boolean }) => (
  <Badge tone={isPassedOver ? 'wait' : (TONES[state] ?? 'wait')}>
    {isPassedOver ? 'Passed over' : ENTRY_STATE_NAMES[state]}
  </Badge>
)
