import type { Letter } from '#app/mail/letter'

/** What every letter to a traveler knows of the booking, and of whom to ask. */
export type AboutBooking = {
  travellerName: string
  reference: string
  bookingAddress: string
  contactEmail: string
  contactPhone: string
}

type Block = Letter['blocks'][number]

export const seeBooking = ({ bookingAddress }: Pick<AboutBooking, 'bookingAddress'>): Block => ({
  link: { label: 'See your booking', address: bookingAddress },
})

export const questions = ({
  contactEmail,
  contactPhone,
}: Pick<AboutBooking, 'contactEmail' | 'contactPhone'>): Block => ({
  quiet: `Questions? Answer this message, write to ${contactEmail} or call ${contactPhone}.`,
})
