import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { log } from '#app/platform/log.server'
import { type CachedAnswer, cachedPage, packLater, sendCached } from './cached-page'
import { publicAddress } from './public-pages'

/** For pages that parameters change; the oldest goes first. All of them together weigh some megabytes. */
export const VARIANTS_AT_MOST = 100

type Front = {
  /** Remix's answer for a guest without cookies, its own scripts marked by the nonce. */
  render: (address: string, nonce: string) => Promise<Response>
  /** Changes whenever a kept page may have: content, seats, the day. */
  freshness: () => string
  /** Takes a request whose page turned out not to be for everyone. */
  passOn: RequestListener
}

/**
 * The pages that are the same for every guest, from memory (rules 9.2). Rendered on demand, once for all who
 * wait; cleared when `freshness` changes. True when it has taken the request.
 */
export function createFrontPages({ render, freshness, passOn }: Front) {
  const kept = new Map<string, CachedAnswer>()
  const variants: string[] = []
  const filling = new Map<string, Promise<CachedAnswer | null>>()
  let keptFor = ''

  return function frontPages(request: IncomingMessage, response: ServerResponse): boolean {
    const address = publicAddress(request)
    if (address === null) return false
    clearUnlessFresh()
    const page = kept.get(address)
    if (page) {
      sendCached(request, response, page)
      return true
    }
    void filled(address).then((made) =>
      made ? sendCached(request, response, made) : passOn(request, response),
    )
    return true
  }

  function clearUnlessFresh() {
    const fresh = freshness()
    if (fresh === keptFor) return
    kept.clear()
    variants.length = 0
    filling.clear()
    keptFor = fresh
  }

  function filled(address: string): Promise<CachedAnswer | null> {
    const underWay = filling.get(address)
    if (underWay) return underWay
    const made = fill(address, keptFor)
    filling.set(address, made)
    return made
  }

  async function fill(address: string, madeFor: string): Promise<CachedAnswer | null> {
    const nonce = randomBytes(16).toString('hex')
    const page = await render(address, nonce)
      .then((answer) => cachedPage(address, answer, nonce))
      .catch((error: unknown) => {
        log.error({ err: error, path: address }, 'A page could not be cached')
        return null
      })
    // Something changed while the page was made: those who waited for it see it, no one after them.
    if (keptFor !== madeFor) return page
    filling.delete(address)
    if (page) {
      keep(address, page)
      packLater(page, () => kept.get(address) === page)
    }
    return page
  }

  function keep(address: string, page: CachedAnswer) {
    kept.set(address, page)
    if (address.includes('?') && variants.push(address) > VARIANTS_AT_MOST)
      kept.delete(variants.shift() ?? '')
  }
}
