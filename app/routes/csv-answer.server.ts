import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'

/**
 * Answers a CSV file for a spreadsheet: UTF-8 with its mark, and cells that would be formulas made harmless. The
 * portions are written one at a time, others being served in between.
 */
export async function csvAnswer<Row>(
  fileName: string,
  columns: readonly { header: string; cell: (row: Row) => string | number | null }[],
  portions: Iterable<Row[]>,
): Promise<Response> {
  const asLines = (records: (string | number | null)[][]) => stringify(records, { escape_formulas: true })
  const parts = ['\uFEFF', asLines([columns.map(({ header }) => header)])]
  for (const rows of portions) {
    parts.push(asLines(rows.map((row) => columns.map(({ cell }) => cell(row)))))
    await nextTurn()
  }
  return new Response(new Blob(parts), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
