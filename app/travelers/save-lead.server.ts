import { eq } from 'drizzle-orm'
import { customerOf, type Traveler } from '#app/bookings/checkout-form'
import { type Booking, NO_BROWSER } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf, travelerAddress } from '#app/bookings/party.server'
import {
  type AboutBooking,
  aboutBooking,
  bookingLetter,
  postToTraveler,
  seeBooking,
  travelerMailbox,
} from '#app/bookings/traveler-letters.server'
import { type Letter, letter, type Words, words } from '#app/mail/letter'
import type { MailKind } from '#app/mail/mail-names'
import { greeting, type Mailbox, post, readdress } from '#app/mail/outbox.server'
import { newLinkToken } from '#app/platform/keys.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { waysToReach } from '#app/site/reach'
import { type By, recordBookingAct } from '#app/staff/audit-log.server'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { bookings, travelers } from '#db/schema/bookings'
import { setDetail } from './change-traveler.server'
import { detailsRow } from './details.server'
import { readdressLetters } from './letters-as-of-now.server'
import { renewLinks } from './renew-links.server'
import { shareNothing } from './room-guests.server'

/** What the letters say of the money of a booking: the next payment, and all that is due with the terms. */
export type Due = { next: Words; whole: Words }

type NewLead = {
  /** Who led it until now, where another one is to. */
  former: PartyTraveler | null
  next: PartyTraveler
  typed: Traveler
  changed: string[]
  endsLinks: boolean
}

/**
 * Writes down who leads a booking and how they are reached (rules 1.20): letters, links and unsent mail are
 * theirs. The caller has checked that it may change, has settled each one's part of price and payments, and
 * says what is due afterward.
 */
export function saveLead(
  booking: Booking,
  { former, next, typed, changed, endsLinks }: NewLead,
  { by, formKey, dueOf }: { by: By; formKey: string; dueOf: (after: Booking) => Due },
  now: Date,
  tx: Tx,
): Booking {
  if (former) handOver(booking, former, next, now, tx)
  rewrite(next, former ? null : booking, typed, now, tx)
  const after = tx
    .update(bookings)
    .set({
      ...customerOf(typed),
      roomType: next.roomType,
      ...(endsLinks && { linkToken: newLinkToken(), browserDigest: NO_BROWSER }),
      updatedAt: now,
    })
    .where(eq(bookings.id, booking.id))
    .returning()
    .get()
  sendOn(booking, after, former ? OWN_WORDS : [], now, tx)
  readdressLetters(booking.id, tx)
  if (endsLinks) renewLinks(booking, after, formKey, now, tx)
  mailLeadChanged(booking, after, { changed, former: former?.id ?? null, formKey, due: dueOf(after) }, now)
  if (former) recordBookingAct(now, booking, by, 'lead-changed', { traveler: next.position })
  else recordBookingAct(now, booking, by, 'lead-contact-changed', { changed })
  return after
}

