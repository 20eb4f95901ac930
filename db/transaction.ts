import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'

/** The database, outside any transaction. */
export type Connection = BetterSQLite3Database

/**
 * A transaction. The rule about them, kept by the compiler: only `immediately` makes a `Tx`. What must be
 * inside one takes `tx: Tx`; what only reads, or opens its own, needs none: there is one connection, and
 * `immediately` joins what is running.
 */
export type Tx = Parameters<Parameters<Connection['transaction']>[0]>[0]
