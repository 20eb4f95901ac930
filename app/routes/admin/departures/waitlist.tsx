import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import {
  ENTRY_STATE_NAMES,
  type EntryState,
  PLACE_STATE_NAMES,
  ROOMS_WANTED_NAMES,
} from '#app/bookings/stored-values'
import type { Entry } from '#app/bookings/waitlist/entries.server'
import { seatsFor } from '#app/bookings/waitlist/offer-seats.server'
import { placesBesideQueue } from '#app/bookings/waitlist/offered-places.server'
import { queueOf } from '#app/bookings/waitlist/staff-waitlist.server'
import { partyWanted } from '#app/bookings/waitlist/waitlist-letters.server'
import { businessDay, businessTime, now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { pageOf } from '#app/tours/departure'
import { unofferedSeats } from '#app/tours/departures.server'
import { seatsInWords } from '#app/tours/party'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminHead,
  EmptyState,
  FoldedPanel,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { Call } from '#app/ui/admin/attention'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { Link } from '#app/ui/link'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  const { living, ended } = queueOf(departure.id)
  const isCounted = ({ state }: Entry) => state !== 'unconfirmed'
  const inLine = living.filter(isCounted)
  const unconfirmed = living.filter((entry) => !isCounted(entry))
  const party = (entry: Entry) => ({ id: entry.id, name: entry.name, party: partyWanted(entry) })
  return {
    id: departure.id,
    tourPage: env.BASE_URL + pageOf(departure),
    seatsFree: unofferedSeats(departure),
    living: [...inLine, ...unconfirmed].map((entry, index) => ({
      ...party(entry),
      ...{ email: entry.email, phone: entry.phone, state: entry.state },
      place: isCounted(entry) ? index + 1 : null,
      room: entry.rooms === 'any' ? 'either room' : ROOMS_WANTED_NAMES[entry.rooms].toLowerCase(),
      since: showDay(businessDay(entry.joinedAt)),
      action: actionOn(entry, seatsFor(entry, departure)),
      ...whyWaiting(entry, now()),
    })),
    places: placesBesideQueue(departure.id).map(({ place, ...booking }) => ({
      ...booking,
      id: place.id,
      fee: showCents(place.feeCents),
      state: place.state,
      isUsed: place.state === 'open' && place.offerId !== null,
      since: businessTime(place.endedAt ?? place.createdAt),
    })),
    ended: ended.map((entry) => ({
      ...{ ...party(entry), state: entry.state },
      since: showDay(businessDay(entry.updatedAt)),
    })),
  }
}

type Party = ReturnType<typeof queueOf>['living'][number]

/** What a party waits for, or has been offered, and for how much longer. */
function whyWaiting({ state, offer, isSkipped, collectUntil, atLeast }: Party, at: Date) {
  if (offer)
    return {
      why: `${seatsInWords(offer.seats)} until ${businessTime(offer.endsAt)}`,
      left: timeLeft(offer.endsAt, at),
    }
  if (state === 'unconfirmed') return { why: 'Counts once its email is confirmed' }
  if (isSkipped) return { why: 'Passed over until you resume it', isPassedOver: true }
  if (collectUntil) return { why: `Seats are collected until ${showDay(collectUntil)}` }
  return { why: `Until ${counted(atLeast, 'seat is', 'seats are')} free` }
}

const HOUR = 3_600_000

/** '1 day left', and on the last day '5 hours left'. */
function timeLeft(endsAt: Date, at: Date): string {
  const hours = Math.max(0, Math.floor((endsAt.getTime() - at.getTime()) / HOUR))
  if (hours === 0) return 'Ends within the hour'
  return `${hours < 24 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')} left`
}

