import { createHmac } from 'node:crypto'
import type { Day } from '#app/days'
import { env } from '#app/env.server'

type Visitor = { address: string; userAgent: string }

/**
 * Tells the visitors of one day apart. Address and browser cannot be read back from it, and the key is another one
 * each day, so that nobody is followed from one day to the next.
 */
export const visitorDigest = ({ address, userAgent }: Visitor, day: Day): string =>
  createHmac('sha256', keyOf(day)).update(`${address}\n${userAgent}`).digest('base64url').slice(0, 22)

const keyOf = (day: Day) =>
  createHmac('sha256', env.sessionSecrets[0] ?? '')
    .update(`page views of ${day}`)
    .digest()
