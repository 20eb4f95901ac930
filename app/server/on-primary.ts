import { primaryNow } from '#db/connection.server'

/** What writes is run where the database is written. Throws a sentence that says where that is. */
export function onPrimaryOnly(): void {
  const primary = primaryNow()
  if (primary !== null)
    throw new Error(`This machine only has a copy of the database: run this on ${primary}.`)
}
