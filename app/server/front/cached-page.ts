import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { env } from '#app/platform/env.server'
import { log } from '#app/platform/log.server'
import { pathOf, requestIdOf, SECURITY_HEADERS } from '#app/server/guards/answer'
import { contentSecurityPolicy } from '#app/server/guards/content-security-policy'
import { noteBytes } from '#app/server/watch/requests.server'
import { bestEncoding, type Encoding, packTightly, worthPacking } from './encodings'
import { isForCaches, publicAddress } from './public-pages'

/** For pages that parameters change; the oldest goes first. All of them together weigh some megabytes. */
export const VARIANTS_AT_MOST = 100

type Front = {
  /** Remix's answer for a guest without cookies, its own scripts marked by the nonce. */
  render: (address: string, nonce: string) => Promise<Response>
  /** Changes whenever a cached page may have: content, seats, the day. */
  freshness: () => string
  /** Takes a request whose page turned out not to be for everyone. */
  passOn: RequestListener
}

/**
 * The pages that are the same for every guest, from memory (rules 9.2). Rendered on demand, once for all who
 * wait; cleared when `freshness` changes. True when it has taken the request.
 */
export function createFrontPages({ render, freshness, passOn }: Front) {
  const cached = new Map<string, CachedAnswer>()
  const variants: string[] = []
  const filling = new Map<string, Promise<CachedAnswer | null>>()
  let cachedFor = ''

  return function frontPages(request: IncomingMessage, response: ServerResponse): boolean {
    const address = publicAddress(request)
    if (address === null) return false
    clearUnlessFresh()
    const page = cached.get(address)
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
    if (fresh === cachedFor) return
    cached.clear()
    variants.length = 0
    filling.clear()
    cachedFor = fresh
  }

  function filled(address: string): Promise<CachedAnswer | null> {
    const underWay = filling.get(address)
    if (underWay) return underWay
    const made = fill(address, cachedFor)
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
    if (cachedFor !== madeFor) return page
    filling.delete(address)
    if (page) {
      keep(address, page)
      packLater(page, () => cached.get(address) === page)
    }
    return page
  }

  function keep(address: string, page: CachedAnswer) {
    cached.set(address, page)
    if (address.includes('?') && variants.push(address) > VARIANTS_AT_MOST)
      cached.delete(variants.shift() ?? '')
  }
}

/** An answer held in memory, with the encodings of its body that are ready, best first. */
export type CachedAnswer = {
  headers: OutgoingHttpHeaders
  digest: string
  bodies: Map<Encoding, Buffer>
  /** What is sent in each of them, ready for Node: names and values by turns. */
  ready: Map<Encoding, { body: Buffer; whole: string[]; unchanged: string[] }>
  encodings: Encoding[]
}

export function cachedAnswer(headers: OutgoingHttpHeaders, identity: Buffer): CachedAnswer {
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const answer: CachedAnswer = { headers, digest, bodies: new Map(), ready: new Map(), encodings: [] }
  addEncoding(answer, 'identity', identity)
  return answer
}

/** Adds a packed body; kept only where it is smaller, and always ahead of the larger ones. */
export function addEncoding(answer: CachedAnswer, encoding: Encoding, body: Buffer): void {
  answer.bodies.set(encoding, body)
  answer.bodies = new Map([...answer.bodies].sort(([, one], [, other]) => one.length - other.length))
  answer.encodings = [...answer.bodies.keys()]
  answer.ready.set(encoding, { body, ...headersIn(answer, encoding, body) })
}

/** Strong tags differ by encoding. A 304 repeats the page's policy: browsers take over what it says. */
function headersIn({ headers, digest }: CachedAnswer, encoding: Encoding, body: Buffer) {
  const unchanged = {
    ...SECURITY_HEADERS,
    Vary: 'Accept-Encoding',
    ...headers,
    ETag: `"${digest}-${encoding}"`,
  }
  const whole = {
    ...unchanged,
    'Content-Length': body.length,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  }
  return { whole: byTurns(whole), unchanged: byTurns(unchanged) }
}

const byTurns = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)])

