import { z } from 'zod'
import { env } from '#app/platform/env.server'
import { BRAND } from '#app/platform/words'
import * as admin from './admin-calls'
import * as guests from './guest-calls'
import { type Answer, type Operation, refused, refusedForNow } from './operation'

/** Every call of the site, in the order in which /api shows them. */
export const OPERATIONS: readonly Operation[] = [
  guests.featuredExperiences,
  guests.testimonials,
  guests.subscribeToNewsletter,
  guests.sendInquiry,
  guests.calculateInstallments,
  guests.createPaymentIntent,
  admin.readSession,
  admin.beginSession,
  admin.endSession,
  admin.readFigures,
  admin.listContacts,
  admin.listSubscribers,
  admin.deleteContact,
  admin.readSettings,
  admin.saveSettings,
  admin.listBookings,
  admin.listUsers,
  admin.createUser,
  admin.setPassword,
  admin.deleteUser,
  admin.checkReminders,
  admin.processOverdue,
  admin.makePaymentLink,
  admin.sendReminder,
  guests.completeBooking,
  guests.readBooking,
  guests.hearWebhook,
  guests.openLaterIntent,
  guests.recordView,
  guests.theDocument,
]

/** Addresses that answer JSON and are no calls, and why. */
export const NO_CALLS: Readonly<Record<string, string>> = {
  '/site.webmanifest': 'a file that browsers read, in a format of its own',
  '/admin/campaigns/preview': 'a part of one admin page, which posts its form as it is typed',
  '/admin/departures/{departure}/letters/preview': 'the same of a letter to a departure',
}

let made: ReturnType<typeof make> | null = null

/** OpenAPI 3.1 of all calls, made of the schemas that the calls read with. */
export function apiDocument() {
  made ??= make()
  return made
}

/** What a path answers to every method that is not declared. */
const RULES = `Errors are JSON: a message and, for wrong fields, sentences by field. A method that a path does not
have is answered 405 with Allow, another content type 415, a body that is too large 413, broken JSON and unknown
fields 400. HEAD asks for what GET does. Money is US dollars, instants are UTC.`

function make() {
  const named: Record<string, JsonSchema> = {}
  return {
    openapi: '3.1.0',
    info: {
      title: `${BRAND}: the site’s calls`,
      version: '1',
      description: RULES.replaceAll('\n', ' '),
      license: { name: 'All rights reserved', url: env.BASE_URL },
    },
    servers: [{ url: env.BASE_URL }],
    paths: pathsOf((schema) => reference(schema, named)),
    components: { schemas: named, securitySchemes: SECURITY },
  }
}

type Refer = (schema: z.ZodType) => JsonSchema

function pathsOf(refer: Refer) {
  const paths: Record<string, Record<string, ReturnType<typeof described>>> = {}
  for (const operation of OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described(operation, refer),
    }
  }
  return paths
}

const described = (operation: Operation, refer: Refer) => ({
  operationId: operation.id,
  summary: operation.summary,
  ...(operation.notes && { description: operation.notes }),
  security: SECURED[operation.who],
  parameters: [
    ...parametersIn(operation.path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' } as JsonSchema,
    })),
    ...queryOf(operation),
  ],
  ...(operation.body && {
    requestBody: {
      required: true,
      content: contentOf(jsonSchemaOf(operation.body, 'input'), operation.types, operation.example),
    },
  }),
  responses: Object.fromEntries(
    Object.entries(answersOf(operation)).map(([status, answer]) => [status, responseOf(answer, refer)]),
  ),
})

function queryOf({ query }: Operation) {
  const { properties = {}, required = [] } = query ? jsonSchemaOf(query, 'input') : {}
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description && { description }),
    schema: schema as JsonSchema,
  }))
}

const responseOf = ({ means, schema, wait }: Answer, refer: Refer) => ({
  description: means,
  ...(wait && { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } } }),
  ...(schema && { content: contentOf(refer(schema)) }),
})

const contentOf = (schema: JsonSchema, types: readonly string[] = ['application/json'], example?: unknown) =>
  Object.fromEntries(types.map((type) => [type, { schema, ...(example !== undefined && { example }) }]))

/** A shape with a name stands in the document once. */
function reference(schema: z.ZodType, named: Record<string, JsonSchema>): JsonSchema {
  if (schema instanceof z.ZodArray) {
    return { type: 'array', items: reference(schema.element as z.ZodType, named) }
  }
  const name = z.globalRegistry.get(schema)?.title
  if (!name) return jsonSchemaOf(schema, 'output')
  named[name] ??= jsonSchemaOf(schema, 'output')
  return { $ref: `#/components/schemas/${name}` }
}

const SECURITY = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: env.BASE_URL.startsWith('https:') ? '__Host-staff' : 'staff',
  },
  cronToken: { type: 'http', scheme: 'bearer' },
  signature: { type: 'apiKey', in: 'header', name: 'Stripe-Signature' },
}

const SECURED: Record<Operation['who'], Record<string, string[]>[]> = {
  everybody: [],
  staff: [{ session: [] }],
  'staff-or-cron': [{ session: [] }, { cronToken: [] }],
  stripe: [{ signature: [] }],
}

const SIGN_IN = refused('No one is signed in')
const NOT_YOURS = refused('The role of this account does not have it')
const NOT_READ = refused(
  'What was sent cannot be read: broken JSON, a wrong or missing field, or one that is not known',
)
const TOO_LARGE = refused('The body is too large')
const WRONG_TYPE = refused('The body has another content type')
const FOREIGN = refused('A browser sent it for another site')
const EITHER = refused(`${NOT_YOURS.means}, or a browser sent it for another site`)
const TOO_OFTEN = refusedForNow('Too many of them from this network')
const BUSY = refusedForNow('Nothing can be saved at this moment')

/**
 * All that a call may answer, by status: its own answers, and those of what stands before it
 * (app/server/site.ts).
 */
export function answersOf(operation: Operation): Record<number, Answer> {
  const { method, path, who, isForEachRole, query, body, writes, answers } = operation
  const isGuarded = method !== 'GET' && who !== 'stripe'
  return {
    ...(isGuarded && { 403: FOREIGN, 429: TOO_OFTEN }),
    ...(who.startsWith('staff') && { 401: SIGN_IN }),
    ...(who.startsWith('staff') && !isForEachRole && { 403: isGuarded ? EITHER : NOT_YOURS }),
    ...((query || body || path.includes('{')) && { 400: NOT_READ }),
    ...(body && { 413: TOO_LARGE }),
    ...(body && who !== 'stripe' && { 415: WRONG_TYPE }),
    ...(writes && { 503: BUSY }),
    ...answers,
  } as Record<number, Answer>
}

const NAMES = /\{(\w+)\}/g

/** The names of what varies in a call's path. */
const parametersIn = (path: string): string[] => [...path.matchAll(NAMES)].map(([, name]) => name ?? '')

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
