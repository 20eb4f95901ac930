import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { ownProcess } from '#tests/fixtures/own-process'
import { ask } from './a-site'

const folder = mkdtempSync(join(tmpdir(), 'savanna-unexpected-'))
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function aProcess(name: string) {
  const path = join(folder, `${name}.db`)
  const child = ownProcess('tests/server/troubled-process.ts', { ...process.env, DATABASE_PATH: path })
  running.add(child)
  const [port] = (await once(child, 'message')) as [number]
  return { child, port, path }
}

const letters = (path: string) => {
  const file = new Database(path, { readonly: true })
  try {
    return file.prepare('select to_address as [to], subject, text_body as body from outbox').all()
  } finally {
    file.close()
  }
}

const ONE_LETTER = [
  {
    to: 'staff@savannasoul.example',
    subject: 'The website hit an unexpected error',
    body: expect.not.stringContaining('secret'),
  },
]

test('an unhandled rejection keeps the site up and notifies staff', async () => {
  const { child, port, path } = await aProcess('promise')
  child.send('promise')
  child.send('no error')
  child.send('promise')
  await expect.poll(() => letters(path)).toEqual(ONE_LETTER)
  expect((await ask(port, '/contact')).status).toBe(200)
  expect(child.exitCode).toBe(null)
})

test('an uncaught exception stops the site in good order', async () => {
  const { child, port, path } = await aProcess('exception')
  const answered = new Promise((resolve, reject) => {
    const posting = request({
      port,
      host: '127.0.0.1',
      path: '/api/contact',
      method: 'POST',
      headers: { 'Content-Length': 4, Expect: '100-continue' },
    })
    // The site has the request: what is thrown now does not take it away.
    posting.once('continue', async () => {
      child.send('exception')
      await expect.poll(() => letters(path)).toEqual(ONE_LETTER)
      posting.end('abcd')
    })
    posting.once('response', (response) => resolve(response.resume().statusCode))
    posting.once('error', reject)
    posting.flushHeaders()
  })
  const exited = once(child, 'exit')
  expect(await answered).toBe(200)
  expect(await exited).toEqual([1, null])
})
