import { letter, rows, type Words, type WriteLetter, words } from '#app/mail/letter'
import { bookingInAdmin, greeting, type Mailbox, type Once, post, postToStaff } from '#app/mail/outbox.server'
import { businessDay, businessZone } from '#app/platform/clock.server'
import { type Day, showDay, showLongDay } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { linksToReach, signature } from '#app/site/letter-foot.server'
import type { Contact } from '#app/site/reach'
import { siteSettings } from '#app/site/settings.server'
import { IF_IT_DOES_NOT_RUN, NOT_DUE_BEFORE, waitsForDecision } from '#app/tours/departure'
import { type Departure, departureOf, runningOn } from '#app/tours/departures.server'
import type { PriceNotes } from '#app/tours/party'
import {
  type AgreedTerms,
  bookingMovedFrom,
  DATES_MOVED,
  dayAskedCounts,
  type RefundTermsText,
  refundDates,
  refundDays,
  refundSteps,
} from '#app/tours/refund-policy'
import { rowsBy } from '#db/prepared.server'
import { departureMoves } from '#db/schema/money'
import { type AgreedPage, agreedPages } from './agreed-pages'
import { type Booking, bookingAddress } from './find-booking.server'
import { isHeldForGuest } from './hold'
import { type PartyTraveler, partyMoney, partyOf } from './party.server'
import { latestChoice } from './schedule-choices.server'

/** Who to ask, in every letter: as the site settings have it. */

/** What every letter to a traveler knows of the booking. */
export type AboutBooking = PriceNotes &
  Contact & {
    travelerName: string
    reference: string
    bookingAddress: string
    travelers: number
    refundTerms: RefundTermsText
    /** Whether the departure runs, where that is not a matter of course. */
    running?: { sentence: string; waits: boolean } | null
  }

/**
 * Where letters and receipts about a booking go: to the lead traveler as they booked, whatever a traveler is
 * called since. The one place that says it; screens show it from here.
 */
export const travelerMailbox = (booking: Pick<Booking, 'customerName' | 'customerEmail'>): Mailbox => ({
  name: booking.customerName,
  address: booking.customerEmail,
})

/** A mail to the traveler of a booking, about it. Gives its number, or null where it was written before. */
export const postToTraveler = (booking: Booking, now: Date, mail: Once & OfShare): number | null =>
  post({ ...mail, bookingId: booking.id, to: travelerMailbox(booking) }, now)

/** What every letter to the traveler says of a booking, and who to ask. */
export function aboutBooking(booking: Booking, now: Date): AboutBooking {
  const { contactEmail, contactPhone } = siteSettings()
  const { sum, writtenOffCents } = partyMoney(booking)
  const departure = departureOf(booking)
  return {
    travelerName: booking.customerName,
    reference: booking.reference,
    bookingAddress: bookingAddress(booking),
    travelers: booking.travelers,
    partySum: sum,
    writtenOffCents,
    contactEmail,
    contactPhone,
    refundTerms: refundTermsOf(booking, businessDay(now), departure),
    running: runningOf(departure, now),
  }
}

export function runningOf(departure: Departure, now: Date) {
  const sentence = runningOn(departure, businessDay(now))
  return sentence === null ? null : { sentence, waits: waitsForDecision(departure) }
}

/** 'your seat is', and of a party 'your seats are'. */
export const yourSeatsAre = ({ travelers }: Pick<AboutBooking, 'travelers'>): string =>
  travelers > 1 ? 'your seats are' : 'your seat is'

export const seeBooking = ({ bookingAddress }: Pick<AboutBooking, 'bookingAddress'>): Words =>
  words`[See your booking](${bookingAddress})`

/** In every letter that confirms a booking, or asks for money of it, or puts it on another departure. */
export const whetherItRuns = ({ running }: Pick<AboutBooking, 'running'>): Words =>
  words`${running?.sentence} ${running?.waits && `${IF_IT_DOES_NOT_RUN} ${NOT_DUE_BEFORE}`}`

/** All that was agreed, whole: where a letter confirms, or asks to agree (rules 4.1). */
export const agreedTerms = ({ refundTerms: { dates, notes, accepted, pages } }: AboutBooking): Words => words`
  ## If you cancel

  ${dates.map((line) => words`${line}`)}

  ${[...notes, ...accepted].map(smallPrint)}

  ${pages.length > 0 && words`-# Our ${pages.map(pageLink).reduce(andThen)} apply as well.`}
