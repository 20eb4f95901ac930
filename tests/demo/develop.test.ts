import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { aClone, clearAway, runIn, stop } from './a-clone'

afterEach(clearAway)

const PAGE = 'app/routes/traveler/my-booking.tsx'
const WORDS = 'Send me my link'

test('a changed file changes its page, Ctrl-C stops all', { timeout: patiently(60_000) }, async () => {
  const clone = aClone(['app'])
  const { child, address, said } = await runIn(clone, 'dev', ['--empty', '--port', '4390'])
  const page = async () => (await fetch(`${address}/my-booking`)).text()
  expect(await page()).toContain(WORDS)
  // Another demo, or a person, may have taken the usual ports of the sandbox and the mailbox.
  const around = [...said().matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([url]) => url)
  expect(around).toHaveLength(2)
  for (const url of around) expect((await fetch(url)).status).toBe(200)

  const file = join(clone, PAGE)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(WORDS, 'Why not today'))
  await expect.poll(page, { timeout: patiently(10_000) }).toContain('Why not today')

  await stop(child, 'SIGINT')
  expect(child.exitCode).toBe(0)
  for (const url of [address, ...around]) await expect(fetch(url)).rejects.toThrow()
})
