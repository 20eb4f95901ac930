import { type Day, showDays } from '#app/days'
import { type AboutBooking, questions } from './about-booking'
import type { Letter } from './letter'

/** What a letter about a room knows: whom it greets, who sleeps in the other bed, and where its reader goes on. */
export type AboutRoom = Pick<AboutBooking, 'travelerName' | 'contactEmail' | 'contactPhone'> & {
  /** The first name of the other; null where there is none to tell. Nothing else of them is said. */
  other: string | null
  /** A companion of the reader's, whom it is about; null where it is about its reader. */
  companion: string | null
  page: { label: string; address: string }
  /** The reader booked: contact is shared, and a companion named, on the page of the booking. */
  isPayer: boolean
}

const FELLOW = 'a fellow traveler'

/** 'You share your double room with Wanjiru', 'Otieno shares a double room with Wanjiru'. */
const shares = ({ companion, other }: AboutRoom): string =>
  companion
    ? `${companion} shares a double room with ${other ?? FELLOW}`
    : `You share your double room with ${other ?? FELLOW}`

const seePage = ({ page }: AboutRoom) => ({ link: page })

/** Tells a traveler with whom they share their room: by first name only, until both agree to more. */
export const roomPaired = (about: AboutRoom): Letter => ({
  subject: shares(about),
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: `${shares(about)}. Nothing else changes: your bookings stay apart, each with its own price and payments.`,
    },
    {
      paragraph: about.isPayer
        ? 'For now each of you knows the first name of the other. If you would like to write to each other before the journey, agree on your booking page to share your email address and telephone. They are shown once both of you have agreed, and you can take it back at any time.'
        : 'For now each of you knows the first name of the other. If you would like to write to each other before the journey, whoever booked for you can agree on the booking page to share an email address and telephone. They are shown once both sides have agreed.',
    },
    seePage(about),
    { paragraph: 'You would rather have another room companion? Tell us, and we look for another way.' },
    questions(about),
  ],
})

const noLonger = ({ companion, other }: AboutRoom): string =>
  companion
    ? `${companion} no longer shares a double room with ${other ?? FELLOW}`
    : `You no longer share your double room with ${other ?? FELLOW}`

/** Tells a traveler that they are alone in their double room again: parted by staff, or left behind by who has left. */
export const roomParted = (about: AboutRoom & { hasLeft: boolean; mayWish: boolean }): Letter => ({
  subject: noLonger(about),
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: about.hasLeft
        ? `${noLonger(about)}, who does not travel with us any more.`
        : `${noLonger(about)}.`,
    },
    {
      paragraph:
        'Your booking, your price and your payments stay as they are, and the other bed of the room is free again. Contact that you had shared with each other is not shown any more.',
    },
    {
      paragraph: about.mayWish
        ? 'Should somebody else take the other bed, we write to you. On your booking page you can name a companion who books separately, or ask us to introduce you to someone.'
        : 'Should somebody else take the other bed, we write to you. You know with whom you would like to share? Then tell us.',
    },
    seePage(about),
    questions(about),
  ],
})

/** Asks a traveler whether they share a room with somebody who has named them. */
export const roomCompanionAsked = (
  about: AboutRoom & { tourName: string; startsOn: Day; endsOn: Day },
): Letter => ({
  subject: `${about.other ?? 'Somebody'} says that you share a room`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: `${about.other ?? 'Somebody'}, who travels with us as well, says that you two share a double room on ${about.tourName}, ${showDays(about.startsOn, about.endsOn)}.`,
    },
    {
      paragraph:
        'Is it so? Then confirm it on your booking page: you are in one room from that moment, and both of you get a message. If not, press “Not me” there, or forget this message: nothing changes, and they are not told. We write about it once.',
    },
    seePage(about),
    questions(about),
  ],
})
