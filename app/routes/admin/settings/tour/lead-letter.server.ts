import type { Booking } from '#app/bookings/find-booking.server'
import { standingOn } from '#app/bookings/guarantee-departure.server'
import { type Letter, letterAsHtml } from '#app/mail/letter'
import { env } from '#app/platform/env.server'

export type LeadLetter = NonNullable<ReturnType<typeof leadLetter>>

/**
 * A letter to the lead travelers of a departure as one of them will read it, with links that open nothing;
 * `as` is a booking's reference. Null where nobody has booked.
 */
export function leadLetter(departureId: number, as: string | null, write: (booking: Booking) => Letter) {
  const readers = standingOn(departureId)
  const reader = readers.find(({ reference }) => reference === as) ?? readers[0]
  if (!reader) return null
  const letter = write({ ...reader, linkToken: 'preview' })
  return {
    as: reader.reference,
    readers: readers.map(({ reference, customerName }) => ({ reference, name: customerName })),
    preview: { subject: letter.subject, html: letterAsHtml(letter) },
    from: `${env.MAIL_FROM.name} <${env.MAIL_FROM.address}>`,
  }
}
