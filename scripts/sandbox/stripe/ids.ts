import { randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new identifier of Stripe's kind: `pi_3…`, `evt_3…`. */
export function newId(prefix: string, length = 24): string {
  return prefix + Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** Stripe dates everything in whole seconds, on the machine's own clock. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
