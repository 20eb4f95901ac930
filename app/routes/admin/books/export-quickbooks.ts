import { exportOf } from '#app/server/guards/csv-export.server'
import { fileOf, quickbooksFile } from './journal-files.server'

export const loader = exportOf('journal-quickbooks', ({ query }) =>
  fileOf(query, 'journal-quickbooks', quickbooksFile),
)
