import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { build } from 'vite'
import type { StripeSandbox } from '#scripts/sandbox/stripe/inspection'

/** A little site that takes cards: one page under a content policy as strict as ours. */
export async function aShop(sandbox: StripeSandbox, stripe: Stripe) {
  const script = await bundled()
  const policy = `default-src 'none'; script-src 'nonce-once' ${sandbox.url}; style-src 'self'; img-src data:; frame-src ${sandbox.url}; connect-src 'self' ${sandbox.url}`
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop')
    if (url.pathname === '/shop.js') return response.setHeader('Content-Type', 'text/javascript').end(script)
    if (url.pathname === '/intent') {
      const types = { allowed_payment_method_types: [url.searchParams.get('way') ?? 'card'] as ['card'] }
      const { client_secret } = url.searchParams.has('saves')
        ? await stripe.setupIntents.create(types)
        : await stripe.paymentIntents.create({
            ...types,
            amount: Number(url.searchParams.get('amount')),
            currency: 'usd',
          })
      return response.end(client_secret)
    }
    response.setHeader('Content-Security-Policy', policy).setHeader('Content-Type', 'text/html')
    const data = [...url.searchParams].map(([name, value]) => ` data-${name}="${value}"`).join('')
    response.end(`<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head>
      <body data-js="${sandbox.jsUrl}" data-key="${sandbox.keys.publishable}"${data}><script nonce="once" src="/shop.js"></script></body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function bundled(): Promise<string> {
  const entry = join(import.meta.dirname, 'shop-page.tsx')
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    esbuild: { jsx: 'automatic', jsxDev: false },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'shop' } },
  })
  const first = Array.isArray(result) ? result[0] : result
  if (!first || !('output' in first)) throw new Error('The shop could not be bundled')
  return first.output[0].code
}
