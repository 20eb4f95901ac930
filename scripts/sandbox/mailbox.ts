import { parseArgs } from 'node:util'
import { startMailbox } from './mailbox/start'

const { values } = parseArgs({
  options: {
    smtp: { type: 'string', default: process.env.MAILBOX_SMTP_PORT ?? '1025' },
    port: { type: 'string', default: process.env.MAILBOX_PORT ?? '8025' },
    data: { type: 'string', default: process.env.MAILBOX_DATA ?? ':memory:' },
  },
})

const mailbox = await startMailbox({
  smtpPort: Number(values.smtp),
  httpPort: Number(values.port),
  dataPath: values.data,
})
console.log(`Mailbox on ${mailbox.url}, takes mail at ${mailbox.smtpUrl}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void mailbox.close().then(() => process.exit(0)))
}
