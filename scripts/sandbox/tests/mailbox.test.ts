import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startMailbox } from '#scripts/sandbox/mailbox/start'
import { freePort } from '#tests/fixtures/free-port'

const mailbox = await startMailbox({ smtpPort: await freePort(), httpPort: 0 })
const transport = createTransport(mailbox.smtpUrl)
afterAll(() => mailbox.close())
beforeEach(() => {
  mailbox.clear()
})
afterEach(() => mailbox.allWell())

const LETTER = {
  from: { name: 'Savanna Soul', address: 'hello@site.test' },
  to: { name: 'Amina Ödhiambo 🦒', address: 'amina@example.com' },
  subject: 'Your safari: confirmed ✓',
  text: 'Dear Amina,\nyou are in.',
  html: '<p>Dear <b>Amina</b>, you are in.</p>',
  headers: { 'X-Booking': 'TS-1' },
}

test('what is sent arrives, taken apart', async () => {
  const from = Date.now()
  await transport.sendMail(LETTER)
  const letter = await mailbox.waitFor((one) => one.to.includes('amina@example.com'))
  expect(letter).toMatchObject({
    from: 'hello@site.test',
    to: ['amina@example.com'],
    subject: LETTER.subject,
    html: expect.stringContaining('<b>Amina</b>'),
  })
  expect(letter.text.trim()).toBe(LETTER.text)
  expect(letter.headers['x-booking']).toBe('TS-1')
  expect(letter.messageId).toMatch(/^<.+@.+>$/)
  expect(letter.receivedAt.getTime()).toBeGreaterThanOrEqual(from)
  expect(letter.receivedAt.getTime()).toBeLessThanOrEqual(Date.now())
})

test('what was seen before stands on its own page', async () => {
  const page = async (path: string) => (await fetch(mailbox.url + path)).text()
  await transport.sendMail({ ...LETTER, subject: 'Of the season' })
  mailbox.haveBeenSeen()
  expect(await page('/')).not.toContain('Of the season')
  expect(await page('/earlier')).toContain('Of the season')
  await transport.sendMail({ ...LETTER, subject: 'Of today' })
  expect(await page('/')).toContain('Of today')
  expect(await page('/earlier')).not.toContain('Of today')
})

test('a mailbox that refuses says try later, and takes nothing', async () => {
  mailbox.refuse(true)
  await expect(transport.sendMail(LETTER)).rejects.toMatchObject({ responseCode: 451 })
  mailbox.refuse(false)
  await transport.sendMail(LETTER)
  expect(mailbox.messages()).toHaveLength(1)
})

test('a held mail does not count as sent until released', async () => {
  const held = mailbox.hold('amina@example.com')
  let isSent = false
  const sending = transport.sendMail(LETTER).then(() => {
    isSent = true
  })
  await held.seen()
  await transport.sendMail({ ...LETTER, to: 'somebody-else@example.com' })
  expect(mailbox.messages()).toHaveLength(1)
  expect(isSent).toBe(false)
  held.release()
  await sending
  expect(mailbox.messages()).toHaveLength(2)
})

test('the mail server restarts at the same address', async () => {
  await mailbox.stopSmtp()
  await expect(transport.sendMail(LETTER)).rejects.toMatchObject({ code: 'ESOCKET' })
  await mailbox.startSmtp()
  await transport.sendMail(LETTER)
  expect(mailbox.messages()).toHaveLength(1)
})

test('waiting for a mail that never comes ends', async () => {
  await expect(mailbox.waitFor(() => false, 60)).rejects.toThrow('No such mail within 60 ms')
})

test('only the last five hundred are kept', async () => {
  const pool = createTransport({
    url: mailbox.smtpUrl,
    pool: true,
    maxConnections: 4,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  await Promise.all(
    Array.from({ length: 503 }, (_, count) => pool.sendMail({ ...LETTER, subject: `No. ${count}` })),
  )
  pool.close()
  expect(mailbox.messages()).toHaveLength(500)
})

test('a message shown on a page cannot escape its frame', async () => {
  expect(await (await fetch(mailbox.url)).text()).toContain('Nothing has arrived yet')
  await transport.sendMail({
    ...LETTER,
    subject: '<img src=x>',
    html: '<p>Hi</p>"></iframe><script>alert(1)</script>',
  })
  const list = await (await fetch(mailbox.url)).text()
  expect(list).toContain('&lt;img src=x&gt;')
  expect(list).toContain('http-equiv="refresh"')
  const page = await (await fetch(`${mailbox.url}/messages/${mailbox.messages()[0]?.id}`)).text()
  expect(page).not.toContain('<script>alert')
  expect(page).not.toContain('http-equiv="refresh"')
  expect(page).toMatch(/<iframe sandbox="[^"]*" title/)
  expect((await fetch(`${mailbox.url}/messages/999999`)).status).toBe(404)
})
