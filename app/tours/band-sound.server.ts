import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { namesOf } from '#app/platform/typed/fields'
import { isMp4Sound } from '#app/site/film-file.server'
import { discardFile, storeFiles } from '#app/site/photo-files.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { tours } from '#db/schema/tours'
import { SOUND_BYTES_AT_MOST, type SOUND_REFUSALS } from './band-sound'
import { allTours, tourIn } from './tours.server'

const begins = (bytes: Buffer, at: number, words: string) =>
  bytes.toString('latin1', at, at + words.length) === words

/** The first two bytes of a frame of MPEG sound, of which some bits say what kind it is. */
const frame = (bytes: Buffer, bits: number) => bytes.length > 1 && (bytes.readUInt16BE(0) & 0xfff6) === bits

/** What a sound is by its bytes, and the ending that its type goes by. */
const SOUNDS: Record<string, (bytes: Buffer) => boolean | Promise<boolean>> = {
  mp3: (bytes) => begins(bytes, 0, 'ID3') || frame(bytes, 0xfff2) || frame(bytes, 0xffe2),
  aac: (bytes) => frame(bytes, 0xfff0),
  ogg: (bytes) => begins(bytes, 0, 'OggS'),
  wav: (bytes) => begins(bytes, 0, 'RIFF') && begins(bytes, 8, 'WAVE'),
  m4a: (bytes) => begins(bytes, 4, 'ftyp') && isMp4Sound(bytes),
}

/**
 * Puts a sound of the band on a journey's page, in the place of the one before: first its file, then its
 * name, which holds a digest, so that the file never changes under it.
 */
export async function storeBandSound(
  tourId: number,
  bytes: Buffer,
  actor: Actor,
  now: Date,
): Promise<{ name: string } | { refused: keyof typeof SOUND_REFUSALS }> {
  if (bytes.length === 0) return { refused: 'missing' }
  if (bytes.length > SOUND_BYTES_AT_MOST) return { refused: 'too-large' }
  const ending = await endingOf(bytes)
  if (!ending) return { refused: 'not-a-sound' }
  const name = `band-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.${ending}`
  await storeFiles([{ name, bytes }])
  const before = immediately((tx) => {
    recordAct(now, {
      ...byStaff(actor),
      ...{ action: 'band-sound-uploaded', subject: `tour:${tourId}`, detail: { bytes: bytes.length } },
    })
    return replaced(tourId, name, now, tx)
  })
  if (before && before !== name) await discardUnheard(before)
  return { name }
}

async function endingOf(bytes: Buffer): Promise<string | undefined> {
  for (const ending of namesOf(SOUNDS)) if (await SOUNDS[ending]?.(bytes)) return ending
}

/** Takes the sound off a journey's page, with its file. Nothing happens where there is none. */
export async function removeBandSound(tourId: number, actor: Actor, now: Date): Promise<void> {
  const before = immediately((tx) => {
    const name = replaced(tourId, null, now, tx)
    if (name) recordAct(now, { ...byStaff(actor), action: 'band-sound-removed', subject: `tour:${tourId}` })
    return name
  })
  if (before) await discardUnheard(before)
}

/** A copied journey has the same file. */
export async function discardUnheard(name: string): Promise<void> {
  if (!allTours().some(({ bandSound }) => bandSound === name)) await discardFile(name)
}

function replaced(tourId: number, name: string | null, now: Date, tx: Tx): string | null {
  const { bandSound } = tourIn(tourId)
  if (name !== bandSound)
    tx.update(tours).set({ bandSound: name, updatedAt: now }).where(eq(tours.id, tourId)).run()
  return bandSound
}
