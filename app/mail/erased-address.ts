import { type SQL, sql } from 'drizzle-orm'
import { type Day, readDay, showDay } from '#app/platform/days'

// What stands where a person was erased: a name and an address that are no one's, so that figures and records
// stay. No letter goes there.

export const ERASED_NAME = 'Erased guest'

/** In what others wrote, and in the subject of a letter. */
export const ERASED_WORDS = '(erased)'

/** No such domain can exist (RFC 2606). */
const ERASED_DOMAIN = '@erased.invalid'

/** One for each row: two erased guests are two. It has the day. */
export const erasedAddress = (id: unknown, on: Day): SQL =>
  sql`'erased-' || ${id} || '-on-' || ${on} || ${ERASED_DOMAIN}`

export const isErasedAddress = (address: string): boolean => address.endsWith(ERASED_DOMAIN)

/** What staff read in place of an address; null where it is someone's. */
export function erasedWords(address: string): string | null {
  if (!isErasedAddress(address)) return null
  const on = readDay(address.slice(0, -ERASED_DOMAIN.length).slice(-'2025-06-01'.length))
  return on ? `Erased on request, ${showDay(on)}` : 'Erased on request'
}
