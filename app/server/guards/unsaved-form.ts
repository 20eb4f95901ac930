import { z } from 'zod'

/** Field of the sign-in page with what was typed in another form while signed out, as JSON. */
export const UNSAVED_FIELD = 'kept-form'

/** Names and texts of a form's fields, as they were sent. */
export type UnsavedForm = Record<string, string>

/** What came along from the form of another page; null where there is none. */
export const unsavedIn = (posted: FormData): string | null => posted.get(UNSAVED_FIELD)?.toString() || null

/** Whether this is a form of the admin area that was sent by someone signed out (see requireStaff). */
export const isUnsavedForm = ({ url }: Request): boolean => new URL(url).searchParams.has('typed')

/** Less than any form may have (FORM_BYTES_AT_MOST): the sign-in page's has fields of its own. */
const UNSAVED_BYTES_AT_MOST = 90_000

/** Passwords and codes: they never travel back to a page. */
export const isSecretField = (name: string): boolean => /password|^(code|recoveryCode)$/i.test(name)

/** Everything typed but passwords and codes; files are not kept. Null where it is too much. */
export function unsavedOf(posted: FormData): string | null {
  const typed = [...posted].filter(([name, value]) => typeof value === 'string' && !isSecretField(name))
  const kept = JSON.stringify(Object.fromEntries(typed))
  return new TextEncoder().encode(kept).length > UNSAVED_BYTES_AT_MOST ? null : kept
}

/** What was kept; undefined where it is none of ours. */
export function parseUnsaved(text: string): UnsavedForm | undefined {
  try {
    return z.record(z.string(), z.string()).safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
