import { eq } from 'drizzle-orm'
import type { Entry as Place } from '#app/bookings/waitlist/entries.server'
import { confirmPlace, joinWaitlist } from '#app/bookings/waitlist/join-waitlist.server'
import { offerIfSeatKept, takePlaceOff } from '#app/bookings/waitlist/keep-place.server'
import { placesOf } from '#app/bookings/waitlist/offered-places.server'
import { offerPlace, placesToOffer } from '#app/money/changes/party/resold-places.server'
import { now } from '#app/platform/clock.server'
import type { Staff } from '#app/staff/sessions.server'
import { db } from '#db/connection.server'
import { bookings, waitlistEntries } from '#db/schema/bookings'
import type { StripeSandbox } from '#scripts/sandbox/stripe/inspection'
import { orderOf, payByCard } from './bookings'
import { at, done, type Entry } from './diary'
import type { Guest } from './travelers'

const GLORIA = 'gloria.barnes@example.com'
const HANK = 'hank.tillman@example.com'

/** Those of the small journey in August, which they fill. */
export const AUGUST_GUESTS: Guest[] = [
  {
    ...{ name: 'Ruth Okello', email: 'ruth.okello@example.com', home: ['Houston', 'Texas', '77004'] },
    ...{ books: '2025-03-21', room: 'double', party: 2, pays: 'deposit' },
    later: [{ on: '2025-05-31', does: 'cancels' }],
  },
  {
    ...{ name: 'Gloria Barnes', email: GLORIA, home: ['Waco', 'Texas', '76701'] },
    ...{ books: '2025-03-22', room: 'double', pays: 'full' },
  },
  {
    ...{ name: 'Hank Tillman', email: HANK, home: ['Lubbock', 'Texas', '79401'] },
    ...{ books: '2025-03-24', room: 'double', party: 2, pays: 'full' },
  },
  {
    ...{ name: 'Lupe Ortega', email: 'lupe.ortega@example.com', home: ['El Paso', 'Texas', '79901'] },
    ...{ books: '2025-03-25', room: 'double', pays: 'deposit' },
    later: [{ on: '2025-04-08', does: 'cancels' }],
  },
]

type Waiting = {
  name: string
  atLeast: number
  atMost: number
  joins: string
  takes?: string
  confirms?: boolean
}

/**
 * In line: one let the offer lapse, two took theirs, the second the place that Gloria Barnes offers; the
 * couple has the seats of the Okellos on offer; others wait, and one has not confirmed.
 */
const WAITING: Waiting[] = [
  { name: 'Otis Freeman', atLeast: 1, atMost: 1, joins: '2025-04-01' },
  { name: 'Mercy Wafula', atLeast: 2, atMost: 2, joins: '2025-04-02' },
  { name: 'Joyce Abbott', atLeast: 1, atMost: 1, joins: '2025-04-03', takes: '2025-04-11' },
  { name: 'Brent Sorrell', atLeast: 1, atMost: 1, joins: '2025-04-20', takes: '2025-05-13' },
  { name: 'Priya Nair', atLeast: 1, atMost: 2, joins: '2025-05-20' },
  { name: 'Cleo Hughes', atLeast: 3, atMost: 4, joins: '2025-05-22' },
  { name: 'Ines Duarte', atLeast: 1, atMost: 1, joins: '2025-05-31', confirms: false },
]

const emailOf = ({ name }: Pick<Waiting, 'name'>) => `${name.toLowerCase().replace(' ', '.')}@example.com`

export function waitlistOf(august: () => number, staff: () => Staff, stripe: StripeSandbox): Entry[] {
  return [
    ...WAITING.flatMap((one) => [
      { at: at(one.joins, 20), command: () => joins(one, august()) },
      ...(one.takes ? [{ at: at(one.takes, 20), command: () => takes(one, august(), stripe) }] : []),
    ]),
    { at: at('2025-05-12', 18), command: () => offersBack(GLORIA) },
    { at: at('2025-05-29', 18), command: () => offersBack(HANK) },
    { at: at('2025-05-30', 11), command: () => takesOff(HANK, staff()) },
  ]
}

function joins({ confirms = true, ...one }: Waiting, departureId: number): void {
  const { name, atLeast, atMost } = one
  const wish = { departureId, name, email: emailOf(one), phone: null, atLeast, atMost, rooms: 'any' as const }
  done(joinWaitlist(wish, `address of ${name}`, now()))
  if (confirms) confirmPlace(placeOf(one).confirmToken, now())
}

async function takes(one: Waiting, departureId: number, stripe: StripeSandbox): Promise<void> {
  const guest = { ...one, email: emailOf(one), home: ['Austin', 'Texas', '78704'] as Guest['home'] }
  const order = orderOf({ ...guest, room: 'double', pays: 'deposit' }, departureId)
  await payByCard({ ...order, offer: placeOf(one).linkToken }, stripe)
}

/** Somebody can no longer come, and the days of full refund are over. */
function offersBack(email: string): void {
  const booking = bookedBy(email)
  const place = placesToOffer(booking, now()).find(({ quote }) => quote)
  if (!place?.quote) throw new Error(`${email} has no place to offer`)
  const { feeCents: quotedFeeCents, refundCents: quotedRefundCents } = place.quote
  const wish = { travelerId: place.traveler.id, quotedFeeCents, quotedRefundCents }
  done(offerPlace(booking.reference, wish, now()))
}

/** He calls the office the next day: he can come after all. */
function takesOff(email: string, staff: Staff): void {
  const booking = bookedBy(email)
  const place = placesOf(booking).find(({ state }) => state === 'open')
  if (!place) throw new Error(`${email} offers no place`)
  done(takePlaceOff(booking, { placeId: place.id, shown: offerIfSeatKept(place) }, staff, now()))
}

function bookedBy(email: string) {
  const booking = db.select().from(bookings).where(eq(bookings.customerEmail, email)).get()
  if (!booking) throw new Error(`${email} has not booked`)
  return booking
}

function placeOf(one: Waiting): Place {
  const email = emailOf(one)
  const place = db.select().from(waitlistEntries).where(eq(waitlistEntries.email, email)).get()
  if (!place) throw new Error(`${one.name} does not wait`)
  return place
}
