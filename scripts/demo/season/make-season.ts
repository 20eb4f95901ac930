import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { liveLine } from '#scripts/live-line.mjs'

export type SeasonWish = {
  /** Where the files of the season are written. */
  folder: string
  /** Of the site that will go on with them. */
  settings: Record<string, string>
  /** An instant as text: where the season ends and the demo begins. */
  until: string
}

/** When the company opens its admin for the first time. */
export const FIRST_DAY = new Date('2024-09-02T13:00:00Z')

export const DATABASE = 'safari.db'

const IN_THE_MAKING = 'season-in-the-making'

/**
 * Fills a folder with a season of the company's life: database, Stripe and mailbox. All of it or nothing: it
 * comes about in a folder beside it and is moved when it is whole, so that a run which was killed leaves no
 * half of one.
 */
export async function makeSeason(wish: SeasonWish, log: string): Promise<void> {
  const inTheMaking = join(wish.folder, IN_THE_MAKING)
  rmSync(inTheMaking, { recursive: true, force: true })
  mkdirSync(inTheMaking, { recursive: true })
  await run({ ...wish, folder: inTheMaking }, log)
  // The database last: where it stands, a season is there.
  const names = readdirSync(inTheMaking).toSorted(
    (one, other) => Number(one === DATABASE) - Number(other === DATABASE),
  )
  for (const name of names) renameSync(join(inTheMaking, name), join(wish.folder, name))
  rmSync(inTheMaking, { recursive: true, force: true })
}

async function run(wish: SeasonWish, log: string): Promise<void> {
  const output = openSync(log, 'w')
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('process.ts', import.meta.url)), JSON.stringify(wish)],
    { stdio: ['ignore', output, output, 'ipc'], env: { ...process.env, NODE_ENV: 'production' } },
  )
  const startedAt = Date.now()
  const line = liveLine('A season of the company')
  child.on('message', ({ part }: { part: number }) => line.show(`${Math.floor(part * 100)} %`))
  const [code] = await once(child, 'exit')
  closeSync(output)
  line.end(`${code === 0 ? 'lived in' : 'failed after'} ${Math.round((Date.now() - startedAt) / 1000)} s`)
  if (code === 0) return
  const said = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15)
  throw new Error(
    `  The season could not be made:\n\n${said.map((line) => `    ${line}`).join('\n')}\n\n  Its log is ${log}`,
  )
}
