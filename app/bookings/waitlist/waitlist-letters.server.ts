import { termsOnOffer } from '#app/bookings/checkout-offer.server'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { travelerWithId } from '#app/bookings/party.server'
import { aboutBooking, letterTo, postToTraveler, seeBooking } from '#app/bookings/traveler-letters.server'
import { type Letter, letter, type Words, words } from '#app/mail/letter'
import { notYou } from '#app/people/people-letters.server'
import { businessDay, timeForGuests } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { showCents } from '#app/platform/money'
import { tourPrint } from '#app/site/letter-print.server'
import { siteSettings } from '#app/site/settings.server'
import type { Dates } from '#app/tours/departure'
import { openInWords } from '#app/tours/departure-list.server'
import { type Departure, departureOf } from '#app/tours/departures.server'
import { ROOM_NAMES, seatsInWords, travelersInWords } from '#app/tours/party'
import { roomWanted } from '../stored-values'
import { type Entry, OFFER_HOURS_LEAST, type WaitlistOffer } from './entries.server'
import type { OfferedPlace } from './offered-places.server'

/** What every letter to someone on the waitlist says, and who to ask. */
type AboutEntry = ReturnType<typeof aboutEntry>

export const waitlistAddress = ({ linkToken }: Pick<Entry, 'linkToken'>): string =>
  `${env.BASE_URL}/waitlist/${linkToken}`

export const offerPath = ({ linkToken }: Pick<Entry, 'linkToken'>): string => `/checkout?offer=${linkToken}`

/** '2 travelers', and where they would take fewer '1 to 2 travelers'. */
export const partyWanted = ({ atLeast, atMost }: Pick<Entry, 'atLeast' | 'atMost'>): string =>
  atLeast === atMost ? travelersInWords(atMost) : `${atLeast} to ${travelersInWords(atMost)}`

export function aboutEntry(entry: Entry, departure: Departure, now: Date) {
  const { contactEmail, contactPhone } = siteSettings()
  const roomType = roomWanted(entry)
  const priceOf = (travelers: number) =>
    termsOnOffer(departure, undefined, { roomType, travelers }, businessDay(now))
  return {
    travelerName: entry.name,
    tourName: departure.name,
    dates: showDays(departure.startsOn, departure.endsOn),
    print: tourPrint(departure),
    party: partyWanted(entry),
    roomName: ROOM_NAMES[roomType],
    priceOf,
    confirmAddress: `${env.BASE_URL}/waitlist/confirm/${entry.confirmToken}`,
    pageAddress: waitlistAddress(entry),
    offerAddress: `${env.BASE_URL}${offerPath(entry)}`,
    contactEmail,
    contactPhone,
  }
}

/** Asks the owner of the address that was typed; carries nothing that was typed. */
export const waitlistConfirmation = (about: AboutEntry): Letter => letter`
  # Confirm your place on the waitlist: ${about.tourName}

  Hello,

  Someone (we hope you) asked to be on the waitlist for the ${about.tourName}, ${about.dates}.
  Your place counts once you confirm it.

  [Confirm my place](${about.confirmAddress})

  ${notYou}
`

/** To those on the list: what happens next, and the page of the place. */
export const onTheWaitlist = (about: AboutEntry): Letter => letterTo(about)`
  # You are on the waitlist: ${about.tourName}

  You are on the waitlist. When seats come free, we offer them in the order in which people joined, to the
  first party that fits. An offer comes by email and holds the seats for you for a while, at least
  ${OFFER_HOURS_LEAST} hours unless sales close sooner.

  | Dates | ${about.dates} |
  | For | ${about.party} |

  [See my place in line](${about.pageAddress})

  You can leave the list there at any time.
`

/** Seats are held for someone until an hour. */
export const seatsOffered = (
  about: AboutEntry,
  { seats, endsAt, isResold }: WaitlistOffer & { isResold: boolean },
): Letter => {
  const { totalCents, depositCents } = about.priceOf(seats)
  return letterTo(about)`
    # ${seatsInWords(seats)} for you: ${about.tourName}

    ${about.print}

    ${seatsInWords(seats)} on the ${about.tourName} came free, and we’re holding ${seats === 1 ? 'it' : 'them'}
    for you until ${timeForGuests(endsAt)}. Nothing is charged until you book.

    | Dates | ${about.dates} |
    | Seats | ${seats} |
    | Price today, ${about.roomName.toLowerCase()} | ${showCents(totalCents)} |
    | Deposit | ${showCents(depositCents)} |
    | Offer ends | = ${timeForGuests(endsAt)} |

    [Book ${seatsInWords(seats)}](${about.offerAddress})

    ${isResold && RESOLD}

    Not this time? Decline on [your waitlist page](${about.pageAddress}), and the next in line gets the offer.

    -# Both links are yours alone: keep them to yourself.
  `
}

