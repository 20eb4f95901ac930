import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { Switches } from './switches'

const FRAMES = ['frame', 'bank-frame'] as const
type Entry = 'stripe-js' | (typeof FRAMES)[number]

const bundles = new Map<Entry, Promise<string>>()

/** Serves the Stripe.js stand-in and the frame in which its card fields live; false for any other path. */
export async function serveBrowserParts(
  response: ServerResponse,
  path: string,
  switches: Switches,
): Promise<boolean> {
  if (path === '/stripe.js') {
    if (switches.jsDown)
      return send(response, 503, 'text/plain', 'The sandbox plays a Stripe.js that cannot be loaded.')
    return send(response, 200, 'text/javascript', await bundled('stripe-js'))
  }
  const frame = FRAMES.find((one) => path === `/elements/${one}` || path === `/elements/${one}.js`)
  if (!frame) return false
  if (path.endsWith('.js')) return send(response, 200, 'text/javascript', await bundled(frame))
  response.setHeader('Content-Security-Policy', FRAME_POLICY)
  return send(response, 200, 'text/html', framePage(frame))
}

function send(response: ServerResponse, status: number, type: string, body: string): true {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-cache',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  response.end(body)
  return true
}

/**
 * Bundles the scripts into a folder, from which every process started after this one takes them: a run of
 * browser tests makes them once, and before the first page waits for its card.
 */
export async function bundleBeforehand(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const entry of ['stripe-js', ...FRAMES] as const)
    await writeFile(join(folder, `${entry}.js`), await bundle(entry))
  process.env.STRIPE_SANDBOX_SCRIPTS = resolve(folder)
}

function bundled(entry: Entry): Promise<string> {
  const known = bundles.get(entry)
  if (known) return known
  const folder = process.env.STRIPE_SANDBOX_SCRIPTS
  const made = folder ? readFile(join(folder, `${entry}.js`), 'utf8') : bundle(entry)
  bundles.set(entry, made)
  // What failed once may succeed when it is asked for again.
  made.catch(() => bundles.delete(entry))
  return made
}

/** One classic script of browser/<entry>.ts and what it imports. */
// Vite is asked for only when a browser comes: most tests never need it.
async function bundle(name: Entry): Promise<string> {
  const entry = join(import.meta.dirname, `browser/${name}.ts`)
  const { build } = await import('vite')
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: 'es2020',
      lib: { entry, formats: ['iife'], name: '__stripeSandbox' },
    },
  })
  const first = Array.isArray(result) ? result[0] : result
  if (!first || !('output' in first)) throw new Error(`Could not bundle ${name}`)
  return first.output[0].code
}

const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline' *; font-src * data:; frame-ancestors *"

const framePage = (
  frame: Entry,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Secure payment input frame</title>
</head><body><form id="card-form" novalidate autocomplete="on"></form><script src="/elements/${frame}.js"></script></body></html>`
