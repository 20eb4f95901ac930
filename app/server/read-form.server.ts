import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'

/** The largest form that a page takes, uploads apart. */
export const FORM_BYTES_AT_MOST = 100_000

/**
 * Reads the named fields of a posted form, each once. Whatever else was sent is dropped before a parser sees
 * it: a name such as `x[60000000]` would become an array of that length. Throws a Response as `postedForm`
 * does.
 */
export const readForm = async (request: Request, fields: readonly string[]): Promise<FormData> =>
  namedFields(await postedForm(request), fields)

/**
 * The whole form of a POST. Throws a Response that says why for other methods (405), other bodies than a
 * form's (415) and broken ones (400).
 */
export async function postedForm(request: Request): Promise<FormData> {
  onlyPost(request)
  const contentType = request.headers.get('Content-Type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType)) {
    throw new Response('Please send a form', { status: 415 })
  }
  return request.formData().catch(() => {
    throw new Response('The form could not be read', { status: 400 })
  })
}

export function onlyPost({ method }: Request): void {
  if (method === 'POST') return
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } })
}

/** Conform's mark on what it sends. */
export const CONFORM_INTENT = '__intent__'

/**
 * Of conform's intents the only one that a server is asked: the others change lists, as large as a stranger
 * wishes.
 */
const ValidateIntent = z.strictObject({
  type: z.literal('validate'),
  payload: z
    .strictObject({ name: z.string().max(100).optional(), index: z.number().int().optional() })
    .optional(),
})

/**
 * The named text fields, each once. Throws a Response where conform's mark asks for more than a check (400).
 */
export function namedFields(posted: FormData, fields: readonly string[]): FormData {
  const form = new FormData()
  for (const field of fields) {
    const value = posted.get(field)
    if (typeof value !== 'string') continue
    if (field === CONFORM_INTENT && !asksForCheck(value)) {
      throw new Response('The form could not be read', { status: 400 })
    }
    form.set(field, value)
  }
  return form
}

function asksForCheck(intent: string): boolean {
  try {
    return ValidateIntent.safeParse(JSON.parse(intent)).success
  } catch {
    return false
  }
}

/**
 * The fields of an admin area form: those of its schema, and conform's mark on what it sends only to have it
 * checked. Such a form is never acted on.
 */
export const fieldsOf = (schema: z.ZodObject): string[] => [CONFORM_INTENT, ...Object.keys(schema.shape)]

/**
 * Reads the fields of an admin area form and checks them by its schema. Throws a Response as `readForm` does.
 */
export const readSubmission = async <Schema extends z.ZodObject>(request: Request, schema: Schema) =>
  parseWithZod(await readForm(request, fieldsOf(schema)), { schema })