`

/** The same in short, with the way to all of it: where a letter asks for money, or gives some back. */
export const termsInShort = ({
  refundTerms: { steps, besides, dates },
  bookingAddress,
}: AboutBooking): Words => words`
  ## If you cancel

  ${besides.map((line) => words`${line}`)}

  ${rows(steps.filter(({ state }) => state !== 'over').map(({ when, back }) => [when, back]))}

  ${steps.length === 0 && dates.map((line) => words`${line}`)}

  -# [The terms you agreed to](${bookingAddress}#terms) are on your booking page.
`

const pageLink = ({ label, to }: AgreedPage): Words => words`[${label}](${env.BASE_URL}${to})`

const andThen = (one: Words, other: Words): Words => words`${one} and ${other}`

export const smallPrint = (line: string): Words => words`-# ${line}`

export const questions = (contact: Contact): Words =>
  words`-# Questions? ${linksToReach(contact, 'Reply to this email')}.`

/** To an address that somebody else typed for a companion. */
export const NOT_EXPECTING = 'Not expecting this? Someone mistyped an address, and you can ignore this email.'

/** Who signs, in a line, for letters that staff write; empty where nobody is named. */
export function signedBy(): string {
  const { lettersSignedBy, leaderName, leaderRole } = siteSettings()
  if (lettersSignedBy) return lettersSignedBy
  return leaderName && [leaderName, leaderRole].filter(Boolean).join(', ')
}

/** A letter that greets a traveler by name, and ends with who to ask. */
export const letterTo =
  (about: Contact & { travelerName: string }): WriteLetter =>
  (...written) => {
    const { subject, body } = letter(...written)
    return {
      subject,
      body: words`${greeting(about.travelerName)}\n\n${body}\n\n${signature()}\n\n${questions(about)}`,
    }
  }

/** A letter about a booking: its subject names it, and a link leads to its page. */
export const bookingLetter =
  (about: AboutBooking): WriteLetter =>
  (...written) => {
    const { subject, body } = letter(...written)
    return letterTo(about)`# ${subject}: ${about.reference}\n\n${body}\n\n${seeBooking(about)}`
  }

/** What every letter to staff says of a booking: whose it is, and where its page is. */
export const bookingForStaff = (booking: Booking) => ({
  travelerName: booking.customerName,
  reference: booking.reference,
  adminAddress: bookingInAdmin(booking.reference),
})

export type BookingForStaff = ReturnType<typeof bookingForStaff>

/** 'TS-ABC123, Wanjiru Kamau': whose booking it is, in a subject line or a sentence to staff. */
export const whose = ({ reference, travelerName }: Omit<BookingForStaff, 'adminAddress'>): string =>
  `${reference}, ${travelerName}`

export const bookingRows = ({ reference, travelerName }: BookingForStaff): [string, string][] => [
  ['Booking reference', reference],
  ['Traveler', travelerName],
]

export const openBooking = ({ adminAddress }: Pick<BookingForStaff, 'adminAddress'>): Words =>
  words`[Open the booking](${adminAddress})`

/** For what belongs to no booking: all that is known of it stands in the audit log. */
export const openHistory = (historyAddress: string): Words => words`[See what happened](${historyAddress})`

/** What those who were there from the beginning agreed to. */
export const termsOf = (booking: Booking): AgreedTerms => ({
  bookedOn: businessDay(booking.createdAt),
  startsOn: booking.agreedStartsOn,
  noRefundDays: booking.noRefundDays,
})

/** The terms of one traveler: those of the day when they joined, if that was later. */
export const termsOfTraveler = (booking: Booking, traveler: PartyTraveler): AgreedTerms =>
  traveler.joinedOn === null
    ? termsOf(booking)
    : {
        bookedOn: traveler.joinedOn,
        startsOn: traveler.agreedStartsOn ?? booking.agreedStartsOn,
        noRefundDays: traveler.noRefundDays,
      }

/**
 * The refund terms of a booking: what comes back from `today` on, as the policy has it now (rules 4.2), and
 * what was accepted, word for word. A traveler who joined later has lines and terms of their own.
 */
