import { createHash } from 'node:crypto'
import { env } from '#app/env.server'
import { pathOf } from '#app/server/answer'
import { contentSecurityPolicy } from '#app/server/guards/content-security-policy'
import { packTightly, worthPacking } from './encodings'
import { addEncoding, type KeptAnswer, keptAnswer } from './kept-answer'
import { isForCaches } from './public-pages'

/** Brotli 11 takes a tenth of a second: only a page that outlives this is packed that tightly. */
const WORTH_BROTLI_AFTER = 250

/**
 * Remix's answer as it is kept for every guest; null where it must not be kept. `nonce` marks the scripts that the site
 * wrote itself: they alone are let run, by their hashes, and the mark is taken out.
 */
export async function keptPage(address: string, answer: Response, nonce: string): Promise<KeptAnswer | null> {
  if (answer.status !== 200 || answer.headers.has('Set-Cookie')) return null
  if (/no-store|private/.test(answer.headers.get('Cache-Control') ?? '')) return null

  const type = answer.headers.get('Content-Type') ?? ''
  const { body, policy } = type.startsWith('text/html')
    ? pageForAll(address, await answer.text(), nonce)
    : { body: Buffer.from(await answer.arrayBuffer()), policy: {} }
  const kept = keptAnswer({ ...headersOf(answer, type), ...policy, ...caching(address) }, body)
  if (worthPacking(type, body.length)) addEncoding(kept, 'gzip', await packTightly.gzip(body))
  return kept
}

function pageForAll(address: string, html: string, nonce: string) {
  const mark = ` nonce="${nonce}"`
  const scripts = markedScripts(html, mark).map(hashSource)
  const policy = contentSecurityPolicy({ path: pathOf({ url: address }), scripts: [...new Set(scripts)] })
  return { body: Buffer.from(html.replaceAll(mark, '')), policy: { 'Content-Security-Policy': policy } }
}

/** Packs a kept page with brotli 11 once it has lived for a moment and is still the page to show. */
export function packLater(kept: KeptAnswer, stillKept: () => boolean): void {
  const pack = async () => {
    const body = kept.bodies.get('identity')
    if (body && kept.bodies.has('gzip') && stillKept()) addEncoding(kept, 'br', await packTightly.br(body))
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
 * What a cache on the way is told (RFC 9213): it may show the page for CDN_SECONDS without asking, to everybody who sends
 * no cookie. Browsers go by Cache-Control, and ask each time.
 */
function caching(address: string) {
  if (env.CDN_SECONDS === 0 || !isForCaches(address)) return {}
  return { 'CDN-Cache-Control': `public, max-age=${env.CDN_SECONDS}`, Vary: 'Accept-Encoding, Cookie' }
}

/** What stands in the inline scripts that carry the mark. A page's own `</script>` is escaped by those who write it. */
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
