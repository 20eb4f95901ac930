import { z } from 'zod'
import { env } from '#app/platform/env.server'
import { BRAND } from '#app/platform/words'
import * as accounts from './account-calls'
import * as admin from './admin-calls'
import * as bookings from './booking-calls'
import { type Answer, answersOf, type Operation } from './operation'
import * as site from './site-calls'

/** Every call of the site, in the order in which /api shows them. */
export const OPERATIONS: readonly Operation[] = [
  site.featuredExperiences,
  site.testimonials,
  site.subscribeToNewsletter,
  site.sendInquiry,
  bookings.calculateInstallments,
  bookings.createPaymentIntent,
  accounts.readSession,
  accounts.beginSession,
  accounts.endSession,
  admin.readFigures,
  admin.listContacts,
  admin.listSubscribers,
  admin.deleteContact,
  admin.readSettings,
  admin.saveSettings,
  admin.listBookings,
  accounts.listUsers,
  accounts.createUser,
  accounts.setPassword,
  accounts.deleteUser,
  admin.checkReminders,
  admin.processOverdue,
  admin.makePaymentLink,
  admin.sendReminder,
  bookings.completeBooking,
  bookings.readBooking,
  bookings.hearWebhook,
  bookings.openLaterIntent,
  site.recordView,
  site.theDocument,
]

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
