import { type Booking, bookingWithId, payAddress } from '#app/bookings/find-booking.server'
import { dueWords } from '#app/bookings/installments/due'
import { type PartyTraveler, partyOf, travelerAddress } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { aboutBooking, letterTo, NOT_EXPECTING, smallPrint } from '#app/bookings/traveler-letters.server'
import { letter as asLetter, type Words, words } from '#app/mail/letter'
import { type Mailbox, type Once, post, postToEach } from '#app/mail/outbox.server'
import { nextInstallment } from '#app/money/books/amounts-owed.server'
import { type ShareOwed, shareOwed, sharesOwed } from '#app/money/books/shares-owed.server'
import { businessDay } from '#app/platform/clock.server'
import { showCents } from '#app/platform/money'
import { firstNameOf } from '#app/platform/typed/first-name'
import { departureOf } from '#app/tours/departures.server'
import { travelerWords } from '#app/travelers/detail-fields'

/**
 * Tells each companion with an address that they pay their own share, with their link; each address once,
 * however often the lead traveler changes their mind (rules 2.26).
 */
export function mailEachPays(booking: Booking, now: Date): void {
  for (const share of sharesOwed(booking)) mailOwnShare(booking, share, now)
}

/** The same to one of the party whose address came later. Nothing while one pays for everybody. */
export function mailShareOf({ id, bookingId }: Pick<PartyTraveler, 'id' | 'bookingId'>, now: Date): void {
  const booking = bookingWithId(bookingId)
  const share = booking?.eachPays && isPaid(booking.status) && shareOwed(booking, id)
  if (booking && share) mailOwnShare(booking, share, now)
}

function mailOwnShare(booking: Booking, share: ShareOwed, now: Date): void {
  const { id, name, email, position } = share.traveler
  if (!email || position === 1 || share.owedCents === 0) return
  const about = aboutBooking(booking, now)
  const next = nextInstallment(share)
  const lead = firstNameOf(booking.customerName)
  const letter = letterTo({ ...about, travelerName: name })`
    # Your share of the ${departureOf(booking).name}

    ${lead ?? 'The lead traveler'} has booked the ${departureOf(booking).name} for your party, and each of you pays your
    own share. Here is yours.

    | Booking reference | ${booking.reference} |
    | Your share | ${showCents(share.shareCents)} |
    | Paid so far | ${showCents(share.paidCents)} |
    | Left to pay | = ${showCents(share.owedCents)} |
    ${next && words`| Next | ${showCents(next.owedCents)}, ${dueWords(next, businessDay(now))} |`}

    [Pay my share](${payAddress(share.traveler)})

    The link is yours alone: it shows your share and what you paid. The booking stays one contract, made by
    ${lead ?? 'the lead traveler'}, who sees what each of you has paid and hears from us as well when something is late.

    ${smallPrint(NOT_EXPECTING)}
  `
  postToEach([{ name, address: email }], { kind: 'own-share', once: id, bookingId: booking.id, letter }, now)
}

/** Where letters about a companion's share go, once they have an address. */
export const companionMailbox = ({ name, email }: PartyTraveler): Mailbox => ({
  name,
  address: email ?? '',
})

/**
 * Writes to a companion about their share as it is now: nothing else of the booking, and no link but their
 * own (rules 2.26). Nothing is written once they travel no more. Gives the mail's number.
 */
export function writeToCompanion(
  booking: Booking,
  companion: PartyTraveler,
  now: Date,
  mail: Pick<Once, 'kind' | 'once'> & { travelerId?: number | null },
  write: (share: ShareOwed) => Words,
): number | null {
  const share = shareOwed(booking, companion.id)
  if (!share) return null
  const about = { ...aboutBooking(booking, now), travelerName: companion.name }
  const { subject, body } = asLetter`${write(share)}`
  const letter = letterTo(about)`
    # ${subject}: ${about.reference}

    ${body}

    [See your page](${travelerAddress(companion)})

    ${smallPrint(NOT_EXPECTING)}
  `
  return post({ ...mail, bookingId: booking.id, to: companionMailbox(companion), letter }, now)
}

/** Whose share it is, as others read it: by the first name, in full where two of the party have the same. */
export function nameInShare(traveler: PartyTraveler): string {
  const first = firstNameOf(traveler.name)
  const isShared = partyOf(traveler.bookingId).some(
    ({ id, name }) => id !== traveler.id && firstNameOf(name) === first,
  )
  return first && !isShared ? first : travelerWords(traveler)
}

/** 'your share' to the lead traveler, whose it is, or 'Achieng’s share'. */
export const towardWords = (traveler: PartyTraveler): string =>
  traveler.position === 1 ? 'your share' : `${nameInShare(traveler)}’s share`

/** What the lead traveler pays where each pays their own; undefined where they pay for everybody. */
export const ownShareOf = (booking: Booking): ShareOwed | undefined =>
  booking.eachPays ? sharesOwed(booking)[0] : undefined

/** Where the lead traveler pays the share of one of the party, by their position, or what everybody owes. */
export const payForAddress = (booking: Booking, whose: number | 'all'): string =>
  !booking.eachPays || whose === 1 ? payAddress(booking) : `${payAddress(booking)}?whose=${whose}`
