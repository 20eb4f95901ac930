import type { Stripe } from 'stripe'
import { env } from '#app/platform/env.server'
import { log } from '#app/platform/log.server'
import { acquireStripeSlot } from './guest-budget.server'

/** Stripe could not be reached, or did not answer as agreed: try again later. */
export class StripeUnavailable extends Error {
  override name = 'StripeUnavailable'
}

/** A duplicate of this call, with the same idempotency key, is still being answered. */
export class StripeBusy extends StripeUnavailable {
  override name = 'StripeBusy'
}

/** The guests' share of calls to Stripe is used up for now: it was not asked, and nothing was done. */
export class StripeNotAsked extends StripeUnavailable {
  override name = 'StripeNotAsked'
}

/** The card, or the bank account, was declined: Stripe answered, and nothing failed. */
export class Declined extends Error {
  override name = 'Declined'
}

/** Card payments are switched off because a key is missing (rules 2.13). */
export class StripeNotConfigured extends Error {
  override name = 'StripeNotConfigured'
}

export const stripeConfigured = (): boolean => env.stripe !== null

const counted = { answered: 0, refused: 0, failed: 0, 'not-asked': 0 }

/**
 * Calls by outcome, since the process began. Refused: Stripe understood and said no. Not-asked: the guests'
 * share of calls was used up.
 */
export const callsToStripe = (): Readonly<typeof counted> => counted

/** Why Stripe cannot be used: it cannot be reached, or refuses our key. */
export type StripeFailure = 'no-answer' | 'key-refused'

let failure: StripeFailure | null = null

/** Records the last call's failure: null where it was answered, with a yes or a no. */
export function noteAnswer(what: StripeFailure | null): void {
  failure = what
}

/** Why the last call failed; null where it was answered, or none was made. */
export const lastFailure = (): StripeFailure | null => failure

let client: Promise<Stripe> | undefined

/**
 * The SDK, loaded at first use because that takes 200 ms. A visitor waits at most 8 s and one retry.
 * Throws StripeNotConfigured.
 */
export function stripe(): Promise<Stripe> {
  client ??= connect()
  return client
}

