import { setTimeout as pause } from 'node:timers/promises'
import { type Booking, bookingAddress, bookingWithId } from '#app/bookings/find-booking.server'
import { travelerAddress } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { postToTraveler } from '#app/bookings/traveler-letters.server'
import { type Once, occasionOf, post } from '#app/mail/outbox.server'
import { businessDay } from '#app/platform/clock.server'
import { daysFrom } from '#app/platform/days'
import { siteSettings } from '#app/site/settings.server'
import { departureOf } from '#app/tours/departures.server'
import { firstNameOf } from '#app/travelers/names'
import { immediately } from '#db/connection.server'
import { inOneLine, travelerWords } from './detail-fields'
import { type AskedDays, askedAt, DETAILS_ASKED_DAYS, DETAILS_KEPT_DAYS } from './detail-rules'
import { detailsAsked, detailsAskedOfCompanion } from './details-letters'
import {
  askedOfCompanion,
  askedOfPayer,
  incompleteBookings,
  lettersDue,
  type Missing,
  writtenOf,
} from './letters-due.server'

type AskCounts = { looked: number; sent: number; silent: number }

/** How many bookings are written to before others have their turn, another process among them. */
const WRITTEN_AT_ONCE = 3
const OTHERS_TURN_MS = 3

/**
 * Asks for the details that are missing DETAILS_ASKED_DAYS before a departure: the lead traveler, and each
 * companion who has an address of their own. Each letter is written once, however often this is called; a day
 * that was missed is made up for, and where nothing is missing nobody hears anything. `goOn` is asked between
 * portions: where another process has taken the run over, it throws.
 */
export async function askForDetails(now: Date, goOn: () => boolean = () => true): Promise<AskCounts> {
  const ids = incompleteBookings(businessDay(now)).map(({ id }) => id)
  const counts = { looked: ids.length, sent: 0, silent: 0 }
  for (let from = 0; from < ids.length; from += WRITTEN_AT_ONCE) {
    if (!goOn()) throw new Error('Another process has taken this run over')
    const portion = ids.slice(from, from + WRITTEN_AT_ONCE)
    immediately(() => {
      for (const id of portion) {
        const written = writeTo(id, now)
        counts.sent += written
        if (written === 0) counts.silent += 1
      }
    })
    await pause(OTHERS_TURN_MS)
  }
  return counts
}

/** Looks again, for it may have been completed in the meantime; answers how many letters were written. */
function writeTo(bookingId: number, now: Date): number {
  const booking = bookingWithId(bookingId)
  if (!booking || !isPaid(booking.status)) return 0
  const { startsOn, canceledAt } = departureOf(booking)
  const days = askedAt(daysFrom(businessDay(now), startsOn))
  if (days === null || canceledAt !== null) return 0
  const { missing, toPayer, toCompanions } = lettersDue(booking, days)
  if (toPayer) writeToPayer(booking, missing, days, now)
  for (const companion of toCompanions) writeToCompanion(booking, companion, days, now)
  return toCompanions.length + (toPayer ? 1 : 0)
}

function writeToPayer(booking: Booking, missing: Missing[], days: AskedDays, now: Date): void {
  const [only] = missing
  const page = bookingAddress(booking)
  const letter = detailsAsked({
    ...askedIn(
      booking,
      wasAskedBefore(days, (earlier) => askedOfPayer(booking.id, earlier)),
    ),
    travelerName: booking.customerName,
    isParty: booking.travelers > 1,
    travelers: missing.map(({ traveler, fields }) => ({
      name: travelerWords(traveler),
      missing: inOneLine(fields),
    })),
    formAddress:
      only && missing.length === 1 ? `${page}/travelers/${only.traveler.position}` : `${page}#travelers`,
  })
  postToTraveler(booking, { ...askedOfPayer(booking.id, days), letter }, now)
}

function writeToCompanion(booking: Booking, { traveler, fields }: Missing, days: AskedDays, now: Date): void {
  const letter = detailsAskedOfCompanion({
    ...askedIn(
      booking,
      wasAskedBefore(days, (earlier) => askedOfCompanion(traveler.id, earlier)),
    ),
    name: firstNameOf(traveler.name),
    missing: inOneLine(fields),
    formAddress: travelerAddress(traveler),
  })
  const to = { name: firstNameOf(traveler.name) ?? '', address: traveler.email ?? '' }
  post({ ...askedOfCompanion(traveler.id, days), letter, bookingId: booking.id, to }, now)
}

/** Where an earlier letter was missed, as by a release that had none, the later one is the first. */
const wasAskedBefore = (days: AskedDays, letter: (days: AskedDays) => Pick<Once, 'kind' | 'once'>): boolean =>
  writtenOf(
    DETAILS_ASKED_DAYS.filter((earlier) => earlier > days).map((earlier) => occasionOf(letter(earlier))),
  ).size > 0

function askedIn(booking: Booking, isLast: boolean) {
  const { name: tourName, startsOn, endsOn } = departureOf(booking)
  const { contactEmail, contactPhone } = siteSettings()
  return { tourName, startsOn, endsOn, contactEmail, contactPhone, isLast, keptDays: DETAILS_KEPT_DAYS }
}
