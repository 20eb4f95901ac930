import { z } from 'zod'
import { env } from '#app/env.server'
import { signedCookie } from '#app/signed-cookie.server'
import { position } from '#db/litefs.server'

/** Copies are behind by less than a second: after a minute nobody has to be waited for. */
const SECONDS = 60

const cookie = signedCookie('position', { holds: z.string().regex(/^[\da-f]{16}$/), maxAge: SECONDS })

/** How far the database had come when this browser last wrote; null where that is long ago. */
export const writtenAt = (cookies: string): Promise<string | null> =>
  cookie.read(new Request(env.BASE_URL, { headers: { Cookie: cookies } }))

/**
 * To be asked before a request is answered; the answer says afterwards which header tells the browser what it has written:
 * none where nothing was, and none without LiteFS.
 */
export function notePosition(): () => Promise<string | null> {
  const before = position()
  return async () => {
    const after = position()
    return after === null || after === before ? null : cookie.write(after)
  }
}
