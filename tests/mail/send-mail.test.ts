import { beforeEach, describe, expect, test } from 'vitest'
import { post } from '#app/mail/outbox.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema'
import { mailbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'

beforeEach(() => {
  db.delete(outbox).run()
  mailbox.clear()
  mailbox.refuse(false)
})

const at = (minutes: number) => () => minutesAfter(minutes)

function write(occasion: string, name = 'Wanjiru Kamau') {
  post(
    {
      kind: 'booking-confirmation',
      occasion,
      to: { name, address: 'wanjiru@example.com' },
      letter: {
        subject: `About ${occasion}`,
        blocks: [{ paragraph: `Dear ${name}, <b>karibu</b> & welcome` }],
      },
    },
    NOON,
    db,
  )
}

const states = () => db.select({ state: outbox.state, attempts: outbox.attempts }).from(outbox).all()

test('one occasion is one mail, however often it is written and sent', async () => {
  write('TS-ABC234')
  write('TS-ABC234')

  expect(await sendDueMail(at(0))).toEqual({ sent: 1, failed: 0 })
  expect(await sendDueMail(at(1))).toEqual({ sent: 0, failed: 0 })
  expect(mailbox.messages()).toHaveLength(1)
})

test('two senders at once do not both send a mail', async () => {
  for (let mail = 0; mail < 10; mail += 1) write(`occasion ${mail}`)
  await Promise.all([sendDueMail(at(0)), sendDueMail(at(0))])

  expect(mailbox.messages()).toHaveLength(10)
})

test('a mail has a text part and an escaped HTML part, and goes to one address only', async () => {
  write('TS-ABC234', 'O\'Brien, "Dale" <x@y.example>')
  await sendDueMail(at(0))

  const [mail] = mailbox.messages()
  expect(mail?.to).toHaveLength(1)
  expect(mail?.text).toContain('<b>karibu</b> & welcome')
  expect(mail?.html).toContain('&lt;b&gt;karibu&lt;/b&gt; &amp; welcome')
  expect(mail?.messageId).toBe(db.select().from(outbox).get()?.messageId)
})

describe('while the mail server is down', () => {
  test('a mail waits, longer and longer, and goes out once when the server is back', async () => {
    write('TS-ABC234')
    await mailbox.stopSmtp()
    expect(await sendDueMail(at(0))).toEqual({ sent: 0, failed: 1 })
    expect(await sendDueMail(at(0.1))).toEqual({ sent: 0, failed: 0 })
    expect(states()).toEqual([{ state: 'waiting', attempts: 1 }])

    await mailbox.startSmtp()
    expect(await sendDueMail(at(1))).toEqual({ sent: 1, failed: 0 })
    expect(await sendDueMail(at(60))).toEqual({ sent: 0, failed: 0 })
    expect(mailbox.messages()).toHaveLength(1)
  })

  test('a mail that failed for a day is marked failed, with the reason, and kept', async () => {
    write('TS-ABC234')
    mailbox.refuse(true)
    for (let minutes = 0; minutes <= 26 * 60; minutes += 30) await sendDueMail(at(minutes))

    expect(db.select().from(outbox).get()).toMatchObject({ state: 'failed' })
    expect(db.select().from(outbox).get()?.lastError).toMatch(/451/)
    mailbox.refuse(false)
    expect(await sendDueMail(at(30 * 60))).toEqual({ sent: 0, failed: 0 })
  })
})

test('a mail whose sender died between claim and answer is sent by the next one', async () => {
  write('TS-ABC234')
  db.update(outbox)
    .set({ state: 'sending', attempts: 1, nextAttemptAt: minutesAfter(2) })
    .run()

  expect(await sendDueMail(at(1))).toEqual({ sent: 0, failed: 0 })
  expect(await sendDueMail(at(2))).toEqual({ sent: 1, failed: 0 })
})
