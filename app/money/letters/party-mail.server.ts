import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { dueWords } from '#app/bookings/installments/due'
import { type OnItsWay, sumOnItsWay, whoseBank } from '#app/bookings/on-its-way'
import { type PartyTraveler, partyMoney } from '#app/bookings/party.server'
import {
  type AboutBooking,
  aboutBooking,
  agreedTerms,
  bookingLetter,
  postToTraveler,
  termsInShort,
  whetherItRuns,
  yourSeatsAre,
} from '#app/bookings/traveler-letters.server'
import { rows, type Words, words } from '#app/mail/letter'
import type { Once } from '#app/mail/outbox.server'
import { amountsOwed, nextInstallment } from '#app/money/books/amounts-owed.server'
import { refundsGoToPaidWith } from '#app/money/books/ledger.server'
import { onItsWayOf } from '#app/money/books/on-its-way.server'
import type { JoinQuote, LeaveQuote, PriceQuote, SwapQuote } from '#app/money/books/quotes'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDays } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import type { Dates } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import {
  bookedParty,
  type PriceNotes,
  priceWithSum,
  ROOM_NAMES,
  type RoomType,
  roomsInWords,
  travelersInWords,
} from '#app/tours/party'
import { roomsApart } from '#app/travelers/room-proposals.server'
import type { Due } from '#app/travelers/save-lead.server'
import { PLACE_TAKEN, whatComesBack } from './cancellation-mail.server'
import { payForAddress } from './share-mail.server'

/** Tells the lead traveler that one of the party has left, what comes back, and what the others pay. */
export const mailPartyLessened = (
  bookingId: number,
  { name }: PartyTraveler,
  quote: LeaveQuote,
  once: string,
  now: Date,
): void =>
  tell(bookingId, { kind: 'party-lessened', once }, now, (about, booking) => {
    return words`
      # A traveler has left your booking

      ${quote.why === 'place-sold' && PLACE_TAKEN}

      ${name || 'One of your party'} is no longer traveling with you on the ${about.tourName}. Your booking
      ${about.reference} is now for ${travelersInWords(about.travelers)}.

      ${whatComesBack(quote, refundsGoToPaidWith(booking.id))}

      ${roomsApart(booking)}

      ${whatIsLeft(about)}

      ${termsInShort(about)}
    `
  })

/** Tells the lead traveler that one more travels with them, at which price, on which terms and how to pay. */
export const mailPartyRaised = (
  bookingId: number,
  { priceCents }: JoinQuote,
  once: string,
  now: Date,
): void =>
  tell(bookingId, { kind: 'party-raised', once }, now, (about) => {
    return words`
      # A traveler was added to your booking

      Another traveler is joining you on the ${about.tourName}, for ${showCents(priceCents)}. Your booking
      ${about.reference} is now for ${travelersInWords(about.travelers)}, and the seat is yours.

      ${whatIsLeft(about)}

      ${payNext(about)}

      The refund terms for the new traveler count from today; they are below, after yours.

      ${agreedTerms(about)}

      Your booking page asks for what the guide needs to know about the new traveler, and for their name if we do
      not have it yet.
    `
  })

type PriceChanged = PriceQuote & { words: string; isUndone: boolean }

/** Tells the lead traveler about a discount or a surcharge, or that one was undone. */
export const mailPriceChanged = (bookingId: number, change: PriceChanged, once: string, now: Date): void =>
  tell(bookingId, { kind: 'price-changed', once }, now, (about) => {
    return words`
      # A new price for your booking

      ${priceChangeLine(change)} The price of your booking ${about.reference} on the ${about.tourName} was
      ${showCents(change.beforeCents)} and is now ${showCents(change.totalCents)}.

      ${planAndTerms({ ...about, ...change })}
    `
  })

