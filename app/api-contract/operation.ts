import { z } from 'zod'
import { Failure } from './shapes'

/** Everybody; a signed-in member of staff; that, or a cron that shows CRON_TOKEN; Stripe, by its signature. */
type Who = 'everybody' | 'staff' | 'staff-or-cron' | 'stripe'

/** Declared once a call: the route reads with it, the document at /api/openapi.json is made of it, tests drive it. */
export type Operation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for what varies. */
  path: string
  summary: string
  notes?: string
  who: Who
  query?: z.ZodObject
  body?: z.ZodObject
  /** What a body may be sent as, where that is not JSON alone. */
  types?: readonly string[]
  example?: unknown
  /** What it writes can fail while the database is locked or the disk is full: 503. */
  writes?: boolean
  /** Its own answers by status; those that others give as well are added by `answersOf`. */
  answers: Record<number, Answer>
}

/** `schema` is absent where an answer has no body. */
export type Answer = { means: string; schema?: z.ZodType; wait?: boolean }

export const declare = <const Declared extends Operation>(operation: Declared) => operation

const SIGN_IN: Answer = { means: 'Nobody is signed in', schema: Failure }
const NOT_READ: Answer = {
  means: 'What was sent cannot be read: broken JSON, a wrong or missing field, or one that is not known',
  schema: Failure,
}
const TOO_LARGE: Answer = { means: 'The body is too large', schema: Failure }
const WRONG_TYPE: Answer = { means: 'The body has another content type', schema: Failure }
const FOREIGN: Answer = { means: 'A browser sent it for another site', schema: Failure }
const TOO_OFTEN: Answer = { means: 'Too many of them from this network', schema: Failure, wait: true }
const BUSY: Answer = { means: 'Nothing can be saved at this moment', schema: Failure, wait: true }

/** All that a call may answer, by status: its own answers, and those of what stands before it (app/server/site.ts). */
export function answersOf(operation: Operation): Record<number, Answer> {
  const { method, path, who, query, body, writes, answers } = operation
  const isGuarded = method !== 'GET' && who !== 'stripe'
  return {
    ...(who.startsWith('staff') && { 401: SIGN_IN }),
    ...((query || body || path.includes('{')) && { 400: NOT_READ }),
    ...(body && { 413: TOO_LARGE }),
    ...(body && who !== 'stripe' && { 415: WRONG_TYPE }),
    ...(isGuarded && { 403: FOREIGN, 429: TOO_OFTEN }),
    ...(writes && { 503: BUSY }),
    ...answers,
  } as Record<number, Answer>
}

const NAMES = /\{(\w+)\}/g

/** The names of what varies in a call's path. */
export const parametersIn = (path: string): string[] =>
  [...path.matchAll(NAMES)].map(([, name]) => name ?? '')

/** A schema as the document has it: what is sent, or what comes back. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => addLimits(zodSchema, jsonSchema),
  })
  return made as JsonSchema
}

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  description?: string
  [keyword: string]: unknown
}

/** A text that is trimmed first, and looked at then, has the limits of what is looked at. */
function addLimits(schema: z.core.$ZodType, made: z.core.JSONSchema.BaseSchema): void {
  const { def } = schema._zod
  // zod's own name for a pattern, and none of JSON Schema's formats.
  if (made.format === 'starts_with') delete made.format
  if (def.type !== 'pipe' || made.type !== 'string') return
  const { out } = def as z.core.$ZodPipeDef
  const looked = out._zod.def.type === 'transform' ? null : jsonSchemaOf(out as z.ZodType, 'input')
  if (looked?.type === 'string') Object.assign(made, { ...looked, ...made })
}
