import { z } from 'zod'

/** Of a form that edits a row: what the row said when the form was opened (opened-version.server.ts). Empty for a new one. */
export const openedVersion = () => z.string().max(64).optional()
