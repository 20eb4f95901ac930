import type { Request as Incoming } from 'express'
import { pathOf } from './answer'
import { KEPT_FIELD, type KeptForm, readKept } from './unsaved-form'

const ADMIN = /^\/admin\/(?!login(\/code)?$)/

/**
 * What a form of the admin area held when its sender turned out to be signed out: the sign-in page sends the
 * browser back with it. Such a request is answered as one for the page, which shows what was typed again: no
 * action ever sees it.
 */
export async function keptForm(
  { method, originalUrl, headers }: Pick<Incoming, 'method' | 'originalUrl' | 'headers'>,
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

/**
 * How to go on to `to` after signing in: 307 takes what was typed along, and only where the server will show
 * it in its form again. Any other body would reach an action that nobody asked for. `request` is not read
 * yet.
 */
export async function statusBack(request: Request, to: string): Promise<302 | 307> {
  const headers = { 'content-type': request.headers.get('Content-Type') ?? '' }
  const body = Buffer.from(await request.arrayBuffer())
  return (await keptForm({ method: 'POST', originalUrl: to, headers }, body)) ? 307 : 302
}
