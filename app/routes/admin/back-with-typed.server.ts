import { keptForm } from '#app/server/show-again'

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
