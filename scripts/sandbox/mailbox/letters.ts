import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'

/** A message that arrived, taken apart. */
export interface Letter {
  id: number
  from: string
  /** Everybody it was delivered to, by the envelope. */
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  messageId: string
  receivedAt: Date
}

export type Letters = ReturnType<typeof openLetters>

const KEPT = 500

/** Keeps the last five hundred messages, in a file or in memory. */
export function openLetters(path: string) {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec(
    'CREATE TABLE IF NOT EXISTS letters (id INTEGER PRIMARY KEY AUTOINCREMENT, received_at INTEGER NOT NULL, body TEXT NOT NULL)',
  )
  const add = database.prepare('INSERT INTO letters (received_at, body) VALUES (?, ?)')
  const trim = database.prepare('DELETE FROM letters WHERE id <= (SELECT max(id) FROM letters) - ?')
  const all = database.prepare<[], Row>('SELECT * FROM letters ORDER BY id')
  const one = database.prepare<[number], Row>('SELECT * FROM letters WHERE id = ?')

  return {
    keep(letter: Omit<Letter, 'id'>): Letter {
      const { lastInsertRowid } = add.run(letter.receivedAt.getTime(), JSON.stringify(letter))
      trim.run(KEPT)
      return { ...letter, id: Number(lastInsertRowid) }
    },
    /** In the order in which they arrived. */
    all: () => all.all().map(read),
    find(id: number): Letter | undefined {
      const row = one.get(id)
      return row && read(row)
    },
    /**
     * What is there by now came before anyone looks at it: the number of the last one is kept in the file.
     */
    haveBeenSeen: () =>
      void database.exec(
        `PRAGMA user_version = ${database.prepare('SELECT coalesce(max(id), 0) FROM letters').pluck().get()}`,
      ),
    seenThrough: () => database.pragma('user_version', { simple: true }) as number,
    clear: () => void database.prepare('DELETE FROM letters').run(),
    close: () => database.close(),
  }
}

interface Row {
  id: number
  received_at: number
  body: string
}

function read(row: Row): Letter {
  const letter: Omit<Letter, 'id' | 'receivedAt'> = JSON.parse(row.body)
  return { ...letter, id: row.id, receivedAt: new Date(row.received_at) }
}
