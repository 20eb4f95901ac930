import { type AboutBooking, bookingLetter, seeBooking } from '#app/bookings/about-booking'
import type { Letter } from '#app/mail/letter'
import { type AfterChange, type Pays, payNext, planAndTerms } from './party-letters'

const inOne = new Intl.ListFormat('en-US')

/**
 * Tells the lead traveler what of their contact was changed; at a new address, with the links that work now.
 */
export const leadContact = (
  about: AboutBooking & Pays & { changed: string[]; hasNewLinks: boolean },
): Letter => ({
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
export const leadChanged = (about: AfterChange & Pays): Letter =>
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
export const leadLinksEnded = (
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
