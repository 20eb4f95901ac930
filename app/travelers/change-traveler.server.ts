import { and, eq } from 'drizzle-orm'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { type PartyTraveler, travelerWithId } from '#app/bookings/party.server'
import { noteGone } from '#app/platform/gone-for-good.server'
import { newLinkToken } from '#app/platform/keys.server'
import { type ChangedSince, changedSince, versionOf } from '#app/platform/lists/row-versions.server'
import { type Actor, byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { formerWords, roomWishes, travelerDetails, travelers } from '#db/schema/bookings'
import { detailsRow, type StoredDetails } from './details.server'
import type { TravelerWords } from './details-form'
import { endSignatures } from './signatures.server'

export type TravelerChanged =
  | { changed: (keyof TravelerWords | 'person')[] }
  | { refused: 'gone' | 'nameless' }
  | ChangedSince<TravelerWords>

/** What staff see of a traveler to be changed, and the mark that the form carries. */
export function changeableOf(traveler: PartyTraveler) {
  const words = wordsOf(traveler)
  return { words, version: versionOf(words) }
}

const wordsOf = ({ id, name, email }: PartyTraveler): TravelerWords => ({
  name,
  passportName: detailsRow(id)?.passportName ?? '',
  email: email ?? '',
})

/**
 * Changes a traveler's names and e-mail, for staff, at any time; the lead traveler stays the payer. For
 * another person what the former one told is erased, and their link and address go. Refuses an empty first
 * name, and a form that someone else has saved since.
 */
export function changeTraveler(
  id: number,
  wish: TravelerWords & { version?: string | undefined; isAnotherPerson?: boolean },
  actor: Actor,
  now: Date,
): TravelerChanged {
  const { version, isAnotherPerson = false, ...words } = wish
  return immediately((tx) => {
    const traveler = travelerWithId(id)
    const booking = traveler && bookingWithId(traveler.bookingId)
    if (!traveler || !booking) return { refused: 'gone' }
    if (traveler.position === 1 && words.name === '') return { refused: 'nameless' }
    const before = wordsOf(traveler)
    const savedSince = changedSince(version, before, words)
    if (savedSince) return savedSince

    const typed = (['name', 'passportName', 'email'] as const).filter(
      (field) => before[field] !== words[field],
    )
    const changed = [...typed, ...(isAnotherPerson ? (['person'] as const) : [])]
    if (changed.length === 0) return { changed }
    const email = isAnotherPerson && !typed.includes('email') ? '' : words.email
    const isLinkOver = isAnotherPerson || (before.email !== '' && typed.includes('email'))
    tx.update(travelers)
      .set({
        name: words.name,
        email: email || null,
        // Anyone who had the address before does not keep a link that works.
        ...(isLinkOver && { linkToken: newLinkToken() }),
        updatedAt: now,
      })
      .where(eq(travelers.id, id))
      .run()
    if (isAnotherPerson) {
      erasePerson(traveler, tx)
      endSignatures(id, now, tx)
      noteGone({ what: 'details', travelerId: id, booking: booking.reference }, now)
    }
    if (typed.includes('passportName')) setDetail(id, { passportName: words.passportName || null }, now, tx)
    const detail = { traveler: traveler.position, changed }
    recordBookingAct(now, booking, byStaff(actor), 'traveler-changed', detail)
    return { changed }
  })
}

/** What the former one told and wished is theirs, and so was the contact that their room companion shared. */
function erasePerson({ id, bookingId, email, roomId }: PartyTraveler, tx: Tx): void {
  if (email)
    tx.delete(formerWords)
      .where(and(eq(formerWords.bookingId, bookingId), eq(formerWords.word, email)))
      .run()
  tx.delete(travelerDetails).where(eq(travelerDetails.travelerId, id)).run()
  tx.delete(roomWishes).where(eq(roomWishes.travelerId, id)).run()
  tx.update(travelers).set({ sharesContact: false }).where(eq(travelers.roomId, roomId)).run()
}

/** Writes down one thing that staff know of a traveler, beside what they told us. */
export function setDetail(
  travelerId: number,
  detail: Partial<Pick<StoredDetails, 'passportName' | 'ownPhone'>>,
  now: Date,
  tx: Tx,
): void {
  const stored = { ...detail, version: (detailsRow(travelerId)?.version ?? 0) + 1, updatedAt: now }
  tx.insert(travelerDetails)
    .values({ travelerId, ...stored })
    .onConflictDoUpdate({ target: travelerDetails.travelerId, set: stored })
    .run()
}