async function connect(): Promise<Stripe> {
  const settings = env.stripe
  if (!settings) throw new StripeNotConfigured('Stripe payment system is not configured')
  const { default: StripeSdk } = await import('stripe')
  const { apiBase } = settings
  return new StripeSdk(settings.secretKey, {
    timeout: 8_000,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: hearingClock(StripeSdk.createNodeHttpClient()),
    ...(apiBase && {
      host: apiBase.hostname,
      port: Number(apiBase.port) || (apiBase.protocol === 'https:' ? 443 : 80),
      protocol: apiBase.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** Reads the `Date` of each answer as it comes, or what keeps it from coming. */
function hearingClock<Client extends ReturnType<typeof Stripe.createNodeHttpClient>>(client: Client): Client {
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const askedAt = Date.now()
    const answer = await makeRequest(...request).catch((error: NodeJS.ErrnoException) => {
      hearCertificate(error.code, Date.now())
      throw error
    })
    hearClock(String(answer.getHeaders().date), askedAt, Date.now())
    return answer
  }
  return client
}

type Refusal = { type?: string; code?: string; statusCode?: number; requestId?: string; message?: string }

/** Whether Stripe understood the question and said no, as opposed to failing. */
export const isRefusal = (error: unknown): error is Refusal => {
  const { type, statusCode } = (error ?? {}) as Refusal
  return type === 'StripeInvalidRequestError' && statusCode !== undefined && statusCode < 500
}

/** A decline comes as an error of its own type (402): only where we confirm a payment ourselves. */
const isDecline = (error: unknown): boolean => ((error ?? {}) as Refusal).type === 'StripeCardError'

/**
 * Asks Stripe; whatever is no answer, decline or plain refusal becomes StripeUnavailable. What failed is
 * logged by type and code only: messages may repeat an e-mail address. A guest's command (`forGuest`) waits
 * for its turn. Throws StripeNotAsked where there is none, Declined where Stripe declined.
 */
export async function ask<T>(question: (sdk: Stripe) => Promise<T>): Promise<T> {
  const sdk = await stripe()
  const turn = await acquireStripeSlot()
  if (!turn) {
    counted['not-asked'] += 1
    throw new StripeNotAsked('Too many calls to Stripe at this moment')
  }
  try {
    const answer = await question(sdk)
    counted.answered += 1
    noteAnswer(null)
    return answer
  } catch (error) {
    if (isDecline(error)) {
      counted.answered += 1
      noteAnswer(null)
      throw new Declined(`Declined: ${(error as Refusal).code ?? 'without a code'}`)
    }
    counted[isRefusal(error) ? 'refused' : 'failed'] += 1
    const { type, code, statusCode, requestId } = (error ?? {}) as Refusal
    noteAnswer(failureIn(error))
    if (statusCode !== 404) log.warn({ type, code, statusCode, stripeRequest: requestId }, 'Stripe refused')
    if (isRefusal(error)) throw error
    if (code === 'idempotency_key_in_use' || code === 'lock_timeout')
      throw new StripeBusy(`Stripe is busy: ${code}`)
    throw new StripeUnavailable(`Stripe failed: ${type ?? 'unknown'} ${code ?? statusCode ?? ''}`.trim(), {
      cause: error,
    })
  } finally {
    turn.end()
  }
}

/**
 * What an error says about Stripe itself; null where it answered, if only that a duplicate of this call is
 * under way.
 */
function failureIn(error: unknown): StripeFailure | null {
  const { code, statusCode } = (error ?? {}) as Refusal
  if (isRefusal(error) || code === 'idempotency_key_in_use' || code === 'lock_timeout') return null
  return statusCode === 401 || statusCode === 403 ? 'key-refused' : 'no-answer'
}

/** For calls that have no expected no: a refusal, too, means that Stripe cannot be used now. */
export function refusalIsFailure(error: unknown): never {
  if (isRefusal(error)) throw new StripeUnavailable(`Stripe refused: ${error.code ?? error.statusCode}`)
  throw error
}

/** For questions about one thing: null where Stripe knows no such thing. */
export function missingIsNull(error: unknown): null {
  if (isRefusal(error) && error.statusCode === 404) return null
  throw error
}

const PAGE = 100
const PAGES_AT_MOST = 50

/**
 * All objects of a list at Stripe as `read` gives them, newest first, one page after the other; `isAll` is
 * false where there are more than 5,000, and the oldest were left out. Throws StripeUnavailable.
 */
export async function everyPage<Listed extends { id: string }, Read extends { id: string }>(
  listPage: (sdk: Stripe, page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Listed>>,
  read: (listed: Listed) => Read,
): Promise<{ newestFirst: Read[]; isAll: boolean }> {
  const newestFirst: Read[] = []
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const last = newestFirst.at(-1)
    const { data, has_more } = await ask((sdk) =>
      listPage(sdk, { limit: PAGE, ...(last && { starting_after: last.id }) }),
    )
    newestFirst.push(...data.map(read))
    if (!has_more) return { newestFirst, isAll: true }
  }
  return { newestFirst, isAll: false }
}

/** Whether Stripe answers, and takes our key. */
export async function stripeAnswers(): Promise<boolean> {
  try {
    await ask((sdk) => sdk.balance.retrieve())
    return true
  } catch {
    return false
  }
}

const FRESH_MS = 60_000

/**
 * What Stripe says of the machine's clock now: asked again where its last word is older than a minute. Where
 * it does not answer, its last word stands; null where there has been none, or payments are not configured.
 */
export async function clockByStripe(): Promise<ClockReading | null> {
  if (!stripeConfigured()) return null
  if (ageOfReading() > FRESH_MS) await stripeAnswers()
  return clockAgainstStripe()
}

/** In either direction. Stripe's signatures are refused from five on. */
const CLOCK_MINUTES_AT_MOST = 2
const MINUTE_MS = 60_000

/** Node's codes for a certificate that is out of date by the machine's clock, and in which direction. */
const CERTIFICATES = { CERT_NOT_YET_VALID: 'not yet valid', CERT_HAS_EXPIRED: 'expired' } as const

/**
 * How far the machine's clock is ahead of Stripe's, in milliseconds (behind: below zero); or what it makes of
 * Stripe's certificate, which is how a clock shows that is years off. And when that was heard.
 */
export type ClockReading = (
  | { aheadMs: number }
  | { certificate: (typeof CERTIFICATES)[keyof typeof CERTIFICATES] }
) & { at: Date }

/** Whether the machine's clock is wrong. */
export const isOff = (clock: ClockReading): boolean =>
  'certificate' in clock || Math.abs(clock.aheadMs) > CLOCK_MINUTES_AT_MOST * MINUTE_MS

/** What is wrong with it, in one sentence. */
export function clockTrouble(clock: ClockReading): string {
  if ('certificate' in clock)
    return `By the machine’s clock Stripe’s certificate is ${clock.certificate}: the clock seems to be far ${clock.certificate === 'expired' ? 'ahead' : 'behind'}.`
  const minutes = (Math.abs(clock.aheadMs) / MINUTE_MS).toFixed(1)
  return `The machine’s clock is ${minutes} minutes ${clock.aheadMs > 0 ? 'ahead of' : 'behind'} Stripe’s.`
}

let reading: ClockReading | null = null
let readAt = 0

function read(found: ClockReading): void {
  reading = found
  readAt = performance.now()
}

/** The last reading; null while Stripe has not answered yet. */
export const clockAgainstStripe = (): ClockReading | null => reading

/** If the machine's clock drifts this far from the monotonic one, someone has set it. */
const DRIFT_MS = 5_000

/** How old the last reading is, in milliseconds; infinite where the machine's clock has been set since. */
export function ageOfReading(): number {
  if (!reading) return Number.POSITIVE_INFINITY
  const age = performance.now() - readAt
  const wasSet = Math.abs(Date.now() - reading.at.getTime() - age) > DRIFT_MS
  return wasSet ? Number.POSITIVE_INFINITY : age
}

/** The header has whole seconds, cut off: on average it is half a second behind. */
const CUT_OFF_MS = 500

/**
 * Reads Stripe's `Date` header, against the middle of question and answer (machine's clock, milliseconds).
 */
export function hearClock(date: string | undefined, askedAt: number, answeredAt: number): void {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return
  read({ aheadMs: (askedAt + answeredAt) / 2 - theirs - CUT_OFF_MS, at: new Date(answeredAt) })
}

/** Reads why a call failed: any other reason says nothing about clocks. */
function hearCertificate(code: string | undefined, failedAt: number): void {
  if (code === 'CERT_NOT_YET_VALID' || code === 'CERT_HAS_EXPIRED')
    read({ certificate: CERTIFICATES[code], at: new Date(failedAt) })
}
