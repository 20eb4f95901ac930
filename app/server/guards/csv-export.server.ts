import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { stringify } from 'csv-stringify/sync'
import { now } from '#app/platform/clock.server'
import { type AuditEntry, type By, byStaff, recordAct } from '#app/staff/audit-log.server'
import { EXPORTS, type ExportName } from '#app/staff/exports'
import type { Staff } from '#app/staff/sessions.server'
import { requireStaff } from './staff-session.server'

type Cell = string | number | null

type File<Row> = {
  fileName: string
  columns: readonly { header: string; cell: (row: Row) => Cell }[]
  portions: Iterable<Row[]>
  /** Spreadsheets know UTF-8 by the mark at the beginning; not in what another program imports. */
  hasMark?: boolean
}
type EventOf<Name extends ExportName> = (typeof EXPORTS)[Name]['event']
type Asked = { request: Request; query: URLSearchParams; staff: Staff }

/** The loader of a file of EXPORTS. Who took what is in the audit log before the first row is read. */
export const exportOf =
  <Name extends ExportName, Row>(
    name: Name,
    fileOf: (asked: Asked) => File<Row> & Omit<AuditEntry<EventOf<Name>>, 'action' | keyof By>,
  ) =>
  async ({ request }: LoaderFunctionArgs): Promise<Response> => {
    const { right, event } = EXPORTS[name]
    const staff = await requireStaff(request, right)
    const { subject, detail, ...file } = fileOf({ request, query: new URL(request.url).searchParams, staff })
    recordAct(now(), { ...byStaff(staff), action: event, subject, detail } as AuditEntry)
    return csvAnswer(file)
  }

/**
 * A CSV file for a spreadsheet: UTF-8 with a BOM, no cell that would be a formula, whatever the separator.
 * Portions are written one at a time, with others being served in between.
 */
async function csvAnswer<Row>({ fileName, ...file }: File<Row>): Promise<Response> {
  const parts: string[] = []
  for (const part of csvParts(file)) {
    parts.push(part)
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

/** The text of such a file, its heading first. */
export function* csvParts<Row>({
  columns,
  portions,
  hasMark = true,
}: Omit<File<Row>, 'fileName'>): Generator<string> {
  yield `${hasMark ? '\uFEFF' : ''}${stringify([columns.map(({ header }) => header)])}`
  for (const rows of portions)
    yield stringify(rows.map((row) => columns.map(({ cell }) => harmless(cell(row)))))
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** A spreadsheet that splits at ';' or tabs reads our quotes as letters: a cell begins after each. */
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