export const isSameAddress = (one: string | null, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()

/** The two change seats. */
function handOver(booking: Booking, former: PartyTraveler, next: PartyTraveler, now: Date, tx: Tx): void {
  const sits = (id: number, position: number) =>
    tx.update(travelers).set({ position, updatedAt: now }).where(eq(travelers.id, id)).run()
  // Every seat may be taken, and no two may be the same even for a moment.
  sits(former.id, 1.5)
  sits(next.id, 1)
  sits(former.id, next.position)
  const { customerName, customerPhone } = booking
  if (customerPhone && former.name === customerName && !detailsRow(former.id)?.ownPhone) {
    setDetail(former.id, { ownPhone: customerPhone }, now, tx)
  }
  // What roommates of other bookings were shown was the former one's to share.
  shareNothing([former.id, next.id], now, tx)
}

/** The lead traveler's own row follows; that of `before` only if it was theirs and not a replacement's. */
function rewrite(traveler: PartyTraveler, before: Booking | null, typed: Traveler, now: Date, tx: Tx): void {
  const isPayers = before === null || traveler.name === before.customerName
  const hasPayersAddress =
    before === null || (traveler.email !== null && isSameAddress(before.customerEmail, traveler.email))
  tx.update(travelers)
    .set({
      ...(isPayers && { name: typed.name }),
      ...(hasPayersAddress && { email: typed.email }),
      updatedAt: now,
    })
    .where(eq(travelers.id, traveler.id))
    .run()
  if (before !== null || traveler.email === null) return
  // What was on its way to them as a companion.
  const [from, to] = [traveler, typed].map(({ name, email }) => ({ name, address: email ?? '' })) as [
    Mailbox,
    Mailbox,
  ]
  const except = ['lead-links-ended' as const, LETTER_TO_DEPARTURE]
  readdress({ bookingId: traveler.bookingId, from, to, except }, now, tx)
}

/** It goes to whom it reaches (rules 5.20), who may be both of them: `readdressLetters`. */
const LETTER_TO_DEPARTURE = 'departure-letter' as const
const COMPANIONS = ['companion-link', 'details-asked-of-companion'] as const

/** They quote what someone who no longer leads the booking asked for. */
const OWN_WORDS = ['guest-request-received', 'guest-request-answered'] as const

function sendOn(before: Booking, after: Booking, stays: readonly MailKind[], now: Date, tx: Tx): void {
  readdress(
    {
      bookingId: before.id,
      from: travelerMailbox(before),
      to: travelerMailbox(after),
      except: ['lead-links-ended', 'place-sold', LETTER_TO_DEPARTURE, ...COMPANIONS, ...stays],
    },
    now,
    tx,
  )
}

/**
 * Tells the lead traveler what of their contact was changed, or that they lead the booking now; and the
 * address that was theirs before, where it is another, that its links have ended. Once for a form. `former`
 * is who led it until now.
 */
function mailLeadChanged(
  before: Booking,
  after: Booking,
  {
    changed,
    former,
    formKey: once,
    due,
  }: { changed: string[]; former: number | null; formKey: string; due: Due },
  now: Date,
): void {
  const about = aboutBooking(after, now)
  const mail =
    former === null
      ? {
          kind: 'lead-contact' as const,
          letter: leadContact(about, changed, before.linkToken === after.linkToken ? null : due),
        }
      : { kind: 'lead-changed' as const, letter: leadChanged(about, departureOf(after).name, due) }
  postToTraveler(after, now, { ...mail, once })
  if (isSameAddress(before.customerEmail, after.customerEmail)) return
  const goodbye = leadLinksEnded(
    { ...about, travelerName: before.customerName },
    after,
    partyOf(after.id).find(({ id }) => id === former),
  )
  const to = travelerMailbox(before)
  post({ kind: 'lead-links-ended', once, letter: goodbye, bookingId: after.id, to }, now)
}

const inOne = new Intl.ListFormat('en-US')

/**
 * Tells the lead traveler what of their contact was changed; at a new address, with the links that work now.
 */
const leadContact = (about: AboutBooking, changed: string[], atNewLinks: Due | null): Letter => letter`
  # Your contact details were changed: ${about.reference}

  ${greeting(about.travelerName)}

  We changed the ${inOne.format(changed)} on your booking ${about.reference}.
  ${atNewLinks && LINKS_ARE_NEW} ${atNewLinks && companionsHaveTheirs(about)}

  ${seeBooking(about)}

  ${atNewLinks?.next}

  ${notYou(about)}
`

const LINKS_ARE_NEW =
  'Emails about it come to this address from now on. The links we sent before no longer work; please use these.'

const companionsHaveTheirs = ({ travelers }: AboutBooking): string =>
  travelers > 1
    ? 'Your companions have new links as well: we emailed them where we have an address, and your booking page shows them.'
    : ''

/** Tells the new lead traveler what that means, what is left to pay, and on which terms. */
const leadChanged = (about: AboutBooking, tourName: string, due: Due): Letter => bookingLetter(about)`
  # You are now the lead traveler

  You now lead booking ${about.reference} on the ${tourName}. Emails, receipts and payment links come to you from now
  on, and the links that were sent before no longer work. ${companionsHaveTheirs(about)}

  ${due.whole}
`

/**
 * Tells the old address that letters go elsewhere, without revealing where; and a former lead traveler who
 * stays, the link to their own details.
 */
function leadLinksEnded(about: AboutBooking, lead: Booking, stays: PartyTraveler | undefined): Letter {
  const elsewhere = concealed(lead.customerEmail)
  return stays
    ? letter`
        # You no longer lead booking ${about.reference}

        ${greeting(about.travelerName)}

        ${firstNameOf(lead.customerName) ?? 'Another traveler'} now leads booking ${about.reference}: emails, receipts
        and payment links go to them at ${elsewhere}. Your seat, your room and your details stay as they are.

        ${LINKS_HAVE_ENDED}

        [Your own travel details](${travelerAddress(stays)})

        ${notYou(about)}
      `
    : letter`
        # The email address of your booking was changed: ${about.reference}

        ${greeting(about.travelerName)}

        The email address of booking ${about.reference} was changed to ${elsewhere}. Emails about it go there from now
        on.

        ${LINKS_HAVE_ENDED}

        ${notYou(about)}
      `
}

const LINKS_HAVE_ENDED = 'The links to the booking that we sent to this address no longer work.'

const notYou = (about: AboutBooking): Words =>
  words`Wasn’t you? Please ${waysToReach(about) || 'reply to this email'} now.`

/** 'a…@example.com': enough to know one's own address by. */
const concealed = (address: string): string => address.replace(/^(.).*@/u, '$1…@')
