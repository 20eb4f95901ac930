import type { z } from 'zod'
import { env } from '#app/platform/env.server'
import type { PageCursor, RequestedPage } from '#app/platform/lists/page-cursor'
import type { LIST, Operation } from './operation'

type FieldErrors = Record<string, string[]>

/** An error of the JSON API: `{ message, errors? }` (rules 7.4). */
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

/**
 * Answers 405 to every method but those of these calls; HEAD asks for what GET does, so Allow need not say
 * it.
 */
export function onlyDeclared(request: Request, ...operations: Operation[]) {
  const methods: string[] = operations.map(({ method }) => method)
  return request.method === 'HEAD' && methods.includes('GET') ? null : onlyMethods(request, ...methods)
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
  const errors = new Map<string, string[]>()
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, UNKNOWN_SHOWN)) errors.set(key.slice(0, KEY_SHOWN), [UNKNOWN])
      continue
    }
    const field = String(issue.path.at(-1) ?? 'body')
    errors.set(field, [...(errors.get(field) ?? []), issue.message])
  }
  return Object.fromEntries(errors)
}

const UNKNOWN = 'This field is not known'
/** What a stranger made up is not sent back whole. */
const UNKNOWN_SHOWN = 10
const KEY_SHOWN = 100

/** 400 with the first message and all of them by field. */
export const refuseFields = (errors: FieldErrors) =>
  refuse(400, Object.values(errors)[0]?.[0] ?? 'Please check what you sent', errors)

type Refused = { refused: Response }
type Reads<Part extends 'body' | 'query', Schema extends z.ZodObject> = Operation & Record<Part, Schema>

/** Checks by a call's declaration what was sent to it, or answers what is wrong with it, field by field. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): { sent: z.output<Schema> } | Refused {
  const read = schema.safeParse(sent)
  return read.success ? { sent: read.data } : { refused: refuseFields(fieldErrors(read.error)) }
}

/** Reads the body of a declared call, or answers what is wrong with it; `others` share its path. */
export async function readCall<Body extends z.ZodObject>(
  request: Request,
  operation: Reads<'body', Body>,
  ...others: Operation[]
): Promise<{ sent: z.output<Body> } | Refused> {
  const wrongMethod = onlyDeclared(request, ...others, operation)
  if (wrongMethod) return { refused: wrongMethod }
  const json = await readJson(request)
  return 'refused' in json ? json : checked(operation.body, json.body)
}

/** Reads the query of a declared call: of a word that stands there twice, the first. */
export function readQuery<Query extends z.ZodObject>(
  request: Request,
  operation: Reads<'query', Query>,
): { sent: z.output<Query> } | Refused {
  const { searchParams } = new URL(request.url)
  return checked(
    operation.query,
    Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.get(name)])),
  )
}

type RequestedList = { limit: number; cursor: PageCursor | null }
type ListCall = Operation & { query: typeof LIST }

/** Reads which page of a list is asked for, or answers what is wrong with that; `others` share its path. */
export function readListCall(
  request: Request,
  list: ListCall,
  ...others: Operation[]
): RequestedList | { refused: Response } {
  const wrongMethod = onlyDeclared(request, list, ...others)
  if (wrongMethod) return { refused: wrongMethod }
  const query = readQuery(request, list)
  return 'refused' in query ? query : { limit: query.sent.limit, cursor: query.sent.after }
}

/** The place as the lists read it. */
export const pageFrom = (cursor: PageCursor | null): RequestedPage =>
  cursor ? { from: 'after', cursor } : { from: 'start' }

/** The list as an array; the address of its next page in the Link header (rules 7.6). No one keeps a copy. */
export function answerList(path: string, rows: unknown[], limit: number, next: string | null): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (next) {
    const query = new URLSearchParams({ limit: String(limit), after: next })
    headers.set('Link', `<${env.BASE_URL}${path}?${query}>; rel="next"`)
  }
  return Response.json(rows, { headers })
}
