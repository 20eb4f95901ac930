import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { letter } from '#app/mail/letter'
import { closeMailer } from '#app/mail/mailer.server'
import { post, postToEach } from '#app/mail/outbox.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { reminderAsOfNow } from '#app/money/reminders/write-reminder.server'
import { now } from '#app/platform/clock.server'
import { env, readEnvironment } from '#app/platform/env.server'
import { moveClockThrough } from '#app/server/schedule/move-clock.server'
import { figuresOf, retryFailed } from '#app/travelers/campaign-progress.server'
import { postBroadcasts } from '#app/travelers/post-broadcasts.server'
import { failedMail, retryAllFailedMail } from '#app/views/attention.server'
import { db, immediately } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { mailbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import { aBegunCampaign, aStaffMember, subscribers } from '#tests/people/campaigns/a-list'
import { startRawMailServer } from './a-raw-mail-server'

beforeEach(() => {
  db.delete(outbox).run()
  mailbox.clear()
  mailbox.refuse(false)
})

const at = (minutes: number) => () => minutesAfter(minutes)

function write(once: string, name = 'Wanjiru Kamau', address = 'wanjiru@example.com') {
  const about = letter`# About ${once}\n\nDear ${name}, <b>karibu</b> & welcome`
  const mail = { kind: 'booking-confirmation', once, to: { name, address }, letter: about } as const
  immediately(() => post(mail, NOON))
}

const states = () => db.select({ state: outbox.state, attempts: outbox.attempts }).from(outbox).all()

test('one occasion is one mail, however often it is written', async () => {
  write('TS-ABC234')
  write('TS-ABC234')

  expect(await sendDueMail(at(0))).toEqual({ sent: 1, failed: 0 })
  expect(await sendDueMail(at(1))).toEqual({ sent: 0, failed: 0 })
  expect(mailbox.messages()).toHaveLength(1)
})

test('a notice reaches each of several addresses, once', async () => {
  const readers = ['otieno', 'njeri'].map((name) => ({ name, address: `${name}@savannasoul.example` }))
  const mail = { kind: 'alert' as const, once: 1, letter: letter`# Backups` }
  postToEach(readers, mail, NOON)
  postToEach(readers.toReversed(), mail, minutesAfter(1))

  expect(await sendDueMail(at(2))).toEqual({ sent: 2, failed: 0 })
  expect(mailbox.messages().flatMap(({ to }) => to)).toHaveLength(2)
})

test('who has another address by now is not written to again for the same occasion', () => {
  write('TS-ABC234')
  write('TS-ABC234', 'Wanjiru Kamau', 'wanjiru@example.org')
  expect(states()).toHaveLength(1)
})

test('two senders at once do not both send a mail', async () => {
  for (let mail = 0; mail < 10; mail += 1) write(`occasion ${mail}`)
  await Promise.all([sendDueMail(at(0)), sendDueMail(at(0))])

  expect(mailbox.messages()).toHaveLength(10)
})

test('a mail has a text and an escaped HTML part', async () => {
  write('TS-ABC234', 'O\'Brien, "Dale" <x@y.example>')
  await sendDueMail(at(0))

  const [mail] = mailbox.messages()
  expect(mail?.to).toHaveLength(1)
  expect(mail?.text).toContain('<b>karibu</b> & welcome')
  expect(mail?.html).toContain('&lt;b&gt;karibu&lt;/b&gt; &amp; welcome')
  expect(mail?.messageId).toBe(db.select().from(outbox).get()?.messageId)
})

test('a mail that no one wrote by hand says so, an answer of staff does not', async () => {
  write('TS-ABC234')
  const to = { name: '', address: 'wanjiru@example.com' }
  immediately(() => post({ kind: 'inquiry-answer', once: 1, letter: letter`# Re: Hello`, to }, NOON))
  await sendDueMail(at(0))
  const said = new Map(mailbox.messages().map(({ subject, headers }) => [subject, headers['auto-submitted']]))
  expect(said.get('About TS-ABC234')).toBe('auto-generated')
  expect(said.get('Re: Hello')).toBeUndefined()
})

test('a mail comes from the name and address in MAIL_FROM', async () => {
  const usual = env.MAIL_FROM
  env.MAIL_FROM = readEnvironment({ MAIL_FROM: '"Safari Desk, Nairobi" <desk@safari.example>' }).MAIL_FROM
  write('TS-ABC234')
  await sendDueMail(at(0))
  env.MAIL_FROM = usual
  write('TS-DEF567')
  await sendDueMail(at(0))

  expect(mailbox.messages().map(({ headers }) => headers.from)).toEqual([
    '"Safari Desk, Nairobi" <desk@safari.example>',
    'Savanna Soul <hello@savannasoul.example>',
  ])
})

describe('while the mail server is down', () => {
  test('a mail waits ever longer, then goes out once', async () => {
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

  test('a mail that failed for a day is marked failed', async () => {
    write('TS-ABC234')
    mailbox.refuse(true)
    for (let minutes = 0; minutes <= 26 * 60; minutes += 30) await sendDueMail(at(minutes))

    expect(db.select().from(outbox).get()).toMatchObject({ state: 'failed' })
    expect(db.select().from(outbox).get()?.lastError).toMatch(/451/)
    mailbox.refuse(false)
    expect(await sendDueMail(at(30 * 60))).toEqual({ sent: 0, failed: 0 })
  })
})

test('a mail whose sender died is sent by the next', async () => {
  write('TS-ABC234')
  const claimedUntil = (claimEndsAt: Date) =>
    db.update(outbox).set({ state: 'sending', attempts: 1, claimEndsAt }).run()

  claimedUntil(new Date(Date.now() + 60_000))
  expect(await sendDueMail(at(0))).toEqual({ sent: 0, failed: 0 })
  claimedUntil(new Date(Date.now() - 1))
  expect(await sendDueMail(at(0))).toEqual({ sent: 1, failed: 0 })
})

describe('while a mail is on its way', () => {
  test('moving the clock by days does not resend it', async () => {
    write('TS-ABC234')
    const held = mailbox.hold('wanjiru@example.com')
    const first = sendDueMail(at(0))
    await held.seen()
    const second = sendDueMail(at(3 * 24 * 60))
    held.release()

    expect(await first).toEqual({ sent: 1, failed: 0 })
    expect(await second).toEqual({ sent: 0, failed: 0 })
    expect(mailbox.messages()).toHaveLength(1)
  })

  test('a season may be lived through beside it', async () => {
    write('TS-ABC234')
    const held = mailbox.hold('wanjiru@example.com')
    const first = sendDueMail(now, { beforeSending: reminderAsOfNow })
    await held.seen()
    const moved = moveClockThrough(new Date(now().getTime() + 3 * 24 * 3_600_000))
    held.release()

    expect(await first).toEqual({ sent: 1, failed: 0 })
    expect(await moved).toHaveProperty('now')
    expect(mailbox.messages()).toHaveLength(1)
  })

  test('other mails do not wait for it', async () => {
    write('TS-ABC234')
    const held = mailbox.hold('wanjiru@example.com')
    const first = sendDueMail(at(0))
    await held.seen()
    for (let mail = 0; mail < 8; mail += 1) write(`occasion ${mail}`, 'Achieng', 'achieng@example.com')
    let secondIsDone = false
    const second = sendDueMail(at(0)).then((counts) => {
      secondIsDone = true
      return counts
    })
    await expect.poll(() => mailbox.messages()).toHaveLength(8)
    expect(secondIsDone).toBe(false)
    held.release()

    expect(await first).toEqual({ sent: 9, failed: 0 })
    expect(await second).toEqual({ sent: 0, failed: 0 })
  })

  test('it is claimed when its turn comes, not before', async () => {
    for (let mail = 0; mail < 20; mail += 1) write(`occasion ${mail}`)
    const held = mailbox.hold('wanjiru@example.com')
    const sending = sendDueMail(at(0))
    await held.seen(5)
    expect(states().filter(({ state }) => state === 'waiting')).toHaveLength(15)
    held.release()
    expect(await sending).toEqual({ sent: 20, failed: 0 })
  })
})

describe('a mail server that', () => {
  let raw: Awaited<ReturnType<typeof startRawMailServer>>
  beforeEach(async () => {
    raw = await startRawMailServer()
    env.SMTP_URL = raw.url
    await closeMailer()
  })
  afterEach(async () => {
    env.SMTP_URL = mailbox.smtpUrl
    await closeMailer()
    await raw.close()
  })

  test('answers one mail very slowly delays no other', async () => {
    write('slow', 'Baraka', 'drips@example.com')
    for (let mail = 0; mail < 30; mail += 1) write(`occasion ${mail}`)
    const sending = sendDueMail(at(0), { deliverWithinMs: 5_000 })
    await expect.poll(() => raw.whole()).toHaveLength(30)
    expect(raw.dripping()).toBe(1)

    expect(await sending).toEqual({ sent: 30, failed: 1 })
    const [slow] = db.select().from(outbox).where(eq(outbox.subject, 'About slow')).all()
    expect(slow).toMatchObject({ state: 'waiting', attempts: 1, claimEndsAt: null })
    expect(slow?.lastError).toBe('The mail server did not take this email within 5 seconds.')
    await expect.poll(() => raw.dripping()).toBe(0)
  })

  test('hangs up after a whole mail gets a second copy', async () => {
    write('TS-ABC234', 'Wanjiru', 'silent@example.com')
    expect(await sendDueMail(at(0))).toEqual({ sent: 0, failed: 1 })
    db.update(outbox).set({ toAddress: 'wanjiru@example.com' }).run()
    expect(await sendDueMail(at(1))).toEqual({ sent: 1, failed: 0 })
    const messageId = db.select().from(outbox).get()?.messageId
    expect(raw.whole()).toEqual([messageId, messageId])
  })

  test('hangs up after a campaign mail gets no second copy', async () => {
    subscribers(1)
    const { id } = aBegunCampaign()
    postBroadcasts(NOON)
    db.update(outbox).set({ toAddress: 'silent@example.com' }).run()
    expect(await sendDueMail(at(0))).toEqual({ sent: 0, failed: 1 })
    expect(db.select().from(outbox).get()?.state).toBe('failed')
    expect(figuresOf(id)).toMatchObject({ sent: 0, waiting: 0, failed: 1, interrupted: 1 })

    expect(await retryFailed(id, aStaffMember(), minutesAfter(1))).toBe(0)
    expect(failedMail()).toEqual({ count: 0, rows: [] })
    expect(retryAllFailedMail(aStaffMember(), minutesAfter(1))).toEqual({ waiting: 0 })
    expect(raw.whole()).toHaveLength(1)
  })
})
