import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, expect, test } from 'vitest'
import { startMailbox } from '#scripts/sandbox/mailbox/start'
import { aListener } from './a-listener'
import { aDeposit, aSandbox } from './a-sandbox'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a restarted sandbox still knows payment intents, keys and webhooks', async () => {
  const dataPath = join(folder, 'deep', 'stripe.db')
  const before = await aSandbox({
    dataPath,
    webhook: { url: 'http://127.0.0.1:1/nobody', secret: 'whsec_sandbox' },
  })
  const { id } = await before.stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold' })
  before.sandbox.payIntent(id, '4242424242424242')
  await before.sandbox.close()

  const site = await aListener()
  const after = await aSandbox({ dataPath, webhook: site.webhook })
  expect((await after.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  expect((await after.stripe.paymentIntents.create(aDeposit, { idempotencyKey: 'hold' })).id).toBe(id)
  await after.sandbox.webhooksSettled()
  expect(site.types()).toContain('payment_intent.succeeded')
  await after.sandbox.close()
  await site.close()
})

test('a restarted mailbox still has its mail', async () => {
  const dataPath = join(folder, 'mail.db')
  const before = await startMailbox({ smtpPort: 0, httpPort: 0, dataPath })
  await createTransport(before.smtpUrl).sendMail({
    from: 'a@site.test',
    to: 'b@site.test',
    subject: 'Kept',
    text: 'Yes',
  })
  await before.close()
  const after = await startMailbox({ smtpPort: 0, httpPort: 0, dataPath })
  expect(after.messages()).toMatchObject([{ subject: 'Kept', to: ['b@site.test'] }])
  await after.close()
})
