import type { IncomingMessage, ServerResponse } from 'node:http'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { answerPlainly, isUnsafe, pathOf, routeOf } from './answer'
import { clientAddress } from './client-address'

const MINUTE = 60

/**
 * How often one network address may send something, by the machine's clock. A person never meets these. A path
 * that ends in * stands for all that lies under it: whoever tries cards on a payment link is soon stopped.
 */
const RATES = [
  { paths: ['/api/create-payment-intent', '/checkout'], points: 60, seconds: 10 * MINUTE },
  { paths: ['/pay/*'], points: 20, seconds: 10 * MINUTE },
  { paths: ['/my-booking'], points: 10, seconds: MINUTE },
  { paths: ['/api/contact', '/contact', '/'], points: 10, seconds: MINUTE },
  { paths: ['/api/newsletter', '/newsletter'], points: 10, seconds: MINUTE },
  { paths: ['/api/admin/login', '/admin/login'], points: 30, seconds: MINUTE },
]
const EVERYTHING = { points: 300, seconds: MINUTE }
const UNCOUNTED = '/api/stripe/webhook'

/** Counts the unsafe requests of each address; the returned guard is true when it has answered 429. */
export function createRates() {
  const general = limiter(EVERYTHING)
  const byPath = new Map(
    RATES.flatMap((rate) => {
      const shared = limiter(rate)
      return rate.paths.map((path) => [path, shared] as const)
    }),
  )
  return async function overRate(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (!isUnsafe(request.method) || pathOf(request) === UNCOUNTED) return false
    const address = clientAddress(request)
    try {
      await general.consume(address)
      const route = routeOf(pathOf(request))
      await (byPath.get(route) ?? byPath.get(`/${route.split('/')[1]}/*`))?.consume(address)
      return false
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      const sentence = 'Too many requests from your network. Please wait a moment and try again.'
      answerPlainly(request, response, 429, sentence, { 'Retry-After': String(seconds) })
      return true
    }
  }
}

const limiter = ({ points, seconds }: { points: number; seconds: number }) =>
  new RateLimiterMemory({ points, duration: seconds })
