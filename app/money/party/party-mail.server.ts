import { type AboutBooking, bookingLetter, seeBooking } from '#app/bookings/about-booking'
import { type Booking, bookingWithId, payAddress } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyMoney, partyOf, travelerAddress } from '#app/bookings/party.server'
import { aboutBooking, postToTraveler, travelerMailbox } from '#app/bookings/traveler-letters.server'
import type { Letter } from '#app/mail/letter'
import { type Once, post } from '#app/mail/outbox.server'
import { askedNow, nextAsked } from '#app/money/asked-now.server'
import { businessDay } from '#app/platform/clock.server'
import { departureOf } from '#app/tours/departures.server'
import { bookedParty, roomsInWords } from '#app/tours/party'
import { firstNameOf } from '#app/travelers/detail-rules'
import {
  type AfterChange,
  type BookingMoved,
  bookingMoved,
  bookingReinstated,
  daysChanged,
  type Pays,
  type PriceChanged,
  partyLessened,
  partyRaised,
  payNext,
  planAndTerms,
  priceChanged,
  type RoomMoved,
  roomChanged,
} from './party-letters'
import type { JoinQuote, LeaveQuote } from './quotes'

/**
 * Tells the lead traveler that one of the party has left, what comes back, and what the others pay; once for
 * a form.
 */
export const mailPartyLessened = (
  bookingId: number,
  { name: leaverName }: PartyTraveler,
  quote: LeaveQuote,
  formKey: string,
  now: Date,
): void =>
  tell(
    bookingId,
    'party-lessened',
    formKey,
    (about) => partyLessened({ ...quote, ...about, leaverName }),
    now,
  )

/**
 * Tells the lead traveler that one more travels with them, what that costs and how to pay it; once for a
 * form.
 */
export const mailPartyRaised = (bookingId: number, quote: JoinQuote, formKey: string, now: Date): void =>
  tell(bookingId, 'party-raised', formKey, (about) => partyRaised({ ...quote, ...about }), now)

/** Tells the lead traveler about a discount or a surcharge, or that one was undone; once for a form. */
export const mailPriceChanged = (bookingId: number, change: PriceChanged, formKey: string, now: Date): void =>
  tell(bookingId, 'price-changed', formKey, (about) => priceChanged({ ...about, ...change }), now)

/**
 * Tells the lead traveler that the booking is on another departure now, and all that follows; once for a
 * form.
 */
export const mailBookingMoved = (bookingId: number, move: BookingMoved, formKey: string, now: Date): void =>
  tell(bookingId, 'booking-moved', formKey, (about) => bookingMoved({ ...about, ...move }), now)

/** Tells the lead traveler that one of the party has another kind of room, and its price; once for a form. */
export const mailRoomChanged = (bookingId: number, change: RoomMoved, formKey: string, now: Date): void =>
  tell(
    bookingId,
    'room-changed',
    formKey,
    (about, booking) => roomChanged({ ...about, ...change, rooms: roomsInWords(bookedParty(booking)) }),
    now,
  )

/** Tells the lead traveler that a canceled booking is active again, and what is open; once for a form. */
export const mailReinstated = (bookingId: number, formKey: string, now: Date): void =>
  tell(bookingId, 'booking-reinstated', formKey, bookingReinstated, now)

/** Tells the lead traveler that payments have other days; once for what changed. */
export const mailDaysChanged = (bookingId: number, says: string, once: string, now: Date): void =>
  tell(bookingId, 'installment-extended', once, (about) => daysChanged({ ...about, says }), now)

/**
 * Tells the lead traveler what of their contact was changed, or that they lead the booking now; and the
 * address that was theirs before, where it is another, that its links have ended. Once for a form. `former`
 * is who led it until now.
 */
