import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { migrate } from '#db/migrate.server'
import { patiently } from '#scripts/test/patience.mjs'
import { aClone, clearAway, runIn, startIn, stop } from './a-clone'

// npm run demo as people type it for the first time: on a clone that never ran, was killed, or has a
// neighbor.

/** All bookings of the season's first weeks, none of which only holds its seats. */
const BOOKINGS = 11
const FIRST_WEEKS = ['--clock', '2025-02-01']

afterEach(clearAway)

async function demo(clone: string, args: string[], variables: Record<string, string> = {}) {
  const running = await runIn(clone, 'demo', args, variables)
  expect((await fetch(`${running.address}/healthz`)).status).toBe(200)
  return running
}

const bookingsIn = (clone: string) => {
  const file = new Database(join(clone, 'data/demo/safari.db'), { readonly: true })
  const total = file.prepare('select count(*) from bookings').pluck().get()
  file.close()
  return total
}

const limit = { timeout: patiently(90_000) }

test('--empty with --clock begins without a season, PORT obeyed', limit, async () => {
  const clone = aClone()
  const { address, said } = await demo(clone, ['--clock', '2025-08-01', '--empty', '--fresh'], {
    PORT: '4330',
  })
  expect(address).toBe('http://localhost:4330')
  expect(said()).toContain('August 1, 2025')
  expect(bookingsIn(clone)).toBe(0)
})

test('two clones started at once both come up', limit, async () => {
  const [one, other] = [aClone(), aClone()]
  const demos = await Promise.all([one, other].map((clone) => demo(clone, ['--empty', '--port', '4350'])))
  expect(demos.map(({ address }) => address).sort()).toEqual([
    'http://localhost:4350',
    'http://localhost:4351',
  ])
})

test('a clone that was killed begins again where it was', limit, async () => {
  const clone = aClone()
  const { child } = await demo(clone, ['--empty', '--port', '4370'])
  const password = () => JSON.parse(readFileSync(join(clone, 'data/demo/secrets.json'), 'utf8')).adminPassword
  const before = password()
  await stop(child, 'SIGKILL')
  const again = await demo(clone, ['--port', '4370'])
  expect(again.address).toBe('http://localhost:4370')
  expect(password()).toBe(before)
  expect(bookingsIn(clone)).toBe(0)
})

/** The file of the release before the newest migration. */
function anEarlierFile(clone: string): void {
  const migrations = join(clone, 'earlier-migrations')
  cpSync('db/migrations', migrations, { recursive: true })
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
  journal.entries.pop()
  writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify(journal))
  mkdirSync(join(clone, 'data/demo'), { recursive: true })
  const file = new Database(join(clone, 'data/demo/safari.db'))
  migrate(file, migrations)
  file.close()
}

test('data of an earlier release are brought up to date', limit, async () => {
  const clone = aClone()
  anEarlierFile(clone)
  await demo(clone, ['--port', '4390'])
  expect(bookingsIn(clone)).toBe(0)
})

test(
  '--fresh as the first command begins with a season; interrupted, it is played again, whole',
  limit,
  async () => {
    const clone = aClone()
    const { child, up } = startIn(clone, 'demo', ['--fresh', '--port', '4450', ...FIRST_WEEKS])
    const isInTheMaking = () => existsSync(join(clone, 'data/demo/season-in-the-making/safari.db'))
    await Promise.all([
      expect(up).rejects.toThrow(),
      expect
        .poll(isInTheMaking, { timeout: patiently(20_000) })
        .toBe(true)
        .then(() => stop(child, 'SIGKILL')),
    ])
    const lived = await demo(clone, ['--port', '4450', ...FIRST_WEEKS])
    expect(lived.said()).toContain('A season of the company: lived in')
    expect(bookingsIn(clone)).toBe(BOOKINGS)
    await stop(lived.child)

    const again = await demo(clone, ['--port', '4450', '--empty'])
    expect(again.said()).not.toContain('A season')
    expect(bookingsIn(clone)).toBe(BOOKINGS)
  },
)
