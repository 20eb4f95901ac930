import { createHash } from 'node:crypto'

/** Others book while a dialog is open: how full a departure is changes nothing of what it comes to. */
const inPassing = (name: string, value: unknown) => (name === 'seatsLeft' ? undefined : value)

/** What a dialog showed, in a few characters, which its form posts: another sum or day is another quote. */
export const digestOf = (quote: unknown): string =>
  createHash('sha256').update(JSON.stringify(quote, inPassing)).digest('base64url').slice(0, 22)

/** A quote as a screen shows it, with what its form posts of it. */
export const asShown = <Quote extends object>(quote: Quote) => ({ ...quote, quoted: digestOf(quote) })

export type Shown<Quote> = Quote & { quoted: string }
