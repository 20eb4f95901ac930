import type { z } from 'zod'

type FieldErrors = Record<string, string[]>

/** An error of the JSON API: `{ message, errors? }` (decisions §5). */
export const refuse = (
  status: number,
  message: string,
  errors?: FieldErrors,
  headers?: HeadersInit,
): Response => Response.json({ message, ...(errors && { errors }) }, { status, headers })

/** Answers 405 to every method but those named. */
export const onlyMethods = (request: Request, ...methods: string[]) => {
  if (methods.includes(request.method)) return null
  return refuse(405, 'Method not allowed', undefined, { Allow: methods.join(', ') })
}

/** Reads a JSON object from the body, or answers 415 or 400 in a sentence. */
export async function readJson(
  request: Request,
): Promise<{ body: Record<string, unknown> } | { refused: Response }> {
  if (!/^application\/json\b/i.test(request.headers.get('Content-Type') ?? '')) {
    return { refused: refuse(415, 'Please send JSON with the content type application/json') }
  }
  try {
    const body: unknown = await request.json()
    if (body && typeof body === 'object' && !Array.isArray(body)) {
      return { body: body as Record<string, unknown> }
    }
  } catch {
    // Falls through to the same sentence: the body is not a JSON object.
  }
  return { refused: refuse(400, 'The body is not a JSON object') }
}

/** Each field's messages; a field inside customerInfo is called by its own name. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of error.issues) {
    const field = String(path.at(-1) ?? 'body')
    errors[field] = [...(errors[field] ?? []), message]
  }
  return errors
}

/** 400 with the first message and all of them by field. */
export const refuseFields = (errors: FieldErrors) =>
  refuse(400, Object.values(errors)[0]?.[0] ?? 'Please check what you sent', errors)

/** Reads what a call with this method sends, by its schema; answers what is wrong with it otherwise. */
export async function readCall<Schema extends z.ZodType>(
  request: Request,
  method: 'POST' | 'PUT',
  schema: Schema,
): Promise<{ sent: z.output<Schema> } | { refused: Response }> {
  const wrongMethod = onlyMethods(request, method)
  if (wrongMethod) return { refused: wrongMethod }
  const json = await readJson(request)
  if ('refused' in json) return json
  const checked = schema.safeParse(json.body)
  return checked.success ? { sent: checked.data } : { refused: refuseFields(fieldErrors(checked.error)) }
}