function priceChangeLine({ changeCents, words, isUndone }: PriceChanged): string {
  const amount = showCents(cents(Math.abs(changeCents)))
  const reason = `“${words}”`
  if (isUndone)
    return `We removed the ${changeCents > 0 ? 'discount' : 'surcharge'} of ${amount} (${reason}).`
  return changeCents < 0
    ? `We took ${amount} off your price: ${reason}.`
    : `We added ${amount} to your price: ${reason}.`
}

type Move = {
  from: Run
  to: Run
  beforeCents: Cents
  /** The first names of travelers of other bookings who shared a room with the party; null where unknown. */
  partedFrom: (string | null)[]
}

type Run = Dates & { tourId: number; name: string }

/** Tells the lead traveler that the booking is on another departure now, and all that follows. */
export const mailBookingMoved = (
  bookingId: number,
  { from, to, beforeCents, partedFrom }: Move,
  once: string,
  now: Date,
): void =>
  tell(bookingId, { kind: 'booking-moved', once }, now, (about) => {
    const [before, after] = [beforeCents, about.totalCents].map(showCents)
    return words`
      # New dates for your booking

      ${
        from.tourId === to.tourId
          ? `We moved your booking ${about.reference} on the ${about.tourName} to another departure. It was for ${inWords(from)}; you now travel ${inWords(to)}`
          : `We moved your booking ${about.reference} to another journey. It was for the ${from.name}, ${inWords(from)}; you now travel on the ${to.name}, ${inWords(to)}`
      }, and ${yourSeatsAre(about)} reserved.

      ${before === after ? PRICE_STAYS : `The new dates have a different price: it was ${before} and is now ${after}.`}
      What you have paid counts in full.

      ${partedFrom.map(sharesNoLonger)}

      ${whatIsLeft(about)}

      ${payNext(about)}

      ${whetherItRuns(about)}

      What you told us about the travelers stays with your booking. Please check on your booking page that flights
      and passports fit the new dates.

      ${agreedTerms(about)}
    `
  })

const sharesNoLonger = (name: string | null): Words => words`
  On the new dates you no longer share your double room with ${name ?? 'a fellow traveler'}. If someone else takes the
  other bed, we’ll email you.
`

const inWords = ({ startsOn, endsOn }: Dates): string => showDays(startsOn, endsOn)

const PRICE_STAYS = 'Your price stays as agreed.'

type RoomMoved = {
  /** Empty while a companion is not named yet. */
  name: string
  isLead: boolean
  to: RoomType
  /** A double room with one of their own party. */
  isShared: boolean
  beforeCents: Cents
}

/** Tells the lead traveler that one of the party has another kind of room, and the price after it. */
export const mailRoomChanged = (
  bookingId: number,
  { name, isLead, to, isShared, beforeCents }: RoomMoved,
  once: string,
  now: Date,
): void => {
  const room =
    to === 'single' ? 'a single room' : `a bed in a double room${isShared ? ' with your party' : ''}`
  const priceLine = (totalCents: Cents) =>
    beforeCents === totalCents
      ? PRICE_STAYS
      : `The price of your booking ${beforeCents < totalCents ? 'goes up' : 'goes down'} from ${showCents(beforeCents)} to ${showCents(totalCents)}.`
  tell(bookingId, { kind: 'room-changed', once }, now, (about, booking) => {
    return words`
      # A change of rooms on your booking

      ${isLead ? 'You now have' : `${name || 'One of your party'} now has`} ${room} on the ${about.tourName}.
      ${priceLine(about.totalCents)}

      | Rooms | ${roomsInWords(bookedParty(booking))} |

      ${roomsApart(booking)}

      ${planAndTerms(about)}
    `
  })
}

/** Tells the lead traveler that two of the party changed rooms, at no price. */
export const mailRoomsSwapped = (bookingId: number, { after }: SwapQuote, once: string, now: Date): void =>
  tell(bookingId, { kind: 'room-changed', once }, now, (about, booking) => {
    return words`
      # A change of rooms on your booking

      ${after.map(({ name }) => name).join(' and ')} have changed rooms on the ${about.tourName}. ${PRICE_STAYS}

      ${rows(after.map(({ name, becomes }) => [name, ROOM_NAMES[becomes]]))}

      ${roomsApart(booking)}

      ${planAndTerms(about)}
    `
  })

