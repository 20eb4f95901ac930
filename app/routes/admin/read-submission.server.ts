import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import { readForm } from '#app/routes/read-form.server'

/** Conform marks what it sends only to have it checked: such a form is never acted on, so the mark is read too. */
const INTENT = '__intent__'

/** The fields of a desk form: those of its schema, and conform's mark. */
export const fieldsOf = (schema: z.ZodObject): string[] => [INTENT, ...Object.keys(schema.shape)]

/** Reads the fields of a desk form and checks them by its schema. Throws a Response as `readForm` does. */
export const readSubmission = async <Schema extends z.ZodObject>(request: Request, schema: Schema) =>
  parseWithZod(await readForm(request, fieldsOf(schema)), { schema })