/** Sends a cached answer: 304 where the visitor has it, the headers alone for HEAD. */
export function sendCached(request: IncomingMessage, response: ServerResponse, answer: CachedAnswer): void {
  const encoding = bestEncoding(request.headers['accept-encoding'], answer.encodings)
  const ready = answer.ready.get(encoding) ?? answer.ready.get('identity')
  if (!ready) throw new Error('A cached answer without a body')
  if (holds(request.headers['if-none-match'], answer.digest)) {
    response.writeHead(304, [...ready.unchanged, 'X-Request-Id', requestIdOf(response)]).end()
    return
  }
  noteBytes(response, ready.body.length)
  response.writeHead(200, [...ready.whole, 'X-Request-Id', requestIdOf(response)])
  response.end(request.method === 'HEAD' ? undefined : ready.body)
}

/** Any encoding of the same content will do: the visitor asks whether the content has changed. */
const holds = (tags: string | undefined, digest: string) =>
  tags !== undefined && (tags.trim() === '*' || tags.includes(`"${digest}-`))

/** Brotli 11 takes a tenth of a second: only a page that outlives this is packed that tightly. */
const WORTH_BROTLI_AFTER = 250

/**
 * Remix's answer as it is cached for every guest, or null. `nonce` marks the scripts that the site wrote
 * itself: only they may run, by their hashes, and the mark is removed.
 */
async function cachedPage(address: string, answer: Response, nonce: string): Promise<CachedAnswer | null> {
  if (answer.status !== 200 || answer.headers.has('Set-Cookie')) return null
  if (/no-store|private/.test(answer.headers.get('Cache-Control') ?? '')) return null

  const type = answer.headers.get('Content-Type') ?? ''
  const { body, policy } = type.startsWith('text/html')
    ? pageForAll(address, await answer.text(), nonce)
    : { body: Buffer.from(await answer.arrayBuffer()), policy: {} }
  const page = cachedAnswer({ ...headersOf(answer, type), ...policy, ...caching(address) }, body)
  if (worthPacking(type, body.length)) addEncoding(page, 'gzip', await packTightly.gzip(body))
  return page
}

function pageForAll(address: string, html: string, nonce: string) {
  const mark = ` nonce="${nonce}"`
  const scripts = markedScripts(html, mark).map(hashSource)
  const policy = contentSecurityPolicy({ path: pathOf({ url: address }), scripts: [...new Set(scripts)] })
  return { body: Buffer.from(html.replaceAll(mark, '')), policy: { 'Content-Security-Policy': policy } }
}

/** Packs a cached page with brotli 11 once it has lived for a moment and is still the page to show. */
function packLater(page: CachedAnswer, isCurrent: () => boolean): void {
  const pack = async () => {
    const body = page.bodies.get('identity')
    if (body && page.bodies.has('gzip') && isCurrent()) addEncoding(page, 'br', await packTightly.br(body))
  }
  setTimeout(() => void pack(), WORTH_BROTLI_AFTER).unref()
}

function headersOf(answer: Response, type: string) {
  const remixResponse = answer.headers.get('X-Remix-Response')
  return {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ...(remixResponse && { 'X-Remix-Response': remixResponse }),
  }
}

/**
 * A shared cache (RFC 9213) may show the page for CDN_SECONDS without asking to everyone who sends no cookie.
 * Browsers go by Cache-Control, and ask each time.
 */
function caching(address: string) {
  if (env.CDN_SECONDS === 0 || !isForCaches(address)) return {}
  return { 'CDN-Cache-Control': `public, max-age=${env.CDN_SECONDS}`, Vary: 'Accept-Encoding, Cookie' }
}

/** The content of marked inline scripts. A page's own `</script>` is escaped by whatever writes it. */
function markedScripts(html: string, mark: string): string[] {
  return html
    .split('<script')
    .slice(1)
    .flatMap((rest) => {
      const begin = rest.indexOf('>')
      const attributes = rest.slice(0, begin)
      const isOurs = attributes.includes(mark) && !attributes.includes(' src=')
      return isOurs ? [rest.slice(begin + 1, rest.indexOf('</script>'))] : []
    })
}

/** A script as a source expression of a Content-Security-Policy. */
const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
