import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { z } from 'zod'
import type { ChangedSince } from '#app/platform/lists/row-versions.server'
import { namesOf } from '#app/platform/typed/fields'

/** The largest form that a page takes, uploads apart. */
export const FORM_BYTES_AT_MOST = 100_000

/** A form of which these fields were read: asking it for another one does not compile. */
export interface NamedForm<Name extends string> extends FormData {
  get: (name: Name) => string | null
  has: (name: Name) => boolean
}

/**
 * Reads the named fields of a posted form, each once. Others are dropped before parsing: a name such as
 * `x[60000000]` would become an array of that length. Throws a Response as `postedForm` does.
 */
export const readForm = async <Name extends string>(request: Request, fields: readonly Name[]) =>
  namedFields(await postedForm(request), fields)

/** Reads a form with one file: the named fields once each, and nothing else (as readForm). */
export async function readUpload<Name extends string>(
  request: Request,
  fields: readonly Name[],
  fileField: string,
) {
  const posted = await postedForm(request)
  const sent = posted.get(fileField)
  const file = sent instanceof File ? sent : null
  const form = namedFields(posted, fields)
  if (file) form.append(fileField, file)
  return { form, file }
}

/** Said of a form that none of our pages sends, or that arrived broken. */
export const FORM_UNREADABLE = 'The form could not be read. Please reload the page and try again.'

/** The whole form of a POST. Throws a Response: 405, 415 for another content type, 400 if broken. */
export async function postedForm(request: Request): Promise<FormData> {
  onlyPost(request)
  const contentType = request.headers.get('Content-Type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType)) {
    throw new Response('Please send a form', { status: 415 })
  }
  return request.formData().catch(() => {
    throw new Response(FORM_UNREADABLE, { status: 400 })
  })
}

export function onlyPost({ method }: Request): void {
  if (method === 'POST') return
  throw new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } })
}

/** Conform's mark on what it sends. */
export const CONFORM_INTENT = '__intent__' as const

/** The only one of conform's intents that a server gets: the others change lists, to any length. */
const ValidateIntent = z.strictObject({
  type: z.literal('validate'),
  payload: z
    .strictObject({ name: z.string().max(100).optional(), index: z.number().int().optional() })
    .optional(),
})

/** The named text fields, each once. Throws 400 where conform's mark asks for more than validation. */
export function namedFields<Name extends string>(posted: FormData, fields: readonly Name[]): NamedForm<Name> {
  const form = new FormData()
  for (const field of fields) {
    const value = posted.get(field)
    if (typeof value !== 'string') continue
    if (field === CONFORM_INTENT && !asksForCheck(value)) {
      throw new Response(FORM_UNREADABLE, { status: 400 })
    }
    form.set(field, value)
  }
  return form as NamedForm<Name>
}

function asksForCheck(intent: string): boolean {
  try {
    return ValidateIntent.safeParse(JSON.parse(intent)).success
  } catch {
    return false
  }
}

/** Fields of the schema, and conform's mark on a form sent only to be validated, never acted on. */
export const fieldsOf = <Schema extends z.ZodObject>(schema: Schema) => [
  CONFORM_INTENT,
  ...namesOf(schema.shape as Schema['shape']),
]

export type NamesRead<Typed> = Typed extends unknown ? keyof Typed & string : never

/** What a form says by its schema. A form of which a field of the schema was not read does not compile. */
export const parseForm = <Schema extends z.ZodType>(
  form: NamedForm<NamesRead<z.input<Schema>>>,
  schema: Schema,
) => parseWithZod(form, { schema })

/** Reads the fields of an admin form and parses them by its schema. Throws a Response as `readForm` does. */
export const readSubmission = async <Schema extends z.ZodObject>(request: Request, schema: Schema) =>
  parseWithZod(await readForm(request, fieldsOf(schema)), { schema })

export type Values = Record<string, unknown>
export type Labels<Stored> = { [Field in keyof Stored]: string }
export type Say<Stored> = { [Field in keyof Stored]?: (value: Stored[Field]) => string }

/**
 * The form again, with all that was typed and, beside it, what someone else saved in the meantime; saved once
 * more, it replaces that. `say` puts into words what a field does not show as it is stored.
 */
export function answerChangedSince<Stored extends Values>(
  submission: Submission<Values, string[], unknown>,
  typed: Stored,
  { stored, version }: ChangedSince<Stored>,
  labels: Labels<Stored>,
  say: Say<Stored> = {},
) {
  const savedSince = (Object.keys(stored) as (keyof Stored)[])
    .filter((field) => stored[field] !== typed[field])
    .map((field) => `${labels[field]}: ${say[field]?.(stored[field]) ?? (stored[field] || 'nothing')}`)
  const reply = submission.reply({ formErrors: [SAVED_BY_OTHER] })
  return data({ ...reply, initialValue: { ...reply.initialValue, version }, savedSince }, { status: 409 })
}

