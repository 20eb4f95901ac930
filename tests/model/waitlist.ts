import fc from 'fast-check'
import type { Audited } from './auditors'
import { cancelStep, deedStep, type Step, seatsStep, waitlistStep, worldStep } from './steps'
import type { World } from './world'

/** A party on the waitlist, as an auditor looks at it. */
type Place = {
  id: number
  departure: number
  state: string
  atLeast: number
  joinedAt: number
  isSkipped: number
  collects: number
}
type OfferRow = {
  id: number
  entry: number
  departure: number
  seats: number
  state: string
  byStaff: number
}

const placesIn = (world: Audited): Place[] =>
  world.rows<Place>(
    `select id, departure_id as departure, state, at_least as atLeast, joined_at as joinedAt,
       is_skipped as isSkipped, collect_until is not null as collects from waitlist_entries`,
  )

const offersIn = (world: Audited): OfferRow[] =>
  world.rows<OfferRow>(
    `select id, entry_id as entry, departure_id as departure, seats, state, made_by is not null as byStaff
     from waitlist_offers`,
  )

/** Of each departure: its seats, those that are taken, and those that live offers keep beyond them. */
const countsIn = (world: Audited) =>
  world.rows<{ id: number; seats: number; sales: string; taken: number; offered: number }>(
    `select id, seats, sales,
       (select coalesce(sum(number_of_guests), 0) from bookings where departure_id = departures.id
         and payment_status in ('pending', 'deposit_paid', 'completed')) as taken,
       (select coalesce(sum(max(0, seats - (select coalesce(sum(number_of_guests), 0) from bookings
           where waitlist_offer_id = offer.id and payment_status in ('pending', 'deposit_paid', 'completed')))), 0)
         from waitlist_offers as offer where departure_id = departures.id and state = 'live') as offered
     from departures`,
  )

/** What the waitlist was before a step: by it the order of new offers is looked at. */
export type Waiting = { places: Place[]; offers: OfferRow[] }
export const waitingIn = (world: Audited): Waiting => ({ places: placesIn(world), offers: offersIn(world) })

/**
 * The auditor of the waitlist: no seat is offered or sold twice; only who was offered seats has a live offer;
 * nobody who fits is passed over for one behind; each offer has one letter, and one that ended one more.
 */
export function waitlistFaults(world: Audited, before: Waiting): string[] {
  const after = waitingIn(world)
  const live = after.offers.filter(({ state }) => state === 'live')
  const tooMany = countsIn(world)
    .filter(({ seats, taken, offered }) => taken + offered > seats)
    .map((counts) => `seats are promised twice: ${JSON.stringify(counts)}`)
  const unlike = after.places
    .filter(({ id, state }) => (state === 'offered') !== live.some(({ entry }) => entry === id))
    .map((place) => `its state and its offer differ: ${JSON.stringify(place)}`)
  const passedOver = after.offers
    .filter(({ id, byStaff }) => byStaff === 0 && !before.offers.some((offer) => offer.id === id))
    .flatMap((offer) => {
      const own = after.places.find(({ id }) => id === offer.entry)
      const collected = collectedIn(world).includes(offer.entry)
      return after.places.flatMap((place) => {
        const was = before.places.find(({ id }) => id === place.id)
        const waited = was?.state === 'waiting' && place.state === 'waiting' && was.isSkipped === 0
        const isAhead = own && place.departure === own.departure && isBefore(place, own)
        return waited && isAhead && !collected && place.isSkipped === 0 && place.atLeast <= offer.seats
          ? [`offer ${offer.id} of ${offer.seats} passed over ${JSON.stringify(place)}`]
          : []
      })
    })
  const mails = (kind: string) =>
    world.rows<{ written: number }>('select count(*) as written from outbox where kind = ?', kind)[0]?.written
  const ended = after.offers.filter(({ state }) => state === 'lapsed' || state === 'declined').length
  const letters = [
    ['waitlist-offer', after.offers.length],
    ['waitlist-offer-ended', ended],
  ] as const
  return [
    ...tooMany,
    ...unlike,
    ...passedOver,
    ...letters.flatMap(([kind, due]) =>
      mails(kind) === due ? [] : [`${mails(kind)} letters ${kind} for ${due}`],
    ),
  ]
}

