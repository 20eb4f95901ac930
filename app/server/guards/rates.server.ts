import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { AppLoadContext } from '@remix-run/node'
import proxyAddr from 'proxy-addr'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import { OPEN_ACTIONS, RATES, type Rate, type Window } from '#app/mail/open-actions'
import { env, isLoopback } from '#app/platform/env.server'
import { keysFor } from '#app/platform/keys.server'
import { answerPlainly, isUnsafe, pathOf, routeOf } from '#app/server/guards/answer'
import { isTourPage } from '#app/tours/tours.server'

type Caller = {
  headers: Record<string, string | string[] | undefined>
  socket: { remoteAddress?: string | undefined }
}

type Before = { onFly: boolean; proxies: typeof env.TRUST_PROXY }

const BEFORE: Before = { onFly: Boolean(env.FLY_APP_NAME), proxies: env.TRUST_PROXY }

/**
 * The visitor's network address, to count by; never logged. A proxy names it in a header that anyone could
 * send: Fly's is trusted only on Fly (rules 8.8), `X-Forwarded-For` only as far as TRUST_PROXY wrote it. For
 * IPv6 the first 64 bits: a household has a whole network to itself.
 */
export function clientAddress(caller: Caller, { onFly, proxies }: Before = BEFORE): string {
  const named = onFly ? caller.headers['fly-client-ip'] : undefined
  const address = (typeof named === 'string' && named.trim()) || addressBehind(proxies, caller)
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(mapped)) return mapped
  return isIPv6(mapped) ? networkOfIpv6(mapped) : 'unknown'
}

/** proxy-addr reads these two parts of a request alone. */
const addressBehind = (proxies: Before['proxies'], caller: Caller): string =>
  (proxies ? proxyAddr(caller as IncomingMessage, proxies) : caller.socket.remoteAddress) ?? ''

function networkOfIpv6(address: string): string {
  const [withoutZone = ''] = address.split('%', 1)
  const [left = '', right] = withoutZone.split('::')
  const first = left ? left.split(':') : []
  const last = right ? right.split(':') : []
  const zeros = right === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** What counts into nothing else. */
const ALONE: Rate[] = ['everything', 'pageViews', 'reading']

/** How addresses with a token begin, the longest first. */
const BEFORE_A_TOKEN = Object.entries(OPEN_ACTIONS)
  .flatMap(([path, { rate }]) =>
    path.includes(':') && path !== '/:journey' ? [{ begin: path.slice(0, path.indexOf(':')), rate }] : [],
  )
  .sort((one, other) => other.begin.length - one.begin.length)

/** By which rate a request is counted (app/mail/open-actions.ts); null for one that is not counted. */
function rateOf(request: IncomingMessage): Rate | null {
  const path = pathOf(request)
  if (!isUnsafe(request.method)) return isOnOwnMachine(request) ? null : 'reading'
  if (OPEN_ACTIONS[path]?.rate === 'signed') return null
  const route = routeOf(path)
  const known =
    OPEN_ACTIONS[isTourPage(route) ? '/:journey' : route] ??
    BEFORE_A_TOKEN.find(({ begin }) => route.startsWith(begin))
  return known && known.rate !== 'signed' ? known.rate : 'everything'
}

/** A demo, a measurement, a test: no stranger reads a site that is at localhost. */
const isOnOwnMachine = (request: IncomingMessage): boolean =>
  AT_LOCALHOST && isLoopback(clientAddress(request))

const AT_LOCALHOST = isLoopback(new URL(env.BASE_URL).host)

/**
 * Counts the requests of each address that the front has not answered, by the machine's clock; the guard is
 * true when it has answered 429. In memory: what the whole site takes in a day is counted in the database.
 */
export function createRates() {
  const own = new Map(Object.entries(RATES).map(([name, windows]) => [name, limiters(windows)]))
  const counted = (rate: Rate) => own.get(rate) ?? []
  return async function overRate(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const rate = rateOf(request)
    if (rate === null) return false
    const counter = counterOf(clientAddress(request))
    try {
      const windows = ALONE.includes(rate) ? counted(rate) : [...counted('everything'), ...counted(rate)]
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

const limiters = (windows: Window[]) =>
  windows.map(({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds }))

function waitWords(seconds: number): string {
  if (seconds <= MINUTE) return 'a moment'
  if (seconds <= HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`
  const hours = Math.round(seconds / HOUR)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/**
 * The counter of an address, one of 65,536, so that many addresses fill no memory. A secret decides which:
 * no one can choose to share one with someone else.
 */
export const counterOf = (address: string): number =>
  createHmac('sha256', SECRET).update(address).digest().readUInt16BE()

const [SECRET = ''] = keysFor('counters of addresses')

const ANSWER_AFTER_MS = 250

/** Does something with an address, known or not, in equal time: how long it takes tells nothing. */
export async function inEqualTime<Done>(command: () => Done): Promise<Done> {
  const over = pause(ANSWER_AFTER_MS)
  const done = command()
  await over
  return done
}

/** The counter of a sender's network; null where a development server did not say. */
export const networkOf = ({ clientAddress }: AppLoadContext): number | null =>
  clientAddress === undefined ? null : counterOf(clientAddress)
