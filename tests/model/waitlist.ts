import fc from 'fast-check'
import type { Audited } from './auditors'
import { keptIn } from './leaders'
import { cancelStep, commandStep, resaleStep, type Step, seatsStep, waitlistStep, worldStep } from './steps'
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

type Counts = Record<'id' | 'seats' | 'lent' | 'toLend' | 'travel' | 'taken' | 'offered', number> & {
  sales: string
}

/**
 * Of each departure: its seats, those that are taken and paid for, those that live offers
 * keep beyond them, and the places that travelers offer, needed by an offer or not.
 */
const countsIn = (world: Audited) =>
  world.rows<Counts>(
    `select id, seats, sales,
       (select count(*) from offered_places where departure_id = departures.id and state = 'open'
         and offer_id is not null) as lent,
       (select count(*) from offered_places where departure_id = departures.id and state = 'open'
         and offer_id is null) as toLend,
       (select coalesce(sum(number_of_guests), 0) from bookings where departure_id = departures.id
         and payment_status in ('deposit_paid', 'completed')) as travel,
       (select coalesce(sum(number_of_guests), 0) from bookings where departure_id = departures.id
         and payment_status in ('pending', 'deposit_paid', 'completed')) as taken,
       ${keptIn('departures.id')} +
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
    .filter(({ seats, travel, taken, offered, lent }) => taken + offered - lent > seats || travel > seats)
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
    ...resaleFaults(world),
    ...tooMany,
    ...unlike,
    ...passedOver,
    ...letters.flatMap(([kind, due]) =>
      mails(kind) === due ? [] : [`${mails(kind)} letters ${kind} for ${due}`],
    ),
  ]
}

/** Who left a party at the moment at which their place was sold. */
const LEFT_BY = `gone.kind = 'left' and gone.booking_id = place.booking_id and gone.created_at = place.ended_at`

/**
 * Nobody travels whose place was sold, and nobody's is on offer who does not; for each sold one somebody paid
 * in its offer; what went back is what was paid less the fee, or more where the policy says so.
 */
function resaleFaults(world: Audited): string[] {
  const sold = world.rows<{ id: number; fault: string }>(
    `select place.id, case
       when traveler_id is not null and exists (select 1 from travelers join bookings on bookings.id = booking_id
         where travelers.id = place.traveler_id and payment_status in ('deposit_paid', 'completed'))
         then 'was sold, and its traveler travels'
       when not exists (select 1 from audit_log join bookings on subject = 'booking:' || booking_reference
         where waitlist_offer_id = place.offer_id and action = 'payment-taken')
         then 'was sold to nobody'
       when not exists (select 1 from charges as gone where ${LEFT_BY})
         and (select payment_status from bookings where id = place.booking_id) not in ('cancelled', 'refunded', 'deposit_paid', 'completed')
         then 'was sold, and ended nothing' end as fault
     from offered_places as place where state = 'sold'`,
  )
  const open = world.rows<{ id: number; fault: string }>(
    `select place.id, 'is on offer, and its traveler travels no more' as fault from offered_places as place
     where state = 'open' and not exists (select 1 from travelers join bookings on bookings.id = travelers.booking_id
       where travelers.id = place.traveler_id and bookings.departure_id = place.departure_id
         and payment_status in ('deposit_paid', 'completed'))`,
  )
  const kept = world.rows<{ id: number; fault: string }>(
    `select place.id, 'kept ' || stays.price_cents || ' for a fee of ' || fee_cents as fault from offered_places as place
     join charges as gone on ${LEFT_BY} join charges as stays on stays.act_id = gone.act_id and stays.kind = 'retained'
     where stays.price_cents > fee_cents`,
  )
  const untold = world.rows<{ id: number; fault: string }>(
    `select detail ->> 'place' as id, 'was taken off by staff, and nobody wrote' as fault from audit_log
     where action = 'place-offer-ended' and actor_id is not null
       and not exists (select 1 from outbox where occasion = 'place-offer-ended:' || (detail ->> 'place'))`,
  )
  return [...sold, ...open, ...kept, ...untold].flatMap(({ id, fault }) =>
    fault ? [`place ${id} ${fault}`] : [],
  )
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
  if (!('answer' in done)) return [`nobody says what is public: ${JSON.stringify(done)}`]
  const seats = done.answer as number[]
  return countsIn(world).flatMap(({ id, seats: all, taken, offered, lent, toLend }) => {
    const free = Math.max(0, all - taken - offered + lent)
    const line = placesIn(world).filter(
      ({ departure, state, isSkipped }) => departure === id && state === 'waiting' && isSkipped === 0,
    )
    const fits = line.filter(({ atLeast, collects }) => collects === 1 || atLeast <= free + toLend)
    const open = seats[id - 1] ?? 0
    if (open > free) return [`${open} seats of departure ${id} are public, ${free} are free`]
    return open > 0 && fits.length > 0
      ? [`${open} seats are public, and they fit: ${JSON.stringify(fits)}`]
      : []
  })
}

/** Beside it, while sales are open: what is free and fits has been offered in the step that freed it. */
export const unofferedFaults = (world: Audited): string[] =>
  countsIn(world).flatMap(({ id, seats, sales, taken, offered, lent, toLend }) => {
    const free = seats - taken - offered + lent + toLend
    const line = placesIn(world).filter(
      ({ departure, state, isSkipped }) => departure === id && state === 'waiting' && isSkipped === 0,
    )
    if (sales !== 'open' || line.some(({ collects }) => collects === 1)) return []
    return line
      .filter(({ atLeast }) => atLeast <= free)
      .map((place) => `${free} seats are free, and nobody offered them: ${JSON.stringify(place)}`)
  })

/** Seats of the departure that twelve parties wait for. */
const WAITED_SEATS = 8

const is = (names: RegExp) => (step: Step) => names.test(step.does)

const freeing = fc.oneof(
  { weight: 6, arbitrary: waitlistStep },
  { weight: 3, arbitrary: cancelStep },
  { weight: 3, arbitrary: commandStep.filter(is(/^(leave|refund|move|join|reinstate|book|change-lead)$/)) },
  {
    weight: 3,
    arbitrary: worldStep.filter(is(/^(books-and-pays|charge|move-clock|killed-during|two-at-once)$/)),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ does: 'end-holds' }) },
  { weight: 2, arbitrary: seatsStep },
)

/** Sold out by parties of one to three, twelve others join, and then anything. */
const waiting = fc
  .tuple(
    fc.array(fc.constantFrom(1, 2, 3), { minLength: 4, maxLength: 8 }),
    fc.array(fc.constantFrom(1, 2, 3, 4), { minLength: 12, maxLength: 12 }),
    fc.array(freeing, { minLength: 10, maxLength: 40, size: 'max' }),
  )
  .map(([sold, parties, played]): Step[] => [
    { does: 'change-seats', seats: WAITED_SEATS },
    ...sold.map((travelers, guest) =>
      guest % 2 === 0 ? heldByHand(travelers, guest) : bought(travelers, guest),
    ),
    ...parties.map(waits),
    ...played,
  ])

/** All have paid; a month later others join, travelers offer their places, and who waits takes them. */
const resold = fc
  .tuple(
    fc.array(fc.constantFrom(1, 1, 2, 3), { minLength: 5, maxLength: 8 }),
    fc.array(fc.constantFrom(1, 1, 2, 3), { minLength: 12, maxLength: 12 }),
    fc.array(fc.nat({ max: 5 }), { minLength: 2, maxLength: 6 }),
    fc.array(fc.oneof({ weight: 2, arbitrary: resaleStep }, { weight: 3, arbitrary: freeing }), {
      minLength: 10,
      maxLength: 40,
      size: 'max',
    }),
  )
  .map(([sold, parties, places, played]): Step[] => [
    { does: 'change-seats', seats: sold.reduce((seats: number, travelers) => seats + travelers, 0) },
    ...sold.map(bought),
    ...[480, 480].map((hours): Step => ({ does: 'move-clock', hours: hours as 480 })),
    ...parties.map(waits),
    ...places.map((which): Step => ({ does: 'offer-place', which, position: which % 3 === 2 ? 2 : 1 })),
    ...played,
  ])

type Guests = 1 | 2 | 3
const asks = (travelers: Guests, guest: number) =>
  ({ guest, travelers, departs: 1, singles: 0, roomType: 'double', paymentType: 'deposit' }) as const
const heldByHand = (travelers: Guests, guest: number): Step => ({
  ...{ does: 'sell-by-hand', ...asks(travelers, guest), days: 3, percent: 100 },
})
const bought = (travelers: Guests, guest: number): Step => ({
  does: 'books-and-pays',
  asks: { does: 'book', ...asks(travelers, guest), browser: guest, code: '', way: 'card' },
})
const waits = (atLeast: Guests | 4, guest: number): Step => ({
  ...{ does: 'join-waitlist', departs: 1, guest, atLeast, more: guest % 2, confirms: true },
})

export const waitlistSteps = fc.oneof(waiting, resold)
