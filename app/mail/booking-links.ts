import { type Day, showDays } from '#app/days'
import { questions } from './about-booking'
import type { Letter } from './letter'

export type LinkedBooking = {
  reference: string
  travelerName: string
  tourName: string
  startsOn: Day
  endsOn: Day
  bookingAddress: string
}

/** The links of all standing bookings of one address, for the person who asked for them there. */
export const bookingLinks = (letter: {
  bookings: LinkedBooking[]
  contactEmail: string
  contactPhone: string
}): Letter => ({
  subject: letter.bookings.length === 1 ? 'The link to your booking' : 'The links to your bookings',
  blocks: [
    { paragraph: 'Hello,' },
    {
      paragraph:
        'You asked us for the link to your booking page. There you see your schedule and receipts, pay what is due, and read how to change or cancel.',
    },
    ...letter.bookings.flatMap((booking) => [
      {
        rows: [
          ['Booking reference', booking.reference],
          ['Traveler', booking.travelerName],
          [booking.tourName, showDays(booking.startsOn, booking.endsOn)],
        ] as [string, string][],
      },
      { link: { label: `See booking ${booking.reference}`, address: booking.bookingAddress } },
    ]),
    {
      quiet:
        'Whoever has the link can open the page, so keep it to yourself. You did not ask for it? Then somebody typed your address, and you can forget this message.',
    },
    questions(letter),
  ],
})
