import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import { keysFor } from '#app/keys.server'
import { answerPlainly, isUnsafe, pathOf, routeOf } from '#app/server/answer'
import { clientAddress } from './client-address'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Window = { points: number; seconds: number }

/**
 * How often one network address may send something, by the machine's clock. A person never meets these. A path
 * that ends in * stands for all that lies under it: somebody who tries cards on a payment link is soon stopped. Short windows
 * stop haste, long ones patience. What is counted alone takes nothing from everything else: whoever floods us with page
 * views can still write. Kept in memory: what the whole site takes in a day is counted in the
 * database.
 */
const RATES: { paths: string[]; windows: Window[]; isAlone?: true }[] = [
  {
    paths: ['/api/create-payment-intent', '/checkout'],
    windows: [
      { points: 60, seconds: 10 * MINUTE },
      { points: 300, seconds: DAY },
    ],
  },
  {
    paths: ['/pay/*'],
    windows: [
      { points: 20, seconds: 10 * MINUTE },
      { points: 100, seconds: DAY },
    ],
  },
  {
    paths: ['/booking/*', '/traveler/*'],
    windows: [
      { points: 60, seconds: 10 * MINUTE },
      { points: 300, seconds: DAY },
    ],
  },
  { paths: ['/my-booking'], windows: messages(50) },
  { paths: ['/api/contact', '/contact', '/'], windows: messages(40) },
  { paths: ['/api/newsletter', '/newsletter'], windows: messages(40) },
  {
    paths: ['/api/page-view'],
    windows: [
      { points: 120, seconds: MINUTE },
      { points: 3_000, seconds: DAY },
    ],
    isAlone: true,
  },
  {
    paths: ['/api/admin/login', '/admin/login', '/admin/login/code', '/admin/forgot'],
    windows: [{ points: 30, seconds: MINUTE }],
  },
]
const EVERYTHING = [{ points: 300, seconds: MINUTE }]
const UNCOUNTED = '/api/stripe/webhook'

/** Counts the unsafe requests of each address; the returned guard is true when it has answered 429. */
export function createRates() {
  const general = limiters(EVERYTHING)
  const byPath = new Map(
    RATES.flatMap((rate) => {
      const own = limiters(rate.windows)
      const shared = rate.isAlone ? own : [...general, ...own]
      return rate.paths.map((path) => [path, shared] as const)
    }),
  )
  return async function overRate(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (!isUnsafe(request.method) || pathOf(request) === UNCOUNTED) return false
    const counter = counterOf(clientAddress(request))
    try {
      const route = routeOf(pathOf(request))
      const windows = byPath.get(route) ?? byPath.get(`/${route.split('/')[1]}/*`) ?? general
      // One after the other: what a short window refuses is not counted in a long one.
      for (const window of windows) await window.consume(counter)
      return false
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      const sentence = `Too many requests from your network. Please wait ${waitWords(seconds)} and try again.`
      answerPlainly(request, response, 429, sentence, { 'Retry-After': String(seconds) })
      return true
    }
  }
}

/** For forms that write a mail: ten in a minute, and so many in a day. */
function messages(aDay: number): Window[] {
  return [
    { points: 10, seconds: MINUTE },
    { points: aDay, seconds: DAY },
  ]
}

const limiters = (windows: Window[]) =>
  windows.map(({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds }))

function waitWords(seconds: number): string {
  if (seconds <= MINUTE) return 'a moment'
  if (seconds <= HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`
  const hours = Math.round(seconds / HOUR)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/**
 * The counter of an address, one of 65,536, so that very many addresses fill no memory. Nobody can choose
 * one that shares a counter with somebody else: where it falls is the site's secret.
 */
export const counterOf = (address: string): number =>
  createHmac('sha256', SECRET).update(address).digest().readUInt16BE()

const [SECRET = ''] = keysFor('counters of addresses')
