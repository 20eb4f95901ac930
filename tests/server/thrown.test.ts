import { expect, test } from 'vitest'
import { aSite } from './a-site'

const { ask } = await aSite()

test.each([
  ['a loader', '/broken', 'GET'],
  ['a component', '/broken-component', 'GET'],
  ['the shell', '/broken-shell', 'GET'],
  ['an action', '/broken-action', 'POST'],
  ['a value that comes later', '/broken-promise', 'GET'],
  ['a loader, asked for its data', '/broken.data', 'GET'],
  ['a value that comes later, asked for its data', '/broken-promise.data', 'GET'],
])('what %s throws is a 500, not a crash', async (_, path, method) => {
  const answer = await ask(path, {
    method,
    headers: { Accept: 'text/html', ...(method === 'POST' && { Origin: 'http://localhost:3000' }) },
  })
  // The answer of data that comes later has begun when that fails.
  expect(answer.status).toBe(path === '/broken-promise.data' ? 200 : 500)
  expect((await ask('/contact')).status).toBe(200)
})

test('a page waits for a value that comes later', async () => {
  const { status, text } = await ask('/kept-promise')
  expect(status).toBe(200)
  expect(text).toContain('<h1>came later</h1>')
  expect(text).not.toContain('soon')
})