/** For whom staff have ever collected seats, and so given them out of turn. */
const collectedIn = (world: Audited): number[] =>
  world
    .rows<{ entry: number }>(
      `select detail ->> 'entry' as entry from audit_log where action = 'waitlist-collected'`,
    )
    .map(({ entry }) => entry)

const isBefore = (one: Place, other: Place): boolean =>
  one.joinedAt < other.joinedAt || (one.joinedAt === other.joinedAt && one.id < other.id)

/** Beside it: nothing is public while a party in line fits into what is free. */
export async function publicFaults(world: World): Promise<string[]> {
  const done = await world.tell({ name: 'publicSeats', with: {} })
  const seats = 'answer' in done ? (done.answer as number[]) : []
  return countsIn(world).flatMap(({ id, seats: all, taken, offered }) => {
    const free = Math.max(0, all - taken - offered)
    const line = placesIn(world).filter(
      ({ departure, state, isSkipped }) => departure === id && state === 'waiting' && isSkipped === 0,
    )
    const fits = line.filter(({ atLeast, collects }) => collects === 1 || atLeast <= free)
    const open = seats[id - 1] ?? 0
    if (open > free) return [`${open} seats of departure ${id} are public, ${free} are free`]
    return open > 0 && fits.length > 0
      ? [`${open} seats are public, and they fit: ${JSON.stringify(fits)}`]
      : []
  })
}

/** Beside it, while sales are open: what is free and fits has been offered in the step that freed it. */
export const unofferedFaults = (world: Audited): string[] =>
  countsIn(world).flatMap(({ id, seats, sales, taken, offered }) => {
    const line = placesIn(world).filter(
      ({ departure, state, isSkipped }) => departure === id && state === 'waiting' && isSkipped === 0,
    )
    if (sales !== 'open' || line.some(({ collects }) => collects === 1)) return []
    return line
      .filter(({ atLeast }) => atLeast <= seats - taken - offered)
      .map(
        (place) =>
          `${seats - taken - offered} seats are free, and nobody offered them: ${JSON.stringify(place)}`,
      )
  })

/** Seats of the departure that twelve parties wait for. */
const WAITED_SEATS = 8

const is = (names: RegExp) => (step: Step) => names.test(step.does)

const freeing = fc.oneof(
  { weight: 6, arbitrary: waitlistStep },
  { weight: 3, arbitrary: cancelStep },
  { weight: 3, arbitrary: deedStep.filter(is(/^(leave|refund|move|join|reinstate|book|change-lead)$/)) },
  {
    weight: 3,
    arbitrary: worldStep.filter(is(/^(books-and-pays|charge|move-clock|killed-during|two-at-once)$/)),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ does: 'end-holds' }) },
  { weight: 2, arbitrary: seatsStep },
)

/** Sold out by parties of one to three, twelve others join, and then anything. */
export const waitlistSteps = fc
  .tuple(
    fc.array(fc.constantFrom(1, 2, 3), { minLength: 4, maxLength: 8 }),
    fc.array(fc.constantFrom(1, 2, 3, 4), { minLength: 12, maxLength: 12 }),
    fc.array(freeing, { minLength: 10, maxLength: 40, size: 'max' }),
  )
  .map(([sold, parties, played]): Step[] => [
    { does: 'change-seats', seats: WAITED_SEATS },
    ...sold.map((guests, guest): Step => {
      const asks = {
        guest,
        guests,
        departs: 1,
        singles: 0,
        roomType: 'double',
        paymentType: 'deposit',
      } as const
      return guest % 2 === 0
        ? { does: 'sell-by-hand', ...asks, days: 3, percent: 100 }
        : { does: 'books-and-pays', asks: { does: 'book', ...asks, browser: guest, code: '', way: 'card' } }
    }),
    ...parties.map(
      (atLeast, guest): Step => ({
        ...{ does: 'join-waitlist', departs: 1, guest, atLeast, more: guest % 2, confirms: true },
      }),
    ),
    ...played,
  ])
