import { z } from 'zod'
import { upload } from '#app/site/list-forms'

/** How much of the band guests are told that they hear. */
export const SOUND_SECONDS = 30
export const SOUND_MB_AT_MOST = 3
export const SOUND_BYTES_AT_MOST = SOUND_MB_AT_MOST * 1024 * 1024

/** Where a sound of the band is sent to: only this address takes a body of that size. */
export const SOUND_PATH = /^\/admin\/settings\/(?:tour-page|journeys\/\d{1,15})\/sound(?:\.data)?$/

/** Why a sound is not taken, and what to do instead. */
export const SOUND_REFUSALS = {
  missing: 'Please choose a sound.',
  'too-large': `This sound is larger than ${SOUND_MB_AT_MOST} MB. Please cut it to ${SOUND_SECONDS} seconds, or export it as MP3 first.`,
  'not-a-sound':
    'This file is not an MP3, M4A, AAC, OGG or WAV sound, whatever its name says. Please export it as MP3 first.',
} as const

export const SoundForm = z.object({ sound: upload(SOUND_BYTES_AT_MOST, SOUND_REFUSALS) })
