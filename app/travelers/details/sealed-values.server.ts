import { asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import { env } from '#app/platform/env.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { travelerDetails } from '#db/schema'
import { type DetailColumn, detailColumn, SEALED_FIELDS } from './detail-fields'
import { type DetailsRow, storedOf } from './details.server'
import { type Sealing, sealing } from './sealed-text.server'

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
export function sealAnew(by: Sealing = sealing): { sealedAnew: number; unreadable: number } {
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