export function mailLeadChanged(
  before: Booking,
  after: Booking,
  { changed, former, formKey }: { changed: string[]; former: number | null; formKey: string },
  now: Date,
): void {
  const known = afterChange(after.id, now)
  if (!known) return
  const isElsewhere = before.customerEmail.toLowerCase() !== after.customerEmail.toLowerCase()
  const about = { ...known.about, changed, hasNewLinks: before.linkToken !== after.linkToken }
  const [kind, letter] =
    former === null
      ? (['lead-contact', leadContact(about)] as const)
      : (['lead-changed', leadChanged(about)] as const)
  postToTraveler(after, now, { kind, once: formKey, letter })
  if (!isElsewhere) return
  const stays = partyOf(after.id).find(({ id }) => id === former)
  const toFormer = leadLinksEnded({
    ...known.about,
    travelerName: before.customerName,
    newAddress: after.customerEmail,
    stays: stays && { leadName: firstNameOf(after.customerName), ownAddress: travelerAddress(stays) },
  })
  const mail = { kind: 'lead-links-ended' as const, once: formKey, letter: toFormer }
  post({ ...mail, bookingId: after.id, to: travelerMailbox(before) }, now)
}

function tell(
  bookingId: number,
  kind: Once['kind'],
  once: string,
  letterOf: (about: AfterChange & Pays, booking: Booking) => Letter,
  now: Date,
): void {
  const known = afterChange(bookingId, now)
  if (!known) return
  const { booking, about } = known
  postToTraveler(booking, now, { kind, once, letter: letterOf(about, booking) })
}

/** The booking as it is after the change. */
function afterChange(bookingId: number, now: Date) {
  const booking = bookingWithId(bookingId)
  if (!booking) return null
  const asked = askedNow(booking)
  return {
    booking,
    about: {
      ...aboutBooking(booking, now),
      tourName: departureOf(booking).name,
      totalCents: partyMoney(booking).priceCents,
      remainingCents: asked.remainingCents,
      installments: asked.installments.filter(({ owedCents }) => owedCents > 0),
      today: businessDay(now),
      payAddress: payAddress(booking),
      next: nextAsked(asked) ?? null,
    },
  }
}

const inOne = new Intl.ListFormat('en-US')

/**
 * Tells the lead traveler what of their contact was changed; at a new address, with the links that work now.
 */
const leadContact = (about: AboutBooking & Pays & { changed: string[]; hasNewLinks: boolean }): Letter => ({
  subject: `Your contact details were changed: ${about.reference}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: `We changed the ${inOne.format(about.changed)} on your booking ${about.reference}.${about.hasNewLinks ? ' Letters about it come to this address from now on. The links we sent before no longer work; please use these.' : ''}`,
    },
    seeBooking(about),
    ...(about.hasNewLinks ? payNext(about) : []),
    notYou(about),
  ],
})

/** Tells the new lead traveler what that means, what is left to pay, and on which terms. */
const leadChanged = (about: AfterChange & Pays): Letter =>
  bookingLetter(about, 'You are now the lead traveler', [
    {
      paragraph: `You now lead booking ${about.reference} on the ${about.tourName}. Letters, receipts and payment links come to you from now on, and the links that were sent before no longer work.`,
    },
    ...planAndTerms(about),
  ])

/**
 * Tells the old address that letters go elsewhere, without revealing where; and a former lead traveler who
 * stays, the link to their own details.
 */
const leadLinksEnded = (
  about: AboutBooking & {
    newAddress: string
    stays: { leadName: string | null; ownAddress: string } | undefined
  },
): Letter => ({
  subject: about.stays
    ? `You no longer lead booking ${about.reference}`
    : `The email address of your booking was changed: ${about.reference}`,
  blocks: [
    { paragraph: `Dear ${about.travelerName},` },
    {
      paragraph: about.stays
        ? `${about.stays.leadName ?? 'Another traveler'} now leads booking ${about.reference}: letters, receipts and payment links go to them at ${concealed(about.newAddress)}. Your seat, your room and your details stay as they are.`
        : `The email address of booking ${about.reference} was changed to ${concealed(about.newAddress)}. Letters about it go there from now on.`,
    },
    { paragraph: 'The links to the booking that we sent to this address no longer work.' },
    ...(about.stays ? [{ link: { label: 'Your own travel details', address: about.stays.ownAddress } }] : []),
    notYou(about),
  ],
})

const notYou = ({ contactPhone, contactEmail }: AboutBooking): Letter['blocks'][number] => ({
  paragraph: `Wasn’t you? Call ${contactPhone} or write to ${contactEmail} now.`,
})

/** 'a…@example.com': enough to know one's own address by. */
const concealed = (address: string): string => address.replace(/^(.).*@/u, '$1…@')
