import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type DecipherGCM,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'

/** Why a file cannot be restored. */
export type Fault = 'not-a-backup' | 'no-key' | 'wrong-key' | 'unsealed' | 'too-large' | 'damaged' | 'newer'

/** Thrown from the middle of a stream; the code that reads a backup turns it into an answer. */
export class Unusable extends Error {
  override name = 'Unusable'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault)
    this.fault = fault
  }
}

// An encrypted backup (decision 022): what it is and its version, salt, IV, check of the key; the encrypted
// bytes; tag.

/** The last letter is the version of the format. */
const MARK = Buffer.from('SAVANNA1')
const SALT_BYTES = 16
const IV_BYTES = 12
const KEY_BYTES = 32
const TAG_BYTES = 16
const CHECK_AT = MARK.length + SALT_BYTES + IV_BYTES
const HEAD_BYTES = CHECK_AT + KEY_BYTES

const CIPHER = 'aes-256-gcm'
/** A tenth of a second and 32 MB, off the main thread: a person's passphrase may be guessed. */
const COST = { N: 32_768, r: 8, p: 1, maxmem: 67_108_864 }

export const isSealed = (firstBytes: Buffer): boolean => firstBytes.subarray(0, MARK.length).equals(MARK)

/** A pipeline step that encrypts and authenticates; without a passphrase the bytes stay as they are. */
export const sealedBy = (passphrase: string | undefined) =>
  passphrase === undefined ? asItIs : sealing(passphrase)

/** The way back, with whichever passphrase is the right one; null: it was not encrypted. */
export const unsealedBy = (passphrases: string[] | null) =>
  passphrases === null ? asItIs : unsealing(passphrases)

async function* asItIs(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source
}

const sealing = (passphrase: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES)
    const iv = randomBytes(IV_BYTES)
    const { key, check } = await keysOf(passphrase, Buffer.concat([MARK, salt, iv]))
    const head = Buffer.concat([MARK, salt, iv, check])
    const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(head)
    yield head
    for await (const chunk of source) yield cipher.update(chunk)
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
  }

/** What comes out may be believed only when all of it came, for the tag is at the end. Throws Unusable. */
const unsealing = (passphrases: string[]) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let held: Buffer = Buffer.alloc(0)
    let decipher: DecipherGCM | null = null
    for await (const chunk of source) {
      held = Buffer.concat([held, chunk])
      if (!decipher) {
        if (held.length < HEAD_BYTES) continue
        decipher = await decipherFor(held.subarray(0, HEAD_BYTES), passphrases)
        held = held.subarray(HEAD_BYTES)
      }
      if (held.length <= TAG_BYTES) continue
      yield decipher.update(held.subarray(0, -TAG_BYTES))
      held = held.subarray(-TAG_BYTES)
    }
    if (!decipher || held.length < TAG_BYTES) throw new Unusable('damaged')
    decipher.setAuthTag(held)
    try {
      decipher.final()
    } catch {
      throw new Unusable('damaged')
    }
  }

async function decipherFor(head: Buffer, passphrases: string[]): Promise<DecipherGCM> {
  for (const passphrase of passphrases) {
    const { key, check } = await keysOf(passphrase, head.subarray(0, CHECK_AT))
    if (!timingSafeEqual(check, head.subarray(CHECK_AT))) continue
    const iv = head.subarray(MARK.length + SALT_BYTES, CHECK_AT)
    return createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(head)
  }
  throw new Unusable(passphrases.length > 0 ? 'wrong-key' : 'no-key')
}

/** The key, and what tells at once whether it is the right one; `head` is all that stands before that. */
async function keysOf(passphrase: string, head: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  const salt = head.subarray(MARK.length, MARK.length + SALT_BYTES)
  const made = await new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase, salt, 2 * KEY_BYTES, COST, (error, bytes) => (error ? reject(error) : resolve(bytes))),
  )
  const check = createHmac('sha256', made.subarray(KEY_BYTES)).update(head).digest()
  return { key: made.subarray(0, KEY_BYTES), check }
}
