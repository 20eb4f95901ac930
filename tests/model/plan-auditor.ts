import { DAYS_TO_PAY } from '#app/bookings/installments/plan'
import { addDays, dayAt, earlierDay } from '#app/platform/days'
import type { Audited } from './auditors'

type Row = { number: number; dueOn: string; owed: number }
type Seat = {
  id: number
  price: number
  deposit: number
  share: number
  paid: number
  joined: string | null
}

/** What a booking that stands is asked for, and on which days. */
type Plan = {
  reference: string
  travelers: number
  asked: number
  received: number
  writtenOff: number
  departure: string
  rows: Row[]
  seats: Seat[]
}
export type Plans = { after: number; of: Map<string, Plan> }

export const plansIn = (world: Audited): Plans => {
  const found = world.rows<Omit<Plan, 'rows' | 'seats'> & { rows: string; seats: string }>(
    `select booking_reference as reference, number_of_guests as travelers, asked_cents as asked,
       written_off_cents as writtenOff,
       (select count(*) from payments where booking_id = b.id and kind <> 'refund') as received,
       json_array(d.id, starts_on, minimum_travelers, guaranteed_at, canceled_at) as departure,
       (select json_group_array(json_object('number', number, 'dueOn', due_on, 'owed', owed_cents))
         from installments where booking_id = b.id) as rows,
       (select json_group_array(json_object('id', id, 'price', (select sum(price_cents) from charges
             where traveler_id = travelers.id and kind in ('seat', 'early-bird')), 'deposit', deposit_cents,
           'share', (select sum(price_cents) from charges where traveler_id = travelers.id),
           'paid', (select sum(paid_cents) from charges where traveler_id = travelers.id), 'joined', joined_on))
         from travelers where booking_id = b.id) as seats
     from bookings b join departures d on d.id = departure_id
     where payment_status in ('deposit_paid', 'completed')`,
  )
  const [last] = world.rows<{ id: number }>('select coalesce(max(id), 0) as id from audit_log')
  return {
    after: last?.id ?? 0,
    of: new Map(
      found.map(({ rows, seats, ...plan }) => [
        plan.reference,
        { ...plan, rows: JSON.parse(rows), seats: JSON.parse(seats) },
      ]),
    ),
  }
}

/** Acts that give a booking other days, or ask for more of it. */
const REPLANS = [
  'plan-spread',
  'installment-extended',
  'booking-moved',
  'booking-reinstated',
  'traveler-joined',
  'installment-asked',
]

/** In a step of several acts a price may have risen before someone left: then nothing can be said. */
const isPlannedAgain = (acts: string[]): boolean =>
  REPLANS.some((act) => acts.includes(act)) ||
  (acts.includes('traveler-left') &&
    ['repriced', 'reprice-undone', 'room-changed'].some((act) => acts.includes(act)))

/** The most that no card can pay, which another installment asks for. */
const TINY = 49

/**
 * Nothing that was paid is asked for again, and nobody is asked sooner, where no more is left to pay and
 * nobody gave the plan other days. Of a party of equals who leaves takes along an equal part of each
 * installment, and what was written off is that of those who stay.
 */
export function planFaults(world: Audited, before: Plans): string[] {
  const now = plansIn(world)
  return [...now.of.values()].flatMap((plan) => {
    const was = before.of.get(plan.reference)
    const acts = world
      .rows<{ action: string }>(
        'select action from audit_log where id > ? and subject = ?',
        before.after,
        `booking:${plan.reference}`,
      )
      .map(({ action }) => action)
    const found = [
      ...writeOffFaults(world, plan),
      ...(was && was.departure === plan.departure && !isPlannedAgain(acts)
        ? [...(plan.asked <= was.asked ? askedSooner(was, plan) : []), ...leftFaults(was, plan, acts)]
        : []),
    ]
    return found.map((fault) => `${plan.reference} (${acts}): ${fault}`)
  })
}

const askedUntil = ({ rows }: Plan, day: string): number =>
  rows.reduce((sum, { dueOn, owed }) => sum + (dueOn <= day ? owed : 0), 0)