/** What staff most likely do with a party as it stands; the dialog has all that is possible. */
function actionOn({ state, isSkipped, collectUntil, atLeast }: Party, seats: number): string {
  if (state === 'offered') return 'Withdraw offer'
  if (state === 'unconfirmed') return 'Remove'
  if (isSkipped) return 'Resume or remove'
  if (collectUntil) return 'Stop collecting'
  return seats >= atLeast ? 'Offer seats' : 'Collect or pass over'
}

export const meta = () => adminHead('Waitlist')

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** The parties waiting for a departure, in line, and those who no longer wait. */
export default function WaitlistPage() {
  const { id, tourPage, seatsFree, living, ended, places } = useLoaderData<typeof loader>()
  const mayChange = useMay()('change money')
  return (
    <>
      <AdminHeading
        title="Waitlist"
        lead={`Seats that come free are offered automatically, to the first party in line that fits. ${seatsFree === 0 ? 'No seat is' : `${seatsInWords(seatsFree)} ${seatsFree === 1 ? 'is' : 'are'}`} free to offer now.`}
      />
      <Outlet />
      {living.length === 0 ? (
        <EmptyState title="No one is waiting">
          <p>Share the waitlist link: while the departure is sold out, people join on its page.</p>
          <p className="wrap-anywhere mt-2 select-all font-mono text-ink text-xs">{tourPage}</p>
        </EmptyState>
      ) : (
        <ol aria-label="Waiting parties, in line" className="admin-rows">
          {living.map((one) => (
            <Waiting key={one.id} to={`/admin/departures/${id}/waitlist/${one.id}`} party={one} />
          ))}
        </ol>
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
        <div className="mt-5">
          <FoldedPanel title={`No longer waiting (${ended.length})`}>
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
          </FoldedPanel>
        </div>
      )}
    </>
  )
}

type WaitingProps = { to: string; party: Loaded['living'][number] }

/** A party: its place in line, for what it waits since when, and what staff can do. */
const Waiting = ({ to, party }: WaitingProps) => (
  <li
    className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm lg:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1fr)_minmax(0,1.25fr)_10.5rem] ${party.place === null ? 'text-admin-soft' : ''}`}
  >
    <div className="wrap-anywhere" dir="auto">
      <p className={party.place === null ? '' : 'font-semibold'}>
        {party.place !== null && (
          <>
            <span className="sr-only">Place </span>
            {party.place} ·{' '}
          </>
        )}
        <bdi>{party.name}</bdi>
      </p>
      <p className="text-2xs text-admin-soft">
        <a href={`mailto:${party.email}`} className="underline">
          {party.email}
        </a>
        {party.phone && (
          <>
            {' · '}
            <Call phone={party.phone} />
          </>
        )}
      </p>
    </div>
    <p className="max-lg:self-start max-lg:text-right">
      <State state={party.state} isPassedOver={party.isPassedOver} />
    </p>
    <p className="max-lg:text-2xs">
      {party.party} · {party.room}{' '}
      <span className="lg:block lg:text-2xs lg:text-admin-soft">
        <span className="lg:hidden">· </span>since {party.since}
      </span>
    </p>
    <p className="max-lg:col-start-1 max-lg:text-2xs">
      {party.why} {party.left && <Badge tone="wait">{party.left}</Badge>}
    </p>
    <p className="text-right max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-2">
      <AdminLink to={to} preventScrollReset className="text-center max-lg:max-w-28">
        <span>
          {party.action}
          <span className="sr-only">: {party.name}</span>
        </span>
      </AdminLink>
    </p>
  </li>
)

const TONES: Partial<Record<EntryState, BadgeTone>> = {
  offered: 'success',
  waiting: 'info',
  booked: 'success',
  unconfirmed: 'quiet',
}

type StateProps = { state: EntryState; isPassedOver?: boolean | undefined }

const State = ({ state, isPassedOver = false }: StateProps) => (
  <Badge tone={isPassedOver ? 'wait' : (TONES[state] ?? 'wait')}>
    {isPassedOver ? 'Passed over' : ENTRY_STATE_NAMES[state]}
  </Badge>
)
