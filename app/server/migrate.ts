// Migrates the database, which happens on import, and ends: a thread that start.ts waits for.
import { sqlite } from '#db/connection.server'

sqlite.close()
