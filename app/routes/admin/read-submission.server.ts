import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import { CONFORM_INTENT, readForm } from '#app/routes/read-form.server'

/**
 * The fields of a desk form: those of its schema, and conform's mark on what it sends only to have it checked. Such a
 * form is never acted on.
 */
export const fieldsOf = (schema: z.ZodObject): string[] => [CONFORM_INTENT, ...Object.keys(schema.shape)]

/** Reads the fields of a desk form and checks them by its schema. Throws a Response as `readForm` does. */
export const readSubmission = async <Schema extends z.ZodObject>(request: Request, schema: Schema) =>
  parseWithZod(await readForm(request, fieldsOf(schema)), { schema })
