import { createHmac } from 'node:crypto'
import { env } from './env.server'

/**
 * The keys for one purpose, made of each SESSION_SECRET: the first signs, all are believed. What was signed for one
 * purpose is worth nothing for another.
 */
export const keysFor = (purpose: string): string[] =>
  env.sessionSecrets.map((secret) => createHmac('sha256', secret).update(purpose).digest('base64url'))

/** A digest that nobody can make or guess without the first secret, for one purpose. */
export function keyedDigest(purpose: string): (text: string) => string {
  const [key = ''] = keysFor(purpose)
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}
