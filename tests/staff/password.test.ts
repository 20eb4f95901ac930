import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { action as signInPage } from '#app/routes/admin/sign-in'
import { action as signInCall } from '#app/routes/api/admin/login'
import { isCommonPassword } from '#app/staff/password.server'
import { signIn } from '#app/staff/sign-in.server'
import { ensureFirstAccount } from '#app/staff/users.server'
import { sqlite } from '#db/connection.server'
import { NOON } from '#tests/fixtures/orders'
import { hashOf, moment, somebody } from './staff'

const STRENGTH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

let networks = 0
const tryOf = (username: string, password = 'karibu-sana') =>
  signIn({ username, password }, { address: `10.7.${networks >> 8}.${networks++ & 255}` }, moment())

test.each([
  '123456',
  'password',
  'Password1',
  'QWERTY',
  'iloveyou',
  'letmein',
  'Safari2026!',
  'savanna-soul',
  '1Kenya1',
])('%s is too common', (password) => expect(isCommonPassword(password)).toBe(true))

test.each(['karibu-sana', 'safari to the river', 'kahawa-1', 'maji moto', '12345', ''])(
  '%j is not',
  (password) => expect(isCommonPassword(password)).toBe(false),
)

test('a common first password keeps the site from starting', async () => {
  await expect(ensureFirstAccount({ username: 'admin', password: 'letmein' }, NOON)).rejects.toThrow(
    'ADMIN_PASSWORD is one of the 10000 most common passwords, or a word of the site: choose another.',
  )
})

test('a weakly hashed password is rehashed at the next sign-in', async () => {
  const { id, username } = await somebody()
  const cheap = await hash('karibu-sana', { memoryCost: 4_096, timeCost: 1, parallelism: 1 })
  sqlite.prepare('update admin_users set password_hash = ? where id = ?').run(cheap, id)
  expect(await tryOf(username, 'wrong')).toEqual({ refused: 'wrong' })
  expect(hashOf(username)).toBe(cheap)
  expect(await tryOf(username)).toHaveProperty('staff')
  const rehashed = hashOf(username)
  expect(rehashed).toMatch(STRENGTH)
  expect(await tryOf(username)).toHaveProperty('staff')
  expect(hashOf(username)).toBe(rehashed)
})

const counted = () => sqlite.prepare('select sum(guesses) from guess_counts').pluck().get()

test('a crowd is asked to retry without losing guesses', async () => {
  const { username } = await somebody()
  const before = counted()
  const answers = await Promise.all(Array.from({ length: 60 }, () => tryOf(username)))
  const busy = answers.filter((answer) => 'refused' in answer && answer.refused === 'busy')
  expect(busy.length).toBe(60 - 2 - 30)
  expect(answers.filter((answer) => 'staff' in answer)).toHaveLength(32)
  expect(counted()).toBe(before)
  expect(await tryOf(username)).toHaveProperty('staff')
})

test('the call and the page both say so', async () => {
  const json = () => ({
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'Nobody', password: 'wrong' }),
  })
  const form = () => ({ body: new URLSearchParams({ username: 'Nobody', password: 'wrong' }) })
  const post = (path: string, body: object) => ({
    request: new Request(`http://localhost${path}`, { method: 'POST', ...body }),
    context: { clientAddress: `10.8.0.${networks++ % 256}` },
    params: {},
  })
  const calls = Array.from({ length: 40 }, () => signInCall(post('/api/admin/login', json())))
  const page = await signInPage(post('/admin/login', form()))
  expect(page).toMatchObject({
    data: { submission: { error: { '': [expect.stringMatching(/^Too many people are signing in/)] } } },
    init: { status: 503 },
  })
  const busy = (await Promise.all(calls)).filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy[0]?.headers.get('Retry-After')).toBe('5')
  expect(await busy[0]?.json()).toEqual({
    message: 'Too many people are signing in just now. Please try again in a moment.',
  })
})
