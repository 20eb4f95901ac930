import { hkdfSync } from 'node:crypto'
import { asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import { env } from '#app/platform/env.server'
import { openSealed, sealBytes } from '#app/platform/keys.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { travelerDetails } from '#db/schema'
import {
  type DetailColumn,
  type DetailField,
  detailColumn,
  SEALED_FIELDS,
  type SealedField,
} from './detail-fields'

export type DetailsRow = typeof travelerDetails.$inferSelect

/** What a row says of its traveler. */
export type Told = Omit<DetailsRow, 'travelerId' | 'version' | 'updatedAt'>

/** What the row has of a detail, sealed where it is. */
export const storedOf = (row: Told | undefined, field: DetailField): string | null =>
  row?.[detailColumn(field)] ?? null

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

const AT_ONCE = 200

const isSealedRow = or(...SEALED_FIELDS.map((field) => isNotNull(travelerDetails[detailColumn(field)])))

const anySealed = db
  .select({ travelerId: travelerDetails.travelerId })
  .from(travelerDetails)
  .where(isSealedRow)
  .limit(1)
  .prepare()

/**
 * Throws, where something sealed is stored and production has no key: nobody could read it, and what is told
 * from then on could not be kept.
 */
export function ensureDataKey(dataKeys: readonly string[] = env.dataKeys): void {
  if (dataKeys.length > 0 || anySealed.get() === undefined) return
  throw new Error(
    'DATA_KEY is missing, and passport numbers or medical notes of travelers are stored: set the key that sealed them.',
  )
}

/**
 * Seals again with the first DATA_KEY what an older one sealed, so that the older one can be dropped;
 * `unreadable` counts the values that none opens. Quick: what there is belongs to the present journeys alone.
 */
export function reseal(by: Sealing = sealing): { sealedAnew: number; unreadable: number } {
  const counts = { sealedAnew: 0, unreadable: 0 }
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = immediately((tx) => {
      const rows = sealedAfter(from, tx)
      for (const row of rows) {
        const { values, unreadable } = anewIn(row, by)
        counts.unreadable += unreadable
        const changed = Object.keys(values).length
        if (changed === 0) continue
        counts.sealedAnew += changed
        tx.update(travelerDetails).set(values).where(eq(travelerDetails.travelerId, row.travelerId)).run()
      }
      return rows.length < AT_ONCE ? null : (rows.at(-1)?.travelerId ?? null)
    })
  }
  return counts
}

const sealedAfter = (travelerId: number, tx: Tx): DetailsRow[] =>
  tx
    .select()
    .from(travelerDetails)
    .where(sql`${gt(travelerDetails.travelerId, travelerId)} and ${isSealedRow}`)
    .orderBy(asc(travelerDetails.travelerId))
    .limit(AT_ONCE)
    .all()

function anewIn(row: DetailsRow, by: Sealing) {
  const values: Partial<Pick<DetailsRow, DetailColumn>> = {}
  let unreadable = 0
  for (const field of SEALED_FIELDS) {
    const stored = storedOf(row, field)
    if (stored === null) continue
    const place = { travelerId: row.travelerId, field }
    const resealed = by.resealed(stored, place)
    if (resealed) values[detailColumn(field)] = resealed
    else if (by.open(stored, place) === null) unreadable += 1
  }
  return { values, unreadable }
}
