import type { ActionFunctionArgs } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import type { z } from 'zod'
import { NOT_CONFIGURED } from '#app/money/payments/refusal-words'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { env } from '#app/platform/env.server'
import { showsToken } from '#app/platform/keys.server'
import type { PageAsked, PageCursor } from '#app/platform/lists/page-cursor'
import { HONEYPOT } from '#app/platform/typed/limits'
import { requireStaffCall } from '#app/server/guards/staff-session.server'
import type { Staff } from '#app/staff/sessions.server'
import type { Operation } from './operation'

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

type SentTo<Call extends Operation> = Call extends { body: infer Body extends z.ZodObject }
  ? z.output<Body>
  : Call extends { query: infer Query extends z.ZodObject }
    ? z.output<Query>
    : undefined
type StaffOf<Call extends Operation> = Call extends { who: 'staff' } ? Staff : Staff | null

type Answered = {
  call: Operation
  /** `staff` is null where no one has to sign in, and for a cron that shows CRON_TOKEN. */
  respond: (args: ActionFunctionArgs, staff: Staff | null) => Promise<Response>
  /** Throws 403 where the right of the call is not enough. */
  guard?: (args: ActionFunctionArgs, staff: Staff | null) => Promise<void>
}

/** Answers a call whose body and query fit its declaration; `trapped`, a body whose honeypot is filled. */
export const answer = <Call extends Operation>(
  call: Call,
  respond: (
    asked: ActionFunctionArgs & { sent: SentTo<Call>; staff: StaffOf<Call> },
  ) => Response | Promise<Response>,
  trapped?: () => Response,
): Answered => ({
  call,
  async respond(args, staff) {
    const read = await readSent(args.request, call, trapped)
    if ('refused' in read) return read.refused
    // The two types follow from the declaration, by which both have been checked.
    return respond({ ...args, sent: read.sent as SentTo<Call>, staff: staff as StaffOf<Call> })
  },
})

async function readSent(
  request: Request,
  { body, query }: Operation,
  trapped?: () => Response,
): Promise<{ sent: unknown } | Refused> {
  if (body) {
    const json = await readJson(request)
    if ('refused' in json) return json
    return trapped && json.body[HONEYPOT] ? { refused: trapped() } : checked(body, json.body)
  }
  // Of a word that stands there twice, the first.
  const { searchParams } = new URL(request.url)
  const names = [...searchParams.keys()]
  return query
    ? checked(query, Object.fromEntries(names.map((name) => [name, searchParams.get(name)])))
    : { sent: undefined }
}

/**
 * Loader and action of a module that answers calls, by their declared paths and methods. Checks who asks, the
 * method, whether Stripe is configured, then what was sent. Throws 401 and 403 as `requireStaffCall` does.
 */
export function answering(...answered: Answered[]) {
  const routes = answered.map((one) => ({ ...one, path: one.call.path.replaceAll(/\{(\w+)\}/g, ':$1') }))
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const { request } = args
    const path = matchRoutes(routes, new URL(request.url))?.[0]?.route.path
    const here = routes.filter((route) => route.path === path)
    const methods: string[] = here.map(({ call }) => call.method)
    const asked = here[methods.indexOf(request.method === 'HEAD' ? 'GET' : request.method)]
    const one = asked ?? here[0]
    if (!one) return refuse(404, 'Not found')
    const { call, guard } = one
    const isByCron =
      call.who === 'staff-or-cron' &&
      env.CRON_TOKEN &&
      showsToken(request.headers.get('Authorization'), env.CRON_TOKEN)
    const staff = call.right && !isByCron ? await requireStaffCall(request, call.right) : null
    await guard?.(args, staff)
    if (!asked) return refuse(405, 'Method not allowed', undefined, { Allow: methods.join(', ') })
    if (call.needsStripe && !stripeConfigured()) return refuse(503, NOT_CONFIGURED)
    return asked.respond(args, staff)
  }
}

/** Checks by a schema what was sent, or answers what is wrong with it, field by field. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): { sent: z.output<Schema> } | Refused {
  const read = schema.safeParse(sent)
  return read.success ? { sent: read.data } : { refused: refuseFields(fieldErrors(read.error)) }
}

/** The place as the lists read it. */
export const pageFrom = (cursor: PageCursor | null): PageAsked =>
  cursor ? { from: 'after', cursor } : { from: 'start' }

/** The list as an array; the address of its next page in the Link header (rules 7.6). No one keeps a copy. */
export function answerList(
  { path }: Operation,
  rows: unknown[],
  limit: number,
  next: string | null,
): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (next) {
    const query = new URLSearchParams({ limit: String(limit), after: next })
    headers.set('Link', `<${env.BASE_URL}${path}?${query}>; rel="next"`)
  }
  return Response.json(rows, { headers })
}
