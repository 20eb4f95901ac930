import { createHash } from 'node:crypto'
import { pathOf } from './answer'
import { contentSecurityPolicy } from './content-security-policy'
import { packTightly, worthPacking } from './encodings'
import { addEncoding, type KeptAnswer, keptAnswer } from './kept-answer'

/** Brotli 11 takes a tenth of a second: only a page that outlives this is packed that tightly. */
const WORTH_BROTLI_AFTER = 250

/** Remix's answer as it is kept for every guest; null where it must not be kept. */
export async function keptPage(address: string, answer: Response): Promise<KeptAnswer | null> {
  if (answer.status !== 200 || answer.headers.has('Set-Cookie')) return null
  if (/no-store|private/.test(answer.headers.get('Cache-Control') ?? '')) return null

  const body = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('Content-Type') ?? ''
  const html = type.startsWith('text/html') ? body.toString() : ''
  if (/<script[^>]*\snonce=/.test(html)) return null

  const kept = keptAnswer({ ...headersOf(answer, type), ...policyOf(address, html) }, body)
  if (worthPacking(type, body.length)) addEncoding(kept, 'gzip', await packTightly.gzip(body))
  return kept
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

function policyOf(address: string, html: string) {
  if (!html) return {}
  const policy = contentSecurityPolicy({ path: pathOf({ url: address }), scripts: inlineScriptHashes(html) })
  return { 'Content-Security-Policy': policy }
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/gi

/** One source expression for each inline script of a page, as its Content-Security-Policy lists them. */
function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script)
  return [...new Set(scripts)].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}
