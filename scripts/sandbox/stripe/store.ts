import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Kept, Kind, Kinds } from './objects'

export type Store = ReturnType<typeof openStore>

/** Opens the file in which the sandbox keeps everything, or `:memory:`. */
export function openStore(path: string) {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec(TABLES)

  const one = database.prepare<[string, string], { body: string }>(
    'SELECT body FROM objects WHERE id = ? AND kind = ?',
  )
  const any = database.prepare<[string], { body: string }>('SELECT body FROM objects WHERE id = ?')
  const all = database.prepare<[string], { body: string }>(
    'SELECT body FROM objects WHERE kind = ? ORDER BY seq DESC',
  )
  const newest = database.prepare<[string, number], { body: string }>(
    'SELECT body FROM objects WHERE kind = ? ORDER BY seq DESC LIMIT ?',
  )
  const write = database.prepare(
    `INSERT INTO objects (id, kind, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
  )

  const away = database.prepare('DELETE FROM objects WHERE id = ?')

  return {
    database,
    find: <K extends Kind>(kind: K, id: string) => read<Kinds[K]>(one.get(id, kind)),
    findAny: (id: string) => read<Kept>(any.get(id)),
    /** Everything of a kind, newest first. */
    all: <K extends Kind>(kind: K) => all.all(kind).map((row) => JSON.parse(row.body) as Kinds[K]),
    newest: <K extends Kind>(kind: K, count: number) =>
      newest.all(kind, count).map((row) => JSON.parse(row.body) as Kinds[K]),
    keep<K extends Kind>(object: Kinds[K] & { object: K }): Kinds[K] {
      write.run(object.id, object.object, JSON.stringify(object))
      return object
    },
    drop: (id: string) => void away.run(id),
    /** All of it or nothing, and nobody between. */
    together: <T>(command: () => T): T => database.transaction(command).immediate(),
    close: () => database.close(),
  }
}

// The only cast: a row was written by `keep` under its own kind.
function read<Shape>(row: { body: string } | undefined): Shape | undefined {
  return row && (JSON.parse(row.body) as Shape)
}

const TABLES = `
CREATE TABLE IF NOT EXISTS objects (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, path TEXT NOT NULL, params TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS deliveries (id INTEGER PRIMARY KEY, event_id TEXT NOT NULL, due_at INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'lost')), last_answer TEXT);
CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event_id);
CREATE INDEX IF NOT EXISTS deliveries_waiting ON deliveries (due_at) WHERE state = 'waiting';
`
