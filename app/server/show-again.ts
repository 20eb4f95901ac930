import type { Request } from 'express'
import { pathOf } from './answer'
import { KEPT_FIELD, type KeptForm, readKept } from './unsaved-form'

const ADMIN = /^\/admin\/(?!login(\/code)?$)/

/**
 * What a form of the admin area held when its sender turned out to be signed out: the sign-in page sends the
 * browser back with it. Such a request is answered as one for the page, which shows what was typed again: no
 * action ever sees it.
 */
export async function keptForm(
  { method, originalUrl, headers }: Pick<Request, 'method' | 'originalUrl' | 'headers'>,
  body: Buffer,
): Promise<KeptForm | undefined> {
  if (method !== 'POST' || !ADMIN.test(pathOf({ url: originalUrl }))) return undefined
  if (!body.includes(`name="${KEPT_FIELD}"`)) return undefined
  const posted = new Response(new Uint8Array(body), {
    headers: { 'Content-Type': headers['content-type'] ?? '' },
  })
  const kept = (await posted.formData().catch(() => null))?.get(KEPT_FIELD)
  return typeof kept === 'string' ? readKept(kept) : undefined
}
