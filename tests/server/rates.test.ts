import { expect, test } from 'vitest'
import { aSite } from './a-site'

const { ask } = await aSite()
const post = (path: string) => ask(path, { method: 'POST', body: 'a=b' })

test('the eleventh message in a minute has to wait, by whichever way it comes', async () => {
  const ways = ['/contact', '/api/contact', '/contact.data', '/Contact', '/a/../contact/']
  for (let sent = 0; sent < 10; sent += 1) expect((await post(ways[sent % 5] ?? '')).status).not.toBe(429)

  for (const way of ways) {
    const refused = await post(way)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(JSON.parse((await post('/api/contact')).text).message).toContain('Too many requests')
  expect((await post('/checkout')).status).toBe(200)
  expect((await ask('/contact')).status).toBe(200)
})

test('Stripe is never told to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 400 }, () => post('/api/stripe/webhook')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
