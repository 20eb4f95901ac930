import { exportOf } from '#app/server/guards/csv-export.server'
import { fileOf, journalFile } from './journal-files.server'

export const loader = exportOf('journal', ({ query }) => fileOf(query, 'journal', journalFile))
