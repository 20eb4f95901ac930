import { db } from '#db/connection.server'
import { contentVersion as versions } from '#db/schema'

const read = db.select({ version: versions.version }).from(versions).prepare()

/** A number that rises whenever something changes that public pages show; the database's triggers raise it. */
export const contentVersion = (): number => read.get()?.version ?? 0