/** Tells the lead traveler that a canceled booking is active again, and what is open by which day. */
export const mailReinstated = (bookingId: number, once: string, now: Date): void =>
  tell(bookingId, { kind: 'booking-reinstated', once }, now, (about) => {
    return words`
      # Your booking is active again

      Your booking ${about.reference} on the ${about.tourName} is no longer canceled: ${yourSeatsAre(about)} yours
      again. What we kept counts as paid, and what we gave back is part of the balance due.

      ${planAndTerms(about)}
    `
  })

/** Tells the lead traveler that payments have other days, with all that is open. `says` what has changed. */
export const mailDaysChanged = (bookingId: number, says: string, once: string, now: Date): void =>
  tell(bookingId, { kind: 'installment-extended', once }, now, (about) => {
    return words`
      # New due dates for your booking

      ${says} You can pay sooner.

      ${planAndTerms(about)}
    `
  })

/** Sends a letter about a booking as it is after a change: once for a form, or for what changed. */
function tell(
  bookingId: number,
  mail: Pick<Once, 'kind' | 'once'>,
  now: Date,
  write: (about: AfterChange, booking: Booking) => Words,
): void {
  const booking = bookingWithId(bookingId)
  if (!booking) return
  const about = afterChange(booking, now)
  postToTraveler(booking, now, { ...mail, letter: bookingLetter(about)`${write(about, booking)}` })
}

type AfterChange = AboutBooking & LeftToPay & Pays & { tourName: string }

/** What letters about a change say of the booking as it is now. */
function afterChange(booking: Booking, now: Date): AfterChange {
  const owed = amountsOwed(booking)
  return {
    ...aboutBooking(booking, now),
    tourName: departureOf(booking).name,
    totalCents: partyMoney(booking).priceCents,
    onItsWay: onItsWayOf(booking.id),
    remainingCents: owed.remainingCents,
    installments: owed.installments.filter(({ owedCents }) => owedCents > 0),
    today: businessDay(now),
    payAddress: payForAddress(booking, 'all'),
    next: nextInstallment(owed) ?? null,
  }
}

/** What a letter of another room says of a booking's money, as it is now. */
export const dueOf =
  (now: Date) =>
  (booking: Booking): Due => {
    const about = afterChange(booking, now)
    return { next: payNext(about), whole: planAndTerms(about) }
  }

/** What is left to pay, where, and on which terms. */
const planAndTerms = (about: AfterChange): Words => words`
  ${whatIsLeft(about)}

  ${payNext(about)}

  ${termsInShort(about)}
`

type LeftToPay = PriceNotes & {
  totalCents: Cents
  onItsWay?: OnItsWay[]
  remainingCents: Cents
  /** What is still asked for, first due first. */
  installments: { name: string; owedCents: Cents; dueOn: Day; waits?: boolean }[]
  today: Day
}

export function whatIsLeft({ onItsWay = [], ...about }: LeftToPay): Words {
  const coming: [string, string] = [
    `On its way from ${whoseBank(onItsWay)}`,
    showCents(sumOnItsWay(onItsWay)),
  ]
  return rows([
    ['Price of the tour', priceWithSum(about.totalCents, about)],
    ...(onItsWay.length > 0 ? [coming] : []),
    ['Balance due', showCents(about.remainingCents)],
    ...about.installments.map((asked): [string, string] => [
      `${asked.name}, ${dueWords(asked, about.today)}`,
      showCents(asked.owedCents),
    ]),
  ])
}

/** Where the next sum is paid, if one is asked for. */
type Pays = { payAddress: string; next: { owedCents: Cents } | null }

const payNext = ({ next, payAddress }: Pays): Words =>
  words`${next && words`[Pay ${showCents(next.owedCents)}](${payAddress})`}`
