import { afterEach, beforeEach, expect, test } from 'vitest'
import { sqlite } from '#db/connection.server'
import { storageTrouble } from '#db/trouble.server'
import { aSite } from './a-site'

const { ask } = await aSite()

const inquiry = {
  firstName: 'Wanjiru',
  lastName: 'Kamau',
  email: 'wanjiru@example.com',
  phone: '+1 512 555 0100',
  interest: 'safari',
  message: 'Four of us, in October',
}
const call = () =>
  ask('/api/inquire', {
    method: 'POST',
    body: JSON.stringify(inquiry),
    headers: { 'Content-Type': 'application/json' },
  })

const FILL = `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
  values ('', '', '', '', 'safari', ?, 0)`

/** Writes until there is no room for another row: large ones first, then small ones. */
function fill() {
  sqlite.pragma(`max_page_count = ${Number(sqlite.pragma('page_count', { simple: true })) + 20}`)
  for (const length of [20_000, 2_000, 200, 1])
    try {
      for (;;) sqlite.prepare(FILL).run('x'.repeat(length))
    } catch (error) {
      expect(storageTrouble(error)).toBe('no-room')
    }
}

beforeEach(() => fill())
afterEach(() => {
  sqlite.pragma('max_page_count = 1073741823')
  sqlite.exec('delete from contact_inquiries')
})

test('a full disk is reported to a call as JSON', async () => {
  const refused = await call()
  expect(refused.status).toBe(503)
  expect(refused.headers['content-type']).toContain('application/json')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(JSON.parse(refused.text)).toEqual({ message: expect.stringContaining('We cannot save anything') })

  sqlite.pragma('max_page_count = 1073741823')
  expect((await call()).status).toBe(201)
})

test('a visitor gets a plain error page while saving fails', async () => {
  const form = new URLSearchParams({ form: 'inquiry', ...inquiry }).toString()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html,*/*' }
  const page = await ask('/inquire', { method: 'POST', body: form, headers })
  expect(page.status).toBe(503)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.text).toContain('<h1>Please try again in a few minutes</h1>')
  expect(page.text).toContain('your payment is safe')
  expect((await ask('/inquire.data', { method: 'POST', body: form, headers })).status).toBe(503)
  expect((await ask('/contact')).status).toBe(200)
})

test.each([
  [Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), 'no-room'],
  [Object.assign(new Error('not found'), { code: 'ENOENT' }), null],
  [new Error('of ours'), null],
])('%s is %s', (error, trouble) => {
  expect(storageTrouble(error)).toBe(trouble)
})
