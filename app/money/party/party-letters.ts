import {
  type AboutBooking,
  agreedTerms,
  type BookingForStaff,
  bookingLetter,
  bookingRows,
  letterTo,
  openBooking,
  whetherItRuns,
  whose,
  yourSeatsAre,
} from '#app/bookings/about-booking'
import { dueWords } from '#app/bookings/installments/due'
import type { Letter } from '#app/mail/letter'
import { type ComesBack, PLACE_TAKEN, whatComesBack } from '#app/money/refunds/refund-letters'
import { type Day, showDays } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import type { Dates } from '#app/tours/departure'
import { priceWithSum, type RoomType, travelersInWords } from '#app/tours/party'

export type AfterChange = AboutBooking & {
  tourName: string
  travelers: number
  totalCents: Cents
  remainingCents: Cents
  /** What is still asked for, first due first. */
  installments: { name: string; owedCents: Cents; dueOn: Day; waits?: boolean }[]
  today: Day
}

/** Where the next sum is paid, if one is asked for. */
export type Pays = { payAddress: string; next: { owedCents: Cents } | null }

export const payNext = ({ next, payAddress }: Pays): Letter['blocks'] =>
  next ? [{ link: { label: `Pay ${showCents(next.owedCents)}`, address: payAddress } }] : []

/**
 * Tells the lead traveler that one of the party travels no more, what comes back, and what the others pay.
 */
export const partyLessened = (about: AfterChange & ComesBack & { leaverName: string }): Letter =>
  bookingLetter(about, 'A traveler has left your booking', [
    ...(about.why === 'place-sold' ? [{ paragraph: PLACE_TAKEN }] : []),
    {
      paragraph: `${about.leaverName || 'One of your party'} is no longer traveling with you on the ${about.tourName}. Your booking ${about.reference} is now for ${travelersInWords(about.travelers)}.`,
    },
    ...whatComesBack(about),
    ...whatIsLeft(about),
    ...agreedTerms(about),
  ])

/**
 * Tells the lead traveler that one more travels with them, at which price and on which terms, and how that is
 * paid.
 */
export const partyRaised = (about: AfterChange & Pays & { priceCents: Cents }): Letter =>
  bookingLetter(about, 'A traveler was added to your booking', [
    {
      paragraph: `Another traveler is joining you on the ${about.tourName}, for ${showCents(about.priceCents)}. Your booking ${about.reference} is now for ${travelersInWords(about.travelers)}, and the seat is yours.`,
    },
    ...whatIsLeft(about),
    ...payNext(about),
    { paragraph: 'The refund terms for the new traveler count from today; they are below, after yours.' },
    ...agreedTerms(about),
    {
      paragraph:
        'Your booking page asks for what the guide needs to know about the new traveler, and for their name if we do not have it yet.',
    },
  ])

export type PriceChanged = { beforeCents: Cents; changeCents: Cents; words: string; isUndone: boolean }

/** Tells the lead traveler about a discount or a surcharge, with the price before and after it. */
export const priceChanged = (about: AfterChange & PriceChanged & Pays): Letter =>
  bookingLetter(about, 'A new price for your booking', [
    {
      paragraph: `${priceChangeLine(about)} The price of your booking ${about.reference} on the ${about.tourName} was ${showCents(about.beforeCents)} and is now ${showCents(about.totalCents)}.`,
    },
    ...planAndTerms(about),
  ])

function priceChangeLine({ changeCents, words, isUndone }: PriceChanged): string {
  const amount = showCents(cents(Math.abs(changeCents)))
  const reason = `“${words}”`
  if (isUndone)
    return `We removed the ${changeCents > 0 ? 'discount' : 'surcharge'} of ${amount} (${reason}).`
  return changeCents < 0
    ? `We took ${amount} off your price: ${reason}.`
    : `We added ${amount} to your price: ${reason}.`
}

/** To a lead traveler whose own place was taken: another of the party leads the booking from now on. */
export const leadPlaceTaken = (about: AboutBooking & ComesBack & { tourName: string }): Letter =>
  letterTo(about, `Your place was taken: ${about.reference}`, [
    { paragraph: PLACE_TAKEN },
    {
      paragraph: `You are no longer traveling on the ${about.tourName}. The others on your booking ${about.reference} still are, and one of them now leads it.`,
    },
    ...whatComesBack(about),
  ])

export type BookingMoved = { from: Dates; to: Dates; beforeCents: Cents }

/**
 * Tells the lead traveler that the booking is on another departure now: dates, price, plan and refund terms,
 * once.
 */
