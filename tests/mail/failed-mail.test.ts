import { beforeEach, expect, test } from 'vitest'
import { sendDueMail } from '#app/mail/send-mail.server'
import { failedMail, retryAllFailedMail, retryMail } from '#app/views/attention.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { adminUsers, auditLog } from '#db/schema/staff'
import { mailbox } from '#tests/fixtures/environment'
import { NOON } from '#tests/fixtures/orders'

const by = {
  username: 'Wambui',
  ...db
    .insert(adminUsers)
    .values({ username: 'Wambui', passwordHash: 'none', createdAt: NOON })
    .returning({ id: adminUsers.id })
    .get(),
}

let mails = 0
function aMail(state: 'failed' | 'sent' = 'failed', createdAt = NOON) {
  mails += 1
  return db
    .insert(outbox)
    .values({
      kind: 'newsletter-welcome',
      occasion: `occasion ${mails}`,
      toName: 'Wanjiru',
      toAddress: 'wanjiru@example.com',
      subject: 'Karibu',
      textBody: 'Karibu',
      htmlBody: '<p>Karibu</p>',
      messageId: `<${mails}@example.com>`,
      state,
      attempts: 27,
      nextAttemptAt: createdAt,
      lastError: 'The mailbox is full',
      createdAt,
    })
    .returning()
    .get()
}

beforeEach(() => void db.delete(outbox).run())

test('a mail given up goes out when tried again', async () => {
  const { id } = aMail()
  expect(failedMail()).toMatchObject({ count: 1, rows: [{ id, lastError: 'The mailbox is full' }] })
  expect(retryMail(id, by, NOON)).toEqual({ waiting: 1 })
  expect(failedMail()).toEqual({ count: 0, rows: [] })

  await sendDueMail(() => NOON)
  expect(db.select().from(outbox).get()).toMatchObject({ state: 'sent', attempts: 1 })
  expect(mailbox.messages()).toHaveLength(1)
})

test('the audit log names who retried, not the address', () => {
  const { id } = aMail()
  retryMail(id, by, NOON)
  const entry = db.select().from(auditLog).all().at(-1)
  expect(entry).toMatchObject({ actor: 'Wambui', action: 'mail-retried', subject: `mail:${id}` })
  expect(JSON.stringify(entry)).not.toContain('wanjiru')
})

test('a late press does not resend a sent mail', () => {
  const { id } = aMail('sent')
  expect(retryMail(id, by, NOON)).toEqual({ refused: 'not-failed' })
  expect(retryMail(Number.NaN, by, NOON)).toEqual({ refused: 'not-failed' })
  expect(db.select().from(outbox).get()?.state).toBe('sent')
})

test('all are tried again, the oldest 200 at a time', () => {
  for (let mail = 0; mail < 203; mail += 1) aMail('failed', new Date(NOON.getTime() + mail))
  expect(retryAllFailedMail(by, NOON)).toEqual({ waiting: 200 })
  expect(failedMail().count).toBe(3)
  expect(retryAllFailedMail(by, NOON)).toEqual({ waiting: 3 })
  expect(retryAllFailedMail(by, NOON)).toEqual({ waiting: 0 })
})
