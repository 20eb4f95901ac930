import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { booksOf, type Posted, whyNoBooks } from '#app/money/accounts/months.server'
import { now, today } from '#app/platform/clock.server'
import { exportOf } from '#app/server/guards/csv-export.server'
import type { ExportName } from '#app/staff/exports'
import { journalFile, quickbooksFile, xeroFile } from './journal-files.server'

/** Each file of a month's journal by its own address: `/admin/journal-xero.csv?month=2025-06`. */
export const loader = (args: LoaderFunctionArgs) => {
  const [, name = ''] = /\/(journal[a-z-]*)\.csv$/i.exec(new URL(args.request.url).pathname) ?? []
  return FILES[name.toLowerCase() as keyof typeof FILES](args)
}

const FILES = {
  journal: exportOf('journal', ({ query }) => fileOf(query, 'journal', journalFile)),
  'journal-quickbooks': exportOf('journal-quickbooks', ({ query }) =>
    fileOf(query, 'journal-quickbooks', quickbooksFile),
  ),
  'journal-xero': exportOf('journal-xero', ({ query }) =>
    fileOf(query, 'journal-xero', (entries) => xeroFile(entries, Number(query.get('part') ?? 1))),
  ),
} satisfies Partial<Record<ExportName, unknown>>

/** A month's journal as a file, made by `as`; the page says what is wrong with a month without books. */
function fileOf<Made>(query: URLSearchParams, name: string, as: (entries: Posted[]) => Made) {
  const month = query.get('month') ?? ''
  if (whyNoBooks(month, today())) throw redirect(`/admin/books?${new URLSearchParams({ month })}`)
  const part = query.get('part')
  return {
    ...{ subject: `books:${month}`, fileName: `${name}-${month}${part ? `-part-${Number(part)}` : ''}.csv` },
    ...as(booksOf(month, now()).entries),
  }
}