export const SAVED_BY_OTHER =
  'Not saved: someone else saved first. Check what they changed above, then save again.'

/** A field of a multipart form, or a file. Read its bytes to the end, or nothing more of the form. */
export type FormPart = { name: string; isFile: boolean; data: AsyncIterable<Buffer> }

const HEAD_AT_MOST = 16_000
const HEAD_ENDS = Buffer.from('\r\n\r\n')

/** A form that does not follow RFC 7578, or ends too early. */
class BrokenForm extends Error {}

/**
 * The parts of a multipart form as they arrive, so that no large file is in memory as a whole. Remix's parser
 * retains what is not read, and takes no file name with a semicolon.
 */
async function* formParts(
  body: AsyncIterable<Uint8Array>,
  contentType: string | null,
): AsyncGenerator<FormPart> {
  const [, quoted, plain] =
    /^multipart\/form-data;\s*boundary=(?:"([^"]+)"|([^;]+))/i.exec(contentType ?? '') ?? []
  const boundary = Buffer.from(`\r\n--${quoted ?? plain?.trim()}`)
  const chunks = body[Symbol.asyncIterator]()
  // The first boundary has no line break before it.
  let rest: Buffer = Buffer.from('\r\n')

  async function more(): Promise<void> {
    const { done, value } = await chunks.next()
    if (done) throw new BrokenForm()
    rest = Buffer.concat([rest, value])
  }

  function take(bytes: number): Buffer {
    const taken = rest.subarray(0, bytes)
    rest = rest.subarray(bytes)
    return taken
  }

  async function* untilBoundary(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = rest.indexOf(boundary)
      // Its beginning may be the end of what is here.
      const whole = at < 0 ? rest.length - boundary.length + 1 : at
      if (whole > 0) yield take(whole)
      if (at >= 0) return void take(boundary.length)
      await more()
    }
  }

  async function head(): Promise<string | null> {
    while (rest.length < 2) await more()
    if (take(2).toString() === '--') return null
    while (!rest.includes(HEAD_ENDS)) {
      if (rest.length > HEAD_AT_MOST) throw new BrokenForm()
      await more()
    }
    const text = take(rest.indexOf(HEAD_ENDS)).toString()
    take(HEAD_ENDS.length)
    return text
  }

  if (quoted === undefined && plain === undefined) throw new BrokenForm()
  await drained(untilBoundary())
  for (let text = await head(); text !== null; text = await head()) {
    const [, name] = /;\s*name="([^"]*)"/i.exec(text) ?? []
    if (name === undefined) throw new BrokenForm()
    const data = untilBoundary()
    yield { name, isFile: /;\s*filename\*?=/i.test(text), data }
    await drained(data)
  }
}

async function drained(data: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of data);
}

/**
 * Reads a form with files as it arrives: the named fields, each once, and each file through `take`, which
 * answers false to stop reading. A form without files may be URL-encoded. Throws a Response for a broken one
 * (400).
 */
export async function readParts<Name extends string>(
  request: Request,
  upload: AsyncIterable<Buffer> | undefined,
  fields: readonly Name[],
  take: (part: FormPart) => Promise<boolean>,
): Promise<NamedForm<Name>> {
  onlyPost(request)
  const form = new FormData()
  const type = request.headers.get('Content-Type')
  const body = upload ?? nothing()
  try {
    if (type?.startsWith('application/x-www-form-urlencoded')) {
      for (const [name, value] of new URLSearchParams(await textOf(body))) form.append(name, value)
      return namedFields(form, fields)
    }
    for await (const part of formParts(body, type)) {
      if (part.isFile && !(await take(part))) break
      if (!part.isFile && fields.some((field) => field === part.name))
        form.set(part.name, await textOf(part.data))
    }
    return namedFields(form, fields)
  } catch (error) {
    if (error instanceof BrokenForm) throw new Response(FORM_UNREADABLE, { status: 400 })
    throw error
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}

const textOf = async (data: AsyncIterable<Buffer>): Promise<string> => {
  const bytes = await bytesOf(data, FORM_BYTES_AT_MOST)
  if (!bytes) throw new BrokenForm()
  return bytes.toString()
}

/** All of a part, or null where it is larger than it may be. */
export async function bytesOf(data: AsyncIterable<Buffer>, atMost: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of data) {
    size += part.length
    if (size > atMost) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