function askedSooner(was: Plan, is: Plan): string[] {
  const days = [...new Set(is.rows.filter(({ owed }) => owed > 0).map(({ dueOn }) => dueOn))]
  return days
    .filter((day) => askedUntil(is, day) > askedUntil(was, day) + TINY * is.rows.length)
    .map((day) => `${askedUntil(is, day)} is asked until ${day}, it was ${askedUntil(was, day)}`)
}

function leftFaults(was: Plan, is: Plan, acts: string[]): string[] {
  const hasLeft = acts.filter((act) => act === 'traveler-left').length === 1
  if (!hasLeft || is.travelers !== was.travelers - 1) return []
  const strange = is.rows.filter(
    ({ number, dueOn, owed }) =>
      owed > 0 && !was.rows.some((row) => row.number === number && row.dueOn === dueOn && row.owed > 0),
  )
  return [
    ...strange.map(({ number, dueOn }) => `installment ${number} of ${dueOn} was not open before one left`),
    ...(was.received === is.received && areAlike(was) ? unequal(was, is) : []),
  ]
}

const areAlike = ({ seats: [first, ...others] }: Plan): boolean =>
  first !== undefined &&
  first.joined === null &&
  others.every((one) => JSON.stringify({ ...one, id: 0 }) === JSON.stringify({ ...first, id: 0 }))

function unequal(was: Plan, is: Plan): string[] {
  // Of what else came in the same step, other auditors know what it comes to.
  const fairInAll = (was.asked * is.travelers) / was.travelers
  if (Math.abs(fairInAll - is.asked) > TINY * was.rows.length) return []
  return was.rows
    .map(({ number, owed }) => ({
      number,
      fair: (owed * is.travelers) / was.travelers,
      owed: is.rows.find((row) => row.number === number)?.owed ?? 0,
    }))
    .filter(({ fair, owed }) => Math.abs(fair - owed) > TINY * was.rows.length)
    .map(
      ({ number, fair, owed }) =>
        `installment ${number} asks for ${owed}, the part of those who stay is ${fair}`,
    )
}

/** What was written off of each who travels comes to what the booking has of it. */
function writeOffFaults(world: Audited, { reference, writtenOff, seats }: Plan): string[] {
  const parts = world.rows<{ traveler: number; cents: number }>(
    `select traveler_id as traveler, -sum(price_cents) as cents
     from charges join bookings on bookings.id = booking_id
     where kind = 'written-off' and booking_reference = ? group by 1`,
    reference,
  )
  const ofAboard = parts
    .filter(({ traveler }) => seats.some(({ id }) => id === traveler))
    .reduce((sum, { cents }) => sum + cents, 0)
  return [
    ...(ofAboard === writtenOff ? [] : [`${writtenOff} is written off, ${ofAboard} of those who travel`]),
    ...parts
      .filter(({ cents }) => cents < 0)
      .map(({ traveler, cents }) => `${cents} is written off of ${traveler}`),
  ]
}

/** While staff hold seats nothing is due before the last day of that, and nothing waits for a later one. */
export const holdFaults = (world: Audited): string[] =>
  world
    .rows<{
      reference: string
      number: number
      dueOn: string
      isPutOff: 0 | 1
      ends: number
      starts: string
    }>(
      `select booking_reference as reference, number, due_on as dueOn, planned_due_on is not null as isPutOff,
         hold_ends_at as ends, starts_on as starts
       from installments join bookings b on b.id = booking_id join departures d on d.id = departure_id
       where payment_status = 'pending' and sold_by is not null`,
    )
    .flatMap(({ reference, number, dueOn, isPutOff, ends, starts }) => {
      const until = dayAt(new Date(ends - 1), 'America/Chicago')
      const isTooSoon = dueOn < earlierDay(until, addDays(starts, -1))
      const isTooLate = isPutOff === 1 && dueOn > addDays(until, (number - 1) * DAYS_TO_PAY)
      return isTooSoon || isTooLate ? [`${reference}: ${number} is due ${dueOn}, held until ${until}`] : []
    })
