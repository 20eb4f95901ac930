import type { apiDocument } from '#app/server/contract/document.server'
import type { JsonSchema } from '#app/server/contract/operation'

type Document = ReturnType<typeof apiDocument>
type Described = NonNullable<NonNullable<Document['paths'][string]>[string]>
type FieldShown = { name: string; isNeeded: boolean; says: string }

export type CallShown = ReturnType<typeof shown>

/** The document's calls, laid out for the page. */
export const callsShown = ({ paths, components }: Document): CallShown[] =>
  Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => shown(path, method, call, components.schemas)),
  )

function shown(path: string, method: string, call: Described, named: Record<string, JsonSchema>) {
  const body = Object.values(call.requestBody?.content ?? {})[0]
  return {
    id: call.operationId,
    method: method.toUpperCase(),
    path,
    summary: call.summary,
    notes: call.description ?? '',
    who: call.security.length === 0 ? 'For everybody' : WHO[Object.keys(call.security.at(-1) ?? {})[0] ?? ''],
    parameters: call.parameters.map(
      ({ name, required, schema, ...rest }): FieldShown => ({
        name,
        isNeeded: required,
        says: words({ ...schema, ...('description' in rest && { description: String(rest.description) }) }),
      }),
    ),
    fields: body ? fieldsOf(body.schema) : [],
    example: body?.example === undefined ? '' : JSON.stringify(body.example, null, 2),
    answers: Object.entries(call.responses).map(([status, answer]) => ({
      status,
      means: answer.description,
      shape: shapeOf(Object.values(answer.content ?? {})[0]?.schema, named),
    })),
  }
}

const WHO: Record<string, string> = {
  session: 'For staff',
  cronToken: 'For staff, or with the cron token',
  signature: 'For Stripe, by its signature',
}

/** Each field, and those inside another by their way. */
function fieldsOf({ properties = {}, required = [] }: JsonSchema, above = ''): FieldShown[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    { name: above + name, isNeeded: required.includes(name), says: words(schema) },
    ...fieldsOf(schema, `${above}${name}.`),
  ])
}

function words(schema: JsonSchema): string {
  const { type, enum: choices, const: only, minLength, maxLength, minimum, maximum, description } = schema
  const parts = [
    choices ? choices.map((choice) => JSON.stringify(choice)).join(' or ') : [type].flat().join(' or '),
    only !== undefined && JSON.stringify(only),
    schema.format,
    schema.default !== undefined && `usually ${JSON.stringify(schema.default)}`,
    range(minLength, maxLength, ' characters'),
    type === 'integer' && range(minimum, maximum, ''),
  ]
  return [parts.filter(Boolean).join(', '), description].filter(Boolean).join('. ')
}

const range = (least: unknown, most: unknown, unit: string) => {
  if (most === undefined) return least === undefined ? '' : `at least ${least}${unit}`
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`
}

/** An answer in one line: its name and its fields. */
function shapeOf(schema: JsonSchema | undefined, named: Record<string, JsonSchema>): string {
  if (!schema) return ''
  if (schema.items) return `list of ${shapeOf(schema.items, named)}`
  const name = typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? '') : ''
  const fields = Object.keys((named[name] ?? schema).properties ?? {})
  return `{ ${fields.join(', ')} }`
}
