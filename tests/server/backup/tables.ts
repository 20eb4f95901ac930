import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'

/**
 * Each table of a file with its count of rows and a digest of all that is in them, in an order of their own.
 */
export function tablesOf(path: string): Record<string, string> {
  const file = new Database(path, { readonly: true })
  try {
    const names = file
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and sql not like 'create virtual%'",
      )
      .pluck()
      .all() as string[]
    return Object.fromEntries(
      names.map((name) => {
        const rows = file.prepare(`select * from "${name}"`).raw().all()
        const lines = rows.map((row) => JSON.stringify(row)).sort()
        const digest = createHash('sha256').update(lines.join('\n')).digest('hex')
        return [name, `${rows.length} rows, ${digest.slice(0, 16)}`]
      }),
    )
  } finally {
    file.close()
  }
}
