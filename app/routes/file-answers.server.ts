import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { tripFileOf } from '#app/tours/trip-files.server'

type Cell = string | number | null

/**
 * Answers a CSV file for a spreadsheet: UTF-8 with its mark, and no cell that would be a formula, at
 * whichever separator the spreadsheet splits. The portions are written one at a time, others being served in
 * between.
 */
export async function csvAnswer<Row>(
  fileName: string,
  columns: readonly { header: string; cell: (row: Row) => Cell }[],
  portions: Iterable<Row[]>,
): Promise<Response> {
  const parts = ['\uFEFF', stringify([columns.map(({ header }) => header)])]
  for (const rows of portions) {
    parts.push(stringify(rows.map((row) => columns.map(({ cell }) => harmless(cell(row))))))
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

const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * A spreadsheet set to split at ';' or at tabs reads the quotes around a cell as letters, so its separators
 * and line breaks begin a cell within ours.
 */
const BEGINS_A_CELL = /[;\t\r\n]/
/** The wide signs are formulas to some spreadsheets. */
const BEGINS_A_FORMULA = /[=+\-@＝＋－＠]/
const BEFORE_A_FORMULA = /[\s"]/

const harmless = (cell: Cell): Cell =>
  typeof cell !== 'string' || NUMBER.test(cell) ? cell : withoutFormulas(cell)

/** One look at each character: a cell may be all line breaks. */
function withoutFormulas(cell: string): string {
  let text = ''
  let isBeginning = true
  for (const character of cell) {
    if (isBeginning && BEGINS_A_FORMULA.test(character)) text += "'"
    text += character
    isBeginning = BEGINS_A_CELL.test(character) || (isBeginning && BEFORE_A_FORMULA.test(character))
  }
  return text
}

/**
 * A file of a departure's trip book, as a browser shows it. Throws 404 where there is none. Nothing in it may
 * run, wherever it came from.
 */
export async function fileAnswer(departureId: number, id: string | undefined): Promise<Response> {
  const found = /^\d{1,15}$/.test(id ?? '') ? await tripFileOf(departureId, Number(id)) : null
  if (!found) throw new Response(null, { status: 404 })
  const { file, type, bytes } = found
  const name = `${file.title.replace(/[^\w .-]+/g, ' ').trim() || 'file'}.${file.ending}`
  return new Response(bytes, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `inline; filename="${name}"; filename*=UTF-8''${encodeURIComponent(`${file.title}.${file.ending}`)}`,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** The photograph as a browser shows it; throws 404 where there is none. */
export function photoAnswer(bytes: Buffer<ArrayBuffer> | null): Response {
  if (!bytes) throw new Response(null, { status: 404 })
  return new Response(bytes, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'private, max-age=3600',
      'X-Robots-Tag': 'noindex',
    },
  })
}
