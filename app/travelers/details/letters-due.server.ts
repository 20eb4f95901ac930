import { inArray } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { type Once, occasionOf } from '#app/mail/outbox.server'
import type { Db } from '#db/connection.server'
import { outbox } from '#db/schema'
import type { AskedDays } from './asked-days'
import type { DetailField } from './detail-fields'
import { missingOf } from './details.server'

type Key = Pick<Once, 'kind' | 'once'>

/** What makes the letter to who booked the only one. */
export const askedOfPayer = (bookingId: number, days: AskedDays): Key => ({
  kind: 'details-asked',
  once: `${bookingId}:${days}`,
})

/** The same of the letter to a companion. */
export const askedOfCompanion = (travelerId: number, days: AskedDays): Key => ({
  kind: 'details-asked-of-companion',
  once: `${travelerId}:${days}`,
})

/** Somebody of whom something is missing. */
export type Missing = { traveler: PartyTraveler; fields: DetailField[] }

/** Of whom something is missing, and who of them is still to be written to so many days before the departure. */
type LettersDue = { missing: Missing[]; toPayer: boolean; toCompanions: Missing[] }

type Payer = Pick<Booking, 'id' | 'customerEmail'>

export function lettersDue(payer: Payer, days: AskedDays, outer: Db): LettersDue {
  const missing = missingIn(partyOf(payer.id, outer), outer)
  const companions = missing.filter(({ traveler }) => hasOwnAddress(traveler, payer))
  const written = writtenOf(
    [
      askedOfPayer(payer.id, days),
      ...companions.map(({ traveler }) => askedOfCompanion(traveler.id, days)),
    ].map(occasionOf),
    outer,
  )
  const isUnwritten = (key: Key) => !written.has(occasionOf(key))
  return {
    missing,
    toPayer: missing.length > 0 && isUnwritten(askedOfPayer(payer.id, days)),
    toCompanions: companions.filter(({ traveler }) => isUnwritten(askedOfCompanion(traveler.id, days))),
  }
}

function missingIn(party: PartyTraveler[], outer: Db): Missing[] {
  const missing = missingOf(
    party.map(({ id }) => id),
    outer,
  )
  return party
    .map((traveler) => ({ traveler, fields: missing.get(traveler.id) ?? [] }))
    .filter(({ fields }) => fields.length > 0)
}

/** A companion who reads another mailbox than who booked. */
const hasOwnAddress = ({ position, email }: PartyTraveler, { customerEmail }: Payer): boolean =>
  position > 1 && email !== null && email.toLowerCase() !== customerEmail.toLowerCase()

/** Which of these letters were written. */
export const writtenOf = (occasions: string[], outer: Db): Set<string> =>
  new Set(
    outer
      .select({ occasion: outbox.occasion })
      .from(outbox)
      .where(inArray(outbox.occasion, occasions))
      .all()
      .map(({ occasion }) => occasion),
  )
