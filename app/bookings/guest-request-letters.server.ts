import { type Letter, letter, lines, quoted, rows, type Words, words } from '#app/mail/letter'
import { REPLY_WITHIN } from '#app/people/reply-promise'
import { businessDay } from '#app/platform/clock.server'
import { showLongDay } from '#app/platform/days'
import type { guestRequests } from '#db/schema/bookings'
import { GUEST_REQUEST_WORDS } from './stored-values'
import {
  type AboutBooking,
  type BookingForStaff,
  bookingLetter,
  bookingRows,
  openBooking,
  termsInShort,
  whose,
} from './traveler-letters.server'

type Asked = Pick<typeof guestRequests.$inferSelect, 'kind' | 'message' | 'createdAt'>

/** What staff say to a request. */
export type RequestAnswer = { as: 'answered' | 'declined'; words: string }

/** Tells staff what a traveler asked for on their own page, or that they took it back. */
export const guestRequestNotice = (about: BookingForStaff, { kind, message }: Asked): Letter => letter`
  # Guest request ${GUEST_REQUEST_WORDS[kind]}: ${whose(about)}

  ${about.travelerName} asks ${GUEST_REQUEST_WORDS[kind]}. Nothing has changed yet: the request stays on the booking’s
  page until you answer it or do as asked.

  ${rows(bookingRows(about))}
  | Message | ${message || 'None'} |

  ${openBooking(about)}
`

export const takenBackNotice = (about: BookingForStaff, { kind }: Asked): Letter => letter`
  # Guest request taken back: ${whose(about)}

  ${about.travelerName} no longer asks ${GUEST_REQUEST_WORDS[kind]}. There is nothing to do.

  ${rows(bookingRows(about))}

  ${openBooking(about)}
`

/** To who asked, at once: what we have of them, when they hear from us, and what holds until then. */
export const requestReceived = (about: AboutBooking, { kind, message }: Asked): Letter => bookingLetter(
  about,
)`
  # We received your request

  For booking ${about.reference}, you asked ${GUEST_REQUEST_WORDS[kind]}. A person answers ${REPLY_WITHIN}. Nothing has
  changed yet.

  ${quotedFrom(message)}

  Have you changed your mind? You can take the request back on your booking page, until we have answered.

  ${(kind === 'cancel' || kind === 'leave') && termsInShort(about)}
`

/** `whose`: one who led the booking then may not have meant these words for who leads it now. */
export const requestAnswered = (
  about: AboutBooking,
  asked: Asked,
  answer: RequestAnswer,
  whose: 'theirs' | 'of-former-lead',
): Letter =>
  whose === 'theirs'
    ? bookingLetter(about)`
        # Our answer to your request

        You asked ${askedWhen(asked)}. ${OPENINGS[answer.as]}

        ${lines(answer.words)}

        ${quotedFrom(asked.message)}
      `
    : bookingLetter(about)`
        # Our answer to a request

        The former lead traveler asked ${askedWhen(asked)}. ${OPENINGS[answer.as]}

        ${lines(answer.words)}
      `

const OPENINGS: Record<RequestAnswer['as'], string> = {
  answered: 'Here is our answer:',
  declined: 'We’re sorry, we can’t do what you asked for:',
}

const askedWhen = ({ kind, createdAt }: Asked): string =>
  `${GUEST_REQUEST_WORDS[kind]} on ${showLongDay(businessDay(createdAt))}`

const quotedFrom = (message: string): Words | null =>
  message ? words`-# You wrote:\n\n${quoted(message)}` : null
