/**
 * One field of a multipart form: a file where `isFile`. Its bytes must be read to their end, or nothing more
 * of the form.
 */
type FormPart = { name: string; isFile: boolean; data: AsyncIterable<Buffer> }

const HEAD_AT_MOST = 16_000
const HEAD_ENDS = Buffer.from('\r\n\r\n')

/** A form that does not follow RFC 7578, or ends too early. */
export class BrokenForm extends Error {}

/**
 * The parts of a multipart form as they arrive, so that a large file never is in memory as a whole. Remix's
 * own parser keeps what is not read, and takes no file name with a semicolon.
 */
export async function* formParts(
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
