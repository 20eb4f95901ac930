import { parseArgs } from 'node:util'
import { startStripeSandbox } from './stripe/start'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.STRIPE_SANDBOX_PORT ?? '12111' },
    data: { type: 'string', default: process.env.STRIPE_SANDBOX_DATA ?? ':memory:' },
    webhook: {
      type: 'string',
      default: process.env.STRIPE_SANDBOX_WEBHOOK ?? 'http://localhost:3000/api/stripe/webhook',
    },
  },
})

const sandbox = await startStripeSandbox({
  port: Number(values.port),
  dataPath: values.data,
  webhook: { url: values.webhook, secret: process.env.STRIPE_WEBHOOK_SECRET ?? 'whsec_sandbox' },
})
console.log(`Stripe sandbox on ${sandbox.url}, webhooks to ${values.webhook}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
}
