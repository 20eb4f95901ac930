import { and, eq } from 'drizzle-orm'
import { type Booking, bookingAddress } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf, travelerAddress } from '#app/bookings/party.server'
import { letterTo, postToTraveler, questions } from '#app/bookings/traveler-letters.server'
import { type Letter, letter, rows } from '#app/mail/letter'
import { greeting, type Once, post, postOncePer } from '#app/mail/outbox.server'
import { businessDay, DAY_MS } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { firstNameOf } from '#app/platform/typed/first-name'
import { siteSettings } from '#app/site/settings.server'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import { type Departure, departureOf } from '#app/tours/departures.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { travelerWords } from './detail-fields'
import { hasOwnAddress } from './details-due.server'
import { type ToSign, toSignOn, whyNotSignedBy } from './signatures.server'

/** Letters that were written, and those whose readers had one within a day. */
export type Reminded = { written: number; hadOne: number } | { refused: 'nothing-missing' | 'over' }

/**
 * Reminds everyone on a departure who has something to sign: who does so on their own page gets a letter, the
 * lead traveler one about the others. One a day to each at most, whichever documents it is about.
 */
export function remindToSign({ id, canceledAt, endsOn }: Departure, staff: Actor, now: Date): Reminded {
  if (canceledAt !== null || endsOn < businessDay(now)) return { refused: 'over' }
  return immediately((tx) => {
    const reminders = bookingsOn(id, tx).flatMap(remindersOf)
    if (reminders.length === 0) return { refused: 'nothing-missing' }
    const written = reminders.filter(({ who, mail, send }) =>
      postOncePer({ periodMs: DAY_MS }, who, mail, (once) => send(once, now), now, tx),
    ).length
    if (written > 0) recordDepartureAct(now, id, byStaff(staff), 'signing-reminded', { travelers: written })
    return { written, hadOne: reminders.length - written }
  })
}

/** To how many people a reminder would go. */
export const remindersFor = (departureId: number): number =>
  bookingsOn(departureId, db).flatMap(remindersOf).length

/** Of those all of whose money is going back no one travels. */
const bookingsOn = (departureId: number, tx: Tx | typeof db): Booking[] =>
  tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.departureId, departureId), isPaidBooking))
    .all()
    .filter(({ moneyState }) => moneyState !== 'refunded')

type Reminder = { who: string; mail: Omit<Once, 'once'>; send: (mail: Once, now: Date) => void }
type Unsigned = { traveler: PartyTraveler; toSign: ToSign[] }

function remindersOf(booking: Booking): Reminder[] {
  const open = toSignOn(booking.id).filter(({ signatureId }) => signatureId === null)
  if (open.length === 0) return []
  const signsAlone = (traveler: PartyTraveler, document: ToSign) =>
    hasOwnAddress(traveler, booking) && !whyNotSignedBy(document, 'own')
  const unsigned = (isAlone: boolean): Unsigned[] =>
    partyOf(booking.id)
      .map((traveler) => ({
        traveler,
        toSign: open.filter((one) => one.travelerId === traveler.id && signsAlone(traveler, one) === isAlone),
      }))
      .filter(({ toSign }) => toSign.length > 0)
  const ofOthers = unsigned(false)
  return [
    ...(ofOthers.length > 0 ? [toLead(booking, ofOthers)] : []),
    ...unsigned(true).map((one) => toCompanion(booking, one)),
  ]
}

const KIND = 'signing-reminder'

const toLead = (booking: Booking, unsigned: Unsigned[]): Reminder => ({
  who: `booking:${booking.id}`,
  mail: { kind: KIND, letter: leadLetter(booking, unsigned) },
  send: (mail, now) => postToTraveler(booking, now, mail),
})

const toCompanion = (booking: Booking, { traveler, toSign }: Unsigned): Reminder => ({
  who: `traveler:${traveler.id}`,
  mail: { kind: KIND, letter: companionLetter(booking, traveler, toSign) },
  send: (mail, now) => {
    const to = { name: firstNameOf(traveler.name) ?? '', address: traveler.email ?? '' }
    post({ ...mail, bookingId: booking.id, to }, now)
  },
})

const titlesOf = (toSign: ToSign[]): string => toSign.map(({ title }) => title).join(', ')

function why(booking: Booking, toSign: ToSign[]): string {
  const { name, startsOn, endsOn } = departureOf(booking)
  const by = toSign.map(({ signBy }) => signBy).toSorted()[0] ?? startsOn
  const until = by < startsOn ? `, by ${showDay(by)}` : ''
  return `Before the ${name}, ${showDays(startsOn, endsOn)}, we still need this signed${until}. It takes a few minutes: read it, type your name, done.`
}

const subjectOf = (booking: Booking): string => `Still to sign for the ${departureOf(booking).name}`

const leadLetter = (booking: Booking, unsigned: Unsigned[]): Letter => letterTo({
  ...siteSettings(),
  travelerName: booking.customerName,
})`
  # ${subjectOf(booking)}

  ${why(
    booking,
    unsigned.flatMap(({ toSign }) => toSign),
  )}

  ${rows(unsigned.map(({ traveler, toSign }) => [travelerWords(traveler), titlesOf(toSign)]))}

  [Read and sign](${whereToSign(booking, unsigned)})

  ${booking.travelers > 1 && 'You sign for children. Adults sign on a page of their own: your booking page has a link for each of them.'}
`

/** The page of the only one who has to, else the list of all who travel. */
function whereToSign(booking: Booking, [one, ...others]: Unsigned[]): string {
  const page = bookingAddress(booking)
  return one && others.length === 0 ? `${page}/travelers/${one.traveler.position}#sign` : `${page}#travelers`
}

const companionLetter = (booking: Booking, traveler: PartyTraveler, toSign: ToSign[]): Letter => letter`
  # ${subjectOf(booking)}

  ${greeting(firstNameOf(traveler.name) ?? '')}

  ${why(booking, toSign)}

  | To sign | ${titlesOf(toSign)} |

  [Read and sign](${travelerAddress(traveler)})

  -# Anyone who has the link can open the page, so keep it to yourself.

  ${questions(siteSettings())}
`