export const bookingMoved = (about: AfterChange & BookingMoved & Pays): Letter =>
  bookingLetter(about, 'New dates for your booking', [
    {
      paragraph: `We moved your booking ${about.reference} on the ${about.tourName} to another departure. It was for ${inWords(about.from)}; you now travel ${inWords(about.to)}, and ${yourSeatsAre(about)} reserved.`,
    },
    { paragraph: `${movedPrice(about)} What you have paid counts in full.` },
    ...whatIsLeft(about),
    ...payNext(about),
    ...whetherItRuns(about),
    {
      paragraph:
        'What you told us about the travelers stays with your booking. Please check on your booking page that flights and passports fit the new dates.',
    },
    ...agreedTerms(about),
  ])

const inWords = ({ startsOn, endsOn }: Dates): string => showDays(startsOn, endsOn)

const movedPrice = ({ beforeCents, totalCents }: AfterChange & BookingMoved): string =>
  beforeCents === totalCents
    ? 'Your price stays as agreed.'
    : `The new dates have a different price: it was ${showCents(beforeCents)} and is now ${showCents(totalCents)}.`

export type RoomMoved = {
  /** Empty while a companion is not named yet. */
  name: string
  isLead: boolean
  to: RoomType
  /** A double room with one of their own party. */
  isShared: boolean
  beforeCents: Cents
}

/** Tells the lead traveler that one of the party has another kind of room, with the price after it. */
export const roomChanged = (about: AfterChange & RoomMoved & Pays & { rooms: string }): Letter =>
  bookingLetter(about, 'A change of rooms on your booking', [
    {
      paragraph: `${about.isLead ? 'You now have' : `${about.name || 'One of your party'} now has`} ${roomGiven(about)} on the ${about.tourName}. ${roomPrice(about)}`,
    },
    { rows: [['Rooms', about.rooms]] },
    ...planAndTerms(about),
  ])

const roomGiven = ({ to, isShared }: RoomMoved): string =>
  to === 'single' ? 'a single room' : `a bed in a double room${isShared ? ' with your party' : ''}`

const roomPrice = ({ beforeCents, totalCents }: AfterChange & RoomMoved): string =>
  beforeCents === totalCents
    ? 'Your price stays as agreed.'
    : `The price of your booking ${beforeCents < totalCents ? 'goes up' : 'goes down'} from ${showCents(beforeCents)} to ${showCents(totalCents)}.`

/** Tells the lead traveler that a canceled booking is active again, and what is open by which day. */
export const bookingReinstated = (about: AfterChange & Pays): Letter =>
  bookingLetter(about, 'Your booking is active again', [
    {
      paragraph: `Your booking ${about.reference} on the ${about.tourName} is no longer canceled: ${yourSeatsAre(about)} yours again. What we kept counts as paid, and what we gave back is part of what is left to pay.`,
    },
    ...planAndTerms(about),
  ])

/** Tells the lead traveler that payments have other days, with all that is open. `says` what has changed. */
export const daysChanged = (about: AfterChange & Pays & { says: string }): Letter =>
  bookingLetter(about, 'New payment days for your booking', [
    { paragraph: `${about.says} You can pay sooner.` },
    ...planAndTerms(about),
  ])

/** Tells staff that a bounced refund was partly the share of a former traveler. */
export const shareCameBackNotice = (about: BookingForStaff & { amountCents: Cents }): Letter => ({
  subject: `Refund for a former traveler bounced: ${whose(about)}`,
  blocks: [
    {
      paragraph: `A refund for ${about.reference} did not reach the card, so its money counts as paid again. ${showCents(about.amountCents)} of it was the share of a former traveler: the other travelers are not asked for it. Please decide whether to return it, and refund it on the booking’s page.`,
    },
    { rows: bookingRows(about) },
    openBooking(about),
  ],
})

/** What is left to pay, where, and on which terms. */
export const planAndTerms = (about: AfterChange & Pays): Letter['blocks'] => [
  ...whatIsLeft(about),
  ...payNext(about),
  ...agreedTerms(about),
]

export const whatIsLeft = (about: AfterChange): Letter['blocks'] => [
  {
    rows: [
      ['Price of the tour', priceWithSum(about.totalCents, about)],
      ['Still to pay', showCents(about.remainingCents)],
      ...about.installments.map((asked): [string, string] => [
        `${asked.name}, ${dueWords(asked, about.today)}`,
        showCents(asked.owedCents),
      ]),
    ],
  },
]
