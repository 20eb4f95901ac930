import { type SQL, sql } from 'drizzle-orm'

// What stands where a person was erased: a name and an address that are no one's, so that figures and records
// stay. No letter goes there.

export const ERASED_NAME = 'Erased guest'

/** In what others wrote, and in the subject of a letter. */
export const ERASED_WORDS = '(erased)'

/** No such domain can exist (RFC 2606). */
const ERASED_DOMAIN = '@erased.invalid'

/** One for each row: two erased guests are two. */
export const erasedAddress = (id: unknown): SQL => sql`'erased-' || ${id} || ${ERASED_DOMAIN}`

export const isErasedAddress = (address: string): boolean => address.endsWith(ERASED_DOMAIN)
