import { type Booking, bookingAddress } from '#app/bookings/find-booking.server'
import { postToTraveler, questions } from '#app/bookings/traveler-letters.server'
import { letter, words } from '#app/mail/letter'
import { bodyAsHtml, bodyAsText } from '#app/mail/markdown.server'
import { greeting, post } from '#app/mail/outbox.server'
import { businessTime } from '#app/platform/clock.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { siteSettings } from '#app/site/settings.server'
import { departureOf } from '#app/tours/departures.server'
import type { documentVersions, signatures } from '#db/schema/documents'

type Signed = {
  signature: typeof signatures.$inferSelect
  version: typeof documentVersions.$inferSelect
  /** Of a companion who signed by their own page; null where the lead traveler did. */
  own: { email: string | null; address: string } | null
}

/** The signed text, with name, moment and digest, to who signed; to no one whose address is not known. */
export function mailSignedCopy(booking: Booking, { signature, version, own }: Signed, now: Date): void {
  const { id, travelerName, signedName, digest, signedAt } = signature
  const { title, text } = version
  const name = own ? (firstNameOf(travelerName) ?? '') : booking.customerName
  const isForOther = signature.signedAs === 'guardian'
  const copy = letter`
    # Your copy: ${title}

    ---

    ${greeting(name)}

    This is your copy of what you signed for the ${departureOf(booking).name}. Its text is above, word for word.

    | Document | ${title} |
    | Signed by | ${signedName} |
    ${isForOther && words`| For | ${travelerName} |`}
    | Signed on | ${businessTime(signedAt)} |
    | Digest | ${digest} |

    [See it on your page](${own ? own.address : bookingAddress(booking)})

    ${questions(siteSettings())}
  `
  const mail = {
    ...{ kind: 'document-signed' as const, once: String(id) },
    letter: {
      ...copy,
      written: { text: bodyAsText(`# ${title}\n\n${text}`), html: bodyAsHtml(`# ${title}\n\n${text}`) },
    },
  }
  if (!own) postToTraveler(booking, now, mail)
  else if (own.email) post({ ...mail, bookingId: booking.id, to: { name, address: own.email } }, now)
}
