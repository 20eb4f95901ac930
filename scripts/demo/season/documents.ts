import { desc, eq } from 'drizzle-orm'
import { partyOf } from '#app/bookings/party.server'
import { now } from '#app/platform/clock.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import { documentsIn, documentsOf } from '#app/tours/documents.server'
import { remindToSign } from '#app/travelers/remind-to-sign.server'
import { signDocument } from '#app/travelers/signatures.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { at, done, type Entry } from './diary'
import { OCTOBER } from './office'

const RELEASE = `Please have this text read by a lawyer before real travelers sign it.

## What a safari is

We drive in open country among wild animals. Roads are rough, weather changes, and hospitals are hours away.

## What I agree to

- I follow what the guide says about safety, above all about leaving the car.
- I have told Savanna Soul about my health, as far as it matters on the journey.
- I travel at my own risk, except where Savanna Soul or its partners were careless.`

const SIGN: [email: string, position: number][] = [
  ['peter.njoroge@example.com', 1],
  ['peter.njoroge@example.com', 2],
]

/** For October a release of liability is to be signed; a couple has done so, the others are reminded. */
export const signedDocuments = (owner: () => Staff): Entry[] => [
  {
    at: at('2025-05-06', 10),
    command: () => {
      const words = { title: 'Release of liability', signers: 'each' as const, daysBefore: 45, text: RELEASE }
      done(documentsIn(OCTOBER).add({ ...words, asksAgain: false }, owner(), now()))
    },
  },
  ...SIGN.map(([email, position], index) => ({
    at: at('2025-05-08', 18 + index),
    command: () => sign(email, position),
  })),
  {
    at: at('2025-05-26', 9.5),
    command: () => done(remindToSign(departureOf({ departureId: OCTOBER }), owner(), now())),
  },
]

function sign(email: string, position: number): void {
  const booking = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.customerEmail, email))
    .orderBy(desc(bookings.id))
    .get()
  const traveler = partyOf(booking?.id ?? 0).find((one) => one.position === position)
  const [document] = documentsOf(OCTOBER)
  if (!traveler || !document) throw new Error(`${email} has nothing to sign`)
  const wish = { documentId: document.id, versionId: document.now.id, signedName: traveler.name }
  done(signDocument(traveler, { ...wish, byLink: 'own' }, now()))
}
