import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { apiDocument, type JsonSchema } from '#app/server/contract/document.server'
import { Badge } from '#app/ui/badge'
import { TextLink } from '#app/ui/link'
import { unlistedHead } from '#app/ui/page-head'
import { PageHeading, Panel } from '#app/ui/panel'

/** The document of the calls, for people. */
export const loader = (_: LoaderFunctionArgs) => ({
  rules: apiDocument().info.description,
  calls: callViews(apiDocument()),
})

export const meta = unlistedHead(
  '/api',
  'The site’s calls',
  'What programs can ask this site for, and what it answers.',
)

export default function CallsPage() {
  const { rules, calls } = useLoaderData<typeof loader>()
  return (
    <div className="wrap pb-20">
      <PageHeading title="The site’s calls" lead={rules}>
        <p className="mt-4">
          The same for programs, as OpenAPI 3.1:{' '}
          <TextLink to="/api/openapi.json" reloadDocument>
            openapi.json
          </TextLink>
        </p>
      </PageHeading>
      <nav aria-label="Calls" className="mb-10">
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {calls.map(({ id, method, path }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-block min-h-6 py-1 font-mono text-xs wrap-anywhere underline"
              >
                {method} {path}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-6">
        {calls.map((call) => (
          <Call key={call.id} call={call} />
        ))}
      </div>
    </div>
  )
}

const Call = ({ call }: { call: CallView }) => (
  <Panel as="section" className="min-w-0 p-5 sm:p-8">
    <h2 id={call.id} className="type-h3 scroll-mt-28">
      {call.summary}
    </h2>
    <p className="mt-3 font-mono text-sm wrap-anywhere">
      <strong>{call.method}</strong> {call.path}
    </p>
    <p className="mt-3 text-sm text-ink-soft">
      <Badge tone="info">{call.who}</Badge> {call.notes}
    </p>
    <Fields title="In the address" fields={call.parameters} />
    <Fields title="Body" fields={call.fields} />
    {call.example && <Code title="Example" text={call.example} />}
    <h3 className="mt-6 font-semibold">Answers</h3>
    <dl className="mt-2 grid gap-2">
      {call.answers.map(({ status, means, shape }) => (
        <div key={status} className="grid gap-x-4 sm:grid-cols-[3rem_1fr]">
          <dt className="font-mono font-semibold">{status}</dt>
          <dd>
            {means}
            {shape && <span className="block font-mono text-xs text-ink-soft wrap-anywhere">{shape}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </Panel>
)

function Fields({ title, fields }: { title: string; fields: CallView['fields'] }) {
  if (fields.length === 0) return null
  return (
    <>
      <h3 className="mt-6 font-semibold">{title}</h3>
      <dl className="mt-2 grid gap-2">
        {fields.map(({ name, isNeeded, says }) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[16rem_1fr]">
            <dt className="font-mono text-sm wrap-anywhere">{name}</dt>
            <dd className="text-sm">
              {isNeeded ? '' : 'May be left out. '}
              {says}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const Code = ({ title, text }: { title: string; text: string }) => (
  <>
    <h3 className="mt-6 font-semibold">{title}</h3>
    <pre className="mt-2 rounded-field bg-cream p-4 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
      {text}
    </pre>
  </>
)

type Document = ReturnType<typeof apiDocument>
type Described = NonNullable<NonNullable<Document['paths'][string]>[string]>
type FieldView = { name: string; isNeeded: boolean; says: string }

type CallView = ReturnType<typeof shown>

/** The document's calls, laid out for the page. */
const callViews = ({ paths, components }: Document): CallView[] =>
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
      ({ name, required, schema, ...rest }): FieldView => ({
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
function fieldsOf({ properties = {}, required = [] }: JsonSchema, above = ''): FieldView[] {
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
