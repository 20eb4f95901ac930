import { hkdfSync } from 'node:crypto'
import { env } from '#app/platform/env.server'
import { openSealed, sealBytes } from '#app/platform/sealed.server'
import type { SealedField } from './detail-fields'

/** What stands sealed: it opens for that traveler and that field alone. */
type Place = { travelerId: number; field: SealedField }

const KEY_BYTES = 32

/** Seals and opens what travelers tell us, by keys as DATA_KEY has them: the first seals, all open. */
export function sealingWith(dataKeys: readonly string[]) {
  const keys = dataKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'traveler details', KEY_BYTES)))
  const opened = (sealed: string, place: Place) => openSealed(sealed, inWords(place), keys)

  return {
    /** Throws where there is no key: ask `canSeal` first. */
    seal: (text: string, place: Place): string => sealBytes(Buffer.from(text), inWords(place), keys),

    /** Null where no key opens it. */
    open(sealed: string, place: Place): string | null {
      const found = opened(sealed, place)
      return found && Buffer.from(found.bytes).toString()
    },

    /**
     * The same sealed again with the first key, where another one opens it; null where there is nothing to
     * do.
     */
    resealed(sealed: string, place: Place): string | null {
      const found = opened(sealed, place)
      return found?.isOld ? sealBytes(found.bytes, inWords(place), keys) : null
    },
  }
}

const inWords = ({ travelerId, field }: Place): string => `traveler ${travelerId} ${field}`

export type Sealing = ReturnType<typeof sealingWith>

export const sealing: Sealing = sealingWith(env.dataKeys)

/** Whether what must be sealed can be kept at all: in production, where DATA_KEY is set. */
export const canSeal: boolean = env.dataKeys.length > 0
