import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { createCookie } from '@remix-run/node'
import type { z } from 'zod'
import { env } from './env.server'

/**
 * The keys for one purpose, derived from each SESSION_SECRET: the first signs, all verify. What was signed
 * for one purpose is worth nothing for another.
 */
export const keysFor = (purpose: string): string[] =>
  env.sessionSecrets.map((secret) => createHmac('sha256', secret).update(purpose).digest('base64url'))

/** A digest that no one can make or guess without the first secret, for one purpose. */
export function keyedDigest(purpose: string): (text: string) => string {
  const [key = ''] = keysFor(purpose)
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}

/** The same with each secret, the first one's first: by the others, what is older than a change is found. */
export function keyedDigests(purpose: string): (text: string) => string[] {
  const keys = keysFor(purpose)
  return (text) => keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'))
}

/** Of a link that only a letter has: 192 bits. */
export const newLinkToken = (): string => randomBytes(24).toString('base64url')

/** Of a link in a preview or a test letter: too short to be anyone's, so it opens nothing. */
export const DEAD_TOKEN = 'test'

/** Whether a program shows this token, as `Authorization: Bearer …`. */
export function showsToken(authorization: string | null | undefined, token: string): boolean {
  const shown = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  return shown !== undefined && timingSafeEqual(digestOf(shown), digestOf(token))
}

/** Digests are equally long, whatever was shown. */
const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** What is stored of a random secret that someone else holds, such as a browser's key. */
export const secretDigest = (secret: string): string => digestOf(secret).toString('base64url')

type SignedCookie<Value> = {
  /** The cookie's value; null where the browser sends none, or one that we did not sign under this name. */
  read(request: Request): Promise<Value | null>
  /** The header that sets it. */
  write(value: Value): Promise<string>
  /** The header that makes the browser forget it. */
  forget(): Promise<string>
}

/**
 * A cookie whose value only we can write. Its key is derived from its name, so that no other cookie's value
 * is accepted, and the value is checked against `holds`. `maxAge` in seconds. Over https it has the `__Host-`
 * prefix, so that no neighboring host can plant it.
 */
export function signedCookie<Value>(
  name: string,
  { holds, maxAge }: { holds: z.ZodType<Value>; maxAge: number },
): SignedCookie<Value> {
  const secure = env.BASE_URL.startsWith('https:')
  const cookie = createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    secrets: keysFor(`cookie ${name}`),
    maxAge,
  })
  return {
    async read(request) {
      const held = holds.safeParse(await cookie.parse(request.headers.get('Cookie')))
      return held.success ? held.data : null
    },
    write: (value) => cookie.serialize(value),
    forget: () => cookie.serialize('', { maxAge: 0 }),
  }
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts bytes with the first of some 256-bit keys. `place` says whose they are and what, and must be the
 * same when they are opened. Throws where there is no key.
 */
export function sealBytes(bytes: Uint8Array, place: string, keys: readonly Buffer[]): string {
  const [key] = keys
  if (!key) throw new Error('There is no key to seal with')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * What was sealed, by any of the keys; `isOld` where that is not the first. Null where none opens it: the
 * keys were replaced, or it was changed, or it is in another place.
 */
export function openSealed(
  sealed: string,
  place: string,
  keys: readonly Buffer[],
): { bytes: Uint8Array; isOld: boolean } | null {
  const whole = Buffer.from(sealed, 'base64url')
  for (const [index, key] of keys.entries()) {
    const bytes = openedBy(key, whole, Buffer.from(place))
    if (bytes) return { bytes, isOld: index > 0 }
  }
  return null
}

function openedBy(key: Buffer, whole: Buffer, place: Buffer): Uint8Array | null {
  try {
    const iv = whole.subarray(0, IV_BYTES)
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(place)
    decipher.setAuthTag(whole.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(whole.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
