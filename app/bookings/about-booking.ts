import type { Letter } from '#app/mail/letter'
import { IF_IT_DOES_NOT_RUN, NOT_DUE_BEFORE } from '#app/tours/departure'
import type { PriceNotes } from '#app/tours/party'
import type { RefundTermsText } from '#app/tours/refund-policy'

/** Who to ask, in every letter: as the site settings have it. */
export type Contact = { contactEmail: string; contactPhone: string }

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

/** What every letter to staff knows of the booking that it is about. */
export type BookingForStaff = {
  travelerName: string
  reference: string
  /** The booking's page in the admin area. */
  adminAddress: string
}

type Block = Letter['blocks'][number]

/** 'your seat is', and of a party 'your seats are'. */
export const yourSeatsAre = ({ travelers }: Pick<AboutBooking, 'travelers'>): string =>
  travelers > 1 ? 'your seats are' : 'your seat is'

export const seeBooking = ({ bookingAddress }: Pick<AboutBooking, 'bookingAddress'>): Block => ({
  link: { label: 'See your booking', address: bookingAddress },
})

/** In every letter that confirms a booking, or asks for money of it, or puts it on another departure. */
export function whetherItRuns({ running }: Pick<AboutBooking, 'running'>): Block[] {
  if (!running) return []
  const { sentence, waits } = running
  return [{ paragraph: waits ? `${sentence} ${IF_IT_DOES_NOT_RUN} ${NOT_DUE_BEFORE}` : sentence }]
}

/** All that was agreed: in every letter that confirms, asks for money or gives some back (rules 4.1). */
export const agreedTerms = ({ refundTerms: { dates, notes, accepted } }: AboutBooking): Block[] => [
  { heading: 'If you cancel' },
  ...dates.map((paragraph) => ({ paragraph })),
  ...[...notes, ...accepted].map((quiet) => ({ quiet })),
]

export const questions = ({ contactEmail, contactPhone }: Contact): Block => ({
  quiet: `Questions? Reply to this message, write to ${contactEmail} or call ${contactPhone}.`,
})

/** A letter that greets a traveler by name, and ends with who to ask. */
export const letterTo = (
  about: Contact & { travelerName: string },
  subject: string,
  blocks: Block[],
): Letter => ({
  subject,
  blocks: [{ paragraph: `Dear ${about.travelerName},` }, ...blocks, questions(about)],
})

/** A letter about a booking: its subject names it, and a link leads to its page. */
export const bookingLetter = (about: AboutBooking, subject: string, blocks: Block[]): Letter =>
  letterTo(about, `${subject}: ${about.reference}`, [...blocks, seeBooking(about)])

/** 'TS-ABC123, Wanjiru Kamau': whose booking it is, in a subject line or a sentence to staff. */
export const whose = ({ reference, travelerName }: Omit<BookingForStaff, 'adminAddress'>): string =>
  `${reference}, ${travelerName}`

export const bookingRows = ({ reference, travelerName }: BookingForStaff): [string, string][] => [
  ['Booking reference', reference],
  ['Traveler', travelerName],
]

export const openBooking = ({ adminAddress }: Pick<BookingForStaff, 'adminAddress'>): Block => ({
  link: { label: 'Open the booking', address: adminAddress },
})

/** For what belongs to no booking: all that is known of it stands in the audit log. */
export const openHistory = (historyAddress: string): Block => ({
  link: { label: 'See what happened', address: historyAddress },
})
