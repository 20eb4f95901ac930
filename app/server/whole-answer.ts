import type { OutgoingHttpHeaders } from 'node:http'
import { Writable } from 'node:stream'
import type { AppLoadContext } from '@remix-run/node'
import type { Response } from 'express'

export type Whole = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

/** Takes down Remix's answer in one piece, so that it is packed once and its length is known. */
export class WholeAnswer extends Writable {
  statusMessage = ''
  #status = 200
  #headers: Record<string, string | string[]> = {}
  #parts: Buffer[] = []

  constructor(
    readonly locals: AppLoadContext,
    private readonly done: (answer: Whole) => void,
  ) {
    super()
    // Remix throws what went wrong as well; unheard, the event would end the process.
    this.on('error', () => undefined)
  }

  /** What @remix-run/express calls a response; the cast holds because it uses only the methods below. */
  asResponse(): Response {
    return this as unknown as Response
  }

  status(code: number): this {
    this.#status = code
    return this
  }

  append(name: string, value: string): this {
    const before = this.#headers[name]
    this.#headers[name] = before === undefined ? value : [before, value].flat()
    return this
  }

  flushHeaders(): void {}

  override _write(part: Buffer, _encoding: BufferEncoding, next: () => void): void {
    this.#parts.push(part)
    next()
  }

  override _final(next: () => void): void {
    next()
    this.done({ status: this.#status, headers: this.#headers, body: Buffer.concat(this.#parts) })
  }
}
