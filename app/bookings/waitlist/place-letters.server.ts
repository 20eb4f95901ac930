import { eq } from 'drizzle-orm'
import type { Letter } from '#app/mail/letter'
import { businessDay } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { departureOf } from '#app/tours/departures.server'
import { db } from '#db/connection.server'
import { travelers } from '#db/schema'
import { type AboutBooking, questions, seeBooking } from '../about-booking'
import { bookingWithId } from '../find-booking.server'
import { aboutBooking, postToTraveler } from '../traveler-letters.server'
import type { OfferedPlace } from './offered-places.server'

type AboutPlace = AboutBooking & { tourName: string; whose: string }

/** 'your place', 'the place of Wanjiru', 'a place of your party'. */
const whosePlace = ({ position, name }: { position: number; name: string }): string => {
  if (position === 1) return 'your place'
  return name ? `the place of ${name}` : 'a place of your party'
}

/** Tells the lead traveler that a place is offered, and on which terms. */
export const mailPlaceOffered = (place: OfferedPlace, now: Date): void => {
  const offered = (about: AboutPlace): Letter => ({
    subject: `On offer to the waitlist: ${about.whose} on ${about.tourName}`,
    blocks: [
      { paragraph: `Dear ${about.travelerName},` },
      { paragraph: `You offered ${about.whose} on ${about.tourName} to the waitlist. What you agreed to:` },
      { paragraph: place.terms },
      { paragraph: 'You can take it back on your booking page.' },
      seeBooking(about),
      questions(about),
    ],
  })
  write(place, 'place-offered', offered, now)
}

const WHY_ENDED = {
  staff: 'Our team took it off the list for you. You can offer it again on your booking page.',
  closed: 'Sales of the departure have closed, and nobody took it.',
  unfit:
    'A payment is overdue or disputed, or a refund is on its way. Once that is settled you can offer it again.',
}

/** Tells the lead traveler that a place is offered no more, though they did not take it back. */
export const mailPlaceEnded = (place: OfferedPlace, why: keyof typeof WHY_ENDED, now: Date): void => {
  const ended = (about: AboutPlace): Letter => ({
    subject: `No longer on offer: ${about.whose} on ${about.tourName}`,
    blocks: [
      { paragraph: `Dear ${about.travelerName},` },
      {
        paragraph: `On ${showDay(businessDay(place.createdAt))} you offered ${about.whose} on ${about.tourName} to the waitlist. It is no longer on offer. ${WHY_ENDED[why]}`,
      },
      { paragraph: 'Nothing changes for you: the seat is still yours.' },
      seeBooking(about),
      questions(about),
    ],
  })
  write(place, 'place-offer-ended', ended, now)
}

function write(
  place: OfferedPlace,
  kind: 'place-offered' | 'place-offer-ended',
  letter: (about: AboutPlace) => Letter,
  now: Date,
): void {
  const booking = bookingWithId(place.bookingId)
  const [traveler] = db
    .select()
    .from(travelers)
    .where(eq(travelers.id, place.travelerId ?? 0))
    .all()
  if (!booking || !traveler) return
  const about = {
    ...aboutBooking(booking, now),
    ...{ tourName: departureOf(booking).name, whose: whosePlace(traveler) },
  }
  postToTraveler(booking, { kind, once: place.id, letter: letter(about) }, now)
}
