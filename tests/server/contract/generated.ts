import fc from 'fast-check'
import { type JsonSchema, jsonSchemaOf } from '#app/server/contract/document.server'
import type { Operation } from '#app/server/contract/operation'

/** What a stranger may send: huge, odd, nested, at limits, or no date at all. */
const wildText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc.constantFrom('', ' ', '\u0000', '\u202e', '🦁'.repeat(2_500), 'x'.repeat(20_000), '__proto__', 'null'),
  fc.constantFrom('2025-02-30', '9999-99-99', '-1', '0', '1e309', 'NaN', "'; --", '<script>', '%00', '../..'),
  fc.constantFrom('999999999999999.1', '1.1', '0.0', 'TS-000000', '9007199254740993'),
)

const wildNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.001, 1e300, 5e-324, Number.MAX_SAFE_INTEGER, 2 ** 53, -(2 ** 63)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const wild: fc.Arbitrary<unknown> = fc.oneof(
  wildText,
  wildNumber,
  fc.constantFrom(null, true, false, [], {}, [[[[]]]], ['a', 'b']),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constant(JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":1}')),
)

/** What the schema of a field takes, as far as the document says. */
function fits(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fits))
  const type = [schema.type].flat()[0]
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer')
    return fc.integer({
      min: Math.max(Number(schema.minimum ?? 0), -1_000),
      max: Math.min(Number(schema.maximum ?? 1_000), 1_000),
    })
  if (type === 'number') return fc.constantFrom(500, 4_500, 0, 0.5, -1)
  if (type === 'object') return objectOf(schema)
  if (type !== 'string') return wild
  if (schema.format === 'email') return fc.nat(99_999).map((number) => `guest${number}@example.com`)
  const maxLength = Math.min(Number(schema.maxLength ?? 40), 300)
  return fc.string({
    unit: 'grapheme',
    minLength: Math.min(Number(schema.minLength ?? 0), maxLength),
    maxLength,
  })
}

const objectOf = ({ properties = {}, required = [] }: JsonSchema) =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fits(schema)])) as Record<
      string,
      fc.Arbitrary<unknown>
    >,
    { requiredKeys: required },
  )

/** One field of it is something else, one is gone, or one is there that nobody knows. */
const nearly = (whole: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(whole, fc.nat(50), fc.constantFrom('other', 'gone', 'unknown'), wild)
    .map(([body, at, how, value]) => {
      const names = Object.keys(body)
      const name = names[at % Math.max(1, names.length)] ?? 'x'
      if (how === 'unknown') return { ...body, [`x${at}`]: value }
      if (how === 'other') return { ...body, [name]: value }
      return Object.fromEntries(Object.entries(body).filter(([one]) => one !== name))
    })

/** As much of a text as an address may hold: beyond 16 kB Node itself refuses it (431). */
const inAddress = wildText.map((text) => text.slice(0, 1_000))

type Sent = { id: string; query: string; type: string | undefined; body: string | undefined }

/** Requests of a declared call: right ones, nearly right ones, and wild ones. */
export function requestsOf({ query, body, types = ['application/json'], example, method }: Operation) {
  const right = body ? objectOf(jsonSchemaOf(body, 'input')) : fc.constant({})
  const likeExample = fc.constant((example ?? {}) as Record<string, unknown>)
  const json = fc
    .oneof(right, nearly(right), likeExample, nearly(likeExample), wild)
    .map((it) => JSON.stringify(it))
  const words = query ? Object.keys(query.shape) : []
  const sendsBody = method !== 'GET' && (body !== undefined || method === 'POST')
  return fc.record<Sent>({
    id: fc.oneof(fc.constantFrom('1', '2', '0', 'TS-7K2M9Q'), fc.nat(99_999).map(String), inAddress),
    query: queries(words),
    type: fc.constantFrom(...types, ...types, ...types, 'text/html', undefined),
    body: sendsBody ? fc.oneof({ arbitrary: json, weight: 9 }, wildText) : fc.constant(undefined),
  })
}

/** A query of known and unknown words, right and wrong, some of them twice. */
export const queries = (words: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.oneof(
          ...(words.length > 0 ? [fc.constantFrom(...words)] : []),
          fc.constantFrom('x', '__proto__', 'after'),
        ),
        fc.oneof(fc.constantFrom('1', '30', '2025-05-01', '2025-05-31'), inAddress),
      ),
      { maxLength: 3 },
    )
    .map((pairs) => new URLSearchParams(pairs).toString())

/** The fields of a form that a page showed: as they stand there, and changed. */
export const postsOf = (fields: Record<string, string>): fc.Arbitrary<string> => {
  const names = Object.keys(fields)
  const changes = fc.array(
    fc.tuple(fc.constantFrom(...names, 'x[60000000]', '__proto__', '__intent__'), wildText),
    {
      maxLength: 4,
    },
  )
  return changes.map((changed) => {
    const sent = new URLSearchParams(fields)
    for (const [name, value] of changed) sent.set(name, value.slice(0, 30_000))
    return sent.toString()
  })
}