/** Of an offer with a place that a traveler still has. */
export const RESOLD =
  'This seat still belongs to another traveler. Until you begin to pay, they may change their mind; if they do, we’ll write to you, and you keep your place in line.'

/** The traveler keeps their seat after all. */
export const offerWithdrawn = (about: AboutEntry): Letter => letterTo(about)`
  # Our offer has ended: ${about.tourName}

  We offered you a seat on the ${about.tourName}, ${about.dates}. The traveler has decided to keep the seat,
  so our offer has ended. We’re sorry. You keep your place in line, and nothing was charged.

  [See my place](${about.pageAddress})
`

/** An offer is over, and with it the place in line; one button leads back to its end. */
export const offerEnded = (about: AboutEntry, as: 'lapsed' | 'declined'): Letter => letterTo(about)`
  # You are off the waitlist: ${about.tourName}

  ${as === 'declined' && `You declined the seats we offered on the ${about.tourName}, ${about.dates}.`}
  ${as === 'lapsed' && `The seats we held for you on the ${about.tourName}, ${about.dates}, were not booked in time.`}
  They go to the next in line, and we won’t write to you about this departure again.

  Would you like to wait for the next ones? You can join again at the end of the line.

  [Join again](${about.pageAddress})
`

/** Sales of the departure are over, or it was canceled as a whole. */
export const waitlistOver = (about: AboutEntry, departure: Departure, open: Departure[]): Letter =>
  departure.canceledAt
    ? letterTo(about)`
        # Canceled: ${about.tourName}, ${about.dates}

        We are sorry: we had to cancel the ${about.tourName}, ${about.dates}. Its waitlist has ended, and we won’t
        write to you about it again.

        ${openInWords(open, departure)}
      `
    : letterTo(about)`
        # The waitlist has closed: ${about.tourName}, ${about.dates}

        We no longer sell seats on the ${about.tourName}, ${about.dates}, so the waitlist has closed too. We are
        sorry that it did not work out this time.

        ${openInWords(open, departure)}
      `

/** The departure takes place later: the place in line stays, and so does an offer. */
export const waitlistPostponed = (about: AboutEntry, from: Dates): Letter => letterTo(about)`
  # New dates: ${about.tourName}, ${about.dates}

  You are on the waitlist for the ${about.tourName}. We had to move it: it now takes place ${about.dates},
  instead of ${showDays(from.startsOn, from.endsOn)}.

  Your place in line stays. If the new dates don’t suit you, you can leave the list.

  [See my place in line](${about.pageAddress})
`

/** 'your seat', 'Wanjiru’s seat', 'a seat in your party'. */
const whosePlace = ({ position, name }: { position: number; name: string }): string => {
  if (position === 1) return 'your seat'
  return name ? `${name}’s seat` : 'a seat in your party'
}

/** Tells the lead traveler that a place is offered, and on which terms. */
export const mailPlaceOffered = (place: OfferedPlace, now: Date): void =>
  write(
    place,
    'place-offered',
    (thePlace) => words`
      # Offered to the waitlist: ${thePlace}

      We are offering ${thePlace} to the waitlist for you, on the terms you agreed to:

      ${place.terms}

      You can take it back on your booking page.
    `,
    now,
  )

const WHY_ENDED = {
  staff: 'Our team took it off the list for you. You can offer it again on your booking page.',
  closed: 'Sales of the departure have closed, and no one took it.',
  unfit:
    'A payment is overdue or disputed, or a refund is on its way. Once that is settled you can offer it again.',
}

/** Tells the lead traveler that a place is offered no more, though they did not take it back. */
export const mailPlaceEnded = (place: OfferedPlace, why: keyof typeof WHY_ENDED, now: Date): void =>
  write(
    place,
    'place-offer-ended',
    (thePlace) => words`
      # No longer offered: ${thePlace}

      On ${showDay(businessDay(place.createdAt))}, you offered ${thePlace} to the waitlist. It is no longer
      offered. ${WHY_ENDED[why]}

      Nothing changes for you: the seat is still yours.
    `,
    now,
  )

function write(
  place: OfferedPlace,
  kind: 'place-offered' | 'place-offer-ended',
  wordsFor: (thePlace: string) => Words,
  now: Date,
): void {
  const booking = bookingWithId(place.bookingId)
  const traveler = travelerWithId(place.travelerId ?? 0)
  if (!booking || !traveler) return
  const about = aboutBooking(booking, now)
  const said = wordsFor(`${whosePlace(traveler)} on the ${departureOf(booking).name}`)
  const written = letterTo(about)`${said}\n\n${seeBooking(about)}`
  postToTraveler(booking, now, { kind, once: place.id, letter: written })
}
