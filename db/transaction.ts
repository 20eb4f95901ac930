import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type * as schema from './schema'

/** The database, outside any transaction. */
export type Connection = BetterSQLite3Database<typeof schema>

/**
 * A transaction. The rule about them, kept by the compiler: only `immediately` makes a `Tx`. What must be inside one takes
 * `tx: Tx`; what opens its own, or only reads, takes `outer: Db = db` as its last argument, and joins the transaction
 * that it is given.
 */
export type Tx = Parameters<Parameters<Connection['transaction']>[0]>[0]

/** The database, or a transaction on it. */
export type Db = Connection | Tx
