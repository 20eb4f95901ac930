import { exportOf } from '#app/server/guards/csv-export.server'
import { fileOf, xeroFile } from './journal-files.server'

export const loader = exportOf('journal-xero', ({ query }) => fileOf(query, 'journal-xero', xeroFile))