export function refundTermsOf(
  booking: Booking,
  today: Day,
  { startsOn, canceledAt }: Departure = departureOf(booking),
): RefundTermsText {
  const datesOf = (terms: AgreedTerms, money: Pick<Booking, 'depositCents'>) =>
    refundDates(refundDays(terms, startsOn), money, today)
  const joined = partyOf(booking.id).flatMap((traveler) => {
    if (traveler.joinedOn === null) return []
    const who = whoJoined(traveler, traveler.joinedOn)
    return { traveler, who, terms: termsOfTraveler(booking, traveler) }
  })
  const agreed = [termsOf(booking), ...joined.map(({ terms }) => terms)]
  const afterChange = backAfterChange(booking, canceledAt !== null, today)
  return {
    steps: canceledAt === null ? refundSteps(refundDays(termsOf(booking), startsOn), booking, today) : [],
    besides: [...afterChange, ...joined.map(({ who }) => `For ${who}, other days count.`)],
    dates: [
      ...afterChange,
      ...(canceledAt === null ? datesOf(termsOf(booking), booking) : []),
      ...(canceledAt === null ? joined : []).flatMap(({ traveler, who, terms }) => [
        `For ${who}:`,
        ...datesOf(terms, traveler),
      ]),
    ],
    notes: notesOn(booking, agreed, startsOn),
    accepted: [
      `${isHeldForGuest(booking) ? 'By paying you accept these refund terms' : 'The terms you accepted'}: ${booking.refundTerms}`,
      ...joined.map(
        ({ traveler, who }) => `The terms for ${who}: ${traveler.refundTerms ?? booking.refundTerms}`,
      ),
    ],
    pages: agreedPages(booking),
  }
}

/**
 * The same of one traveler's share, where each pays their own: by the terms and the deposit that are theirs,
 * and nothing of the others.
 */
export function refundTermsOfShare(booking: Booking, traveler: PartyTraveler, today: Day): RefundTermsText {
  const { startsOn, canceledAt } = departureOf(booking)
  const terms = termsOfTraveler(booking, traveler)
  const days = refundDays(terms, startsOn)
  const afterChange = backAfterChange(booking, canceledAt !== null, today)
  return {
    steps: canceledAt === null ? refundSteps(days, traveler, today) : [],
    besides: afterChange,
    dates: [...afterChange, ...(canceledAt === null ? refundDates(days, traveler, today) : [])],
    notes: notesOn(booking, [terms], startsOn),
    // Those accepted for all of them name everybody's deposit.
    accepted: [
      traveler.refundTerms === null
        ? `These are the terms that ${firstNameOf(booking.customerName) ?? 'the lead traveler'} accepted with the booking, for your share.`
        : `The terms accepted for you: ${traveler.refundTerms}`,
    ],
    pages: agreedPages(booking),
  }
}

/** Where the journey has other dates than were agreed to, and how days are counted. */
function notesOn({ id }: Booking, agreed: AgreedTerms[], startsOn: Day): string[] {
  const [firstMove] = movesOf(id)
  return [
    ...(agreed.some((terms) => terms.startsOn !== startsOn) ? [DATES_MOVED] : []),
    ...(firstMove && firstMove.fromStartsOn !== startsOn ? [bookingMovedFrom(firstMove.fromStartsOn)] : []),
    dayAskedCounts(businessZone()),
  ]
}

/** What comes back after we canceled or postponed the departure, before what the policy says (rules 4.20). */
function backAfterChange({ id }: Booking, isDepartureCanceled: boolean, today: Day): string[] {
  if (isDepartureCanceled) return ['We canceled this departure: you get back everything you paid.']
  const asked = latestChoice(id)
  if (!asked || asked.answer.settledAt || asked.change.answerBy < today) return []
  return [
    `We postponed this departure: cancel by ${showLongDay(asked.change.answerBy)}, and you get back everything you paid.`,
  ]
}

const movesOf = rowsBy(departureMoves, departureMoves.bookingId, departureMoves.id)

const whoJoined = ({ name }: PartyTraveler, joinedOn: Day): string =>
  `${name || 'the traveler'}${name ? ',' : ''} who joined on ${showDay(joinedOn)}`

type ToWrite = Pick<Once, 'kind' | 'once'>
/** Whose share alone it asks for. */
type OfShare = { travelerId?: number | null }

/**
 * Writes to the traveler about a booking as it is now. Gives the mail's number, or null where it was written
 * before.
 */
export function writeToTraveler(
  booking: Booking,
  now: Date,
  mail: ToWrite & OfShare,
  write: (about: AboutBooking) => Words,
): number | null {
  const about = aboutBooking(booking, now)
  return postToTraveler(booking, now, { ...mail, letter: bookingLetter(about)`${write(about)}` })
}

type Notice = ToWrite & { subject: string; says?: string; rows?: [string, string][] }

/** Writes to staff what happened to a booking, with `rows` about it, whose it is, and a link to its page. */
export function writeToStaff(booking: Booking, now: Date, notice: Notice): void {
  const { kind, once, subject, says, rows: more = [] } = notice
  const about = bookingForStaff(booking)
  const written = letter`
    # ${subject}: ${whose(about)}

    ${says}

    ${rows([...bookingRows(about), ...more])}

    ${openBooking(about)}
  `
  postToStaff(now, { kind, once, booking, letter: written })
}
