import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Site } from '#tests/fixtures/site'

type Changed = Record<string, string | undefined>

/** `npm run backup` or `npm run restore` with the site's settings, of which some are changed. */
export const startAtMachine = (
  site: Site,
  command: 'backup' | 'restore',
  words: string[] = [],
  changed: Changed = {},
): ChildProcess =>
  spawn(process.execPath, [`build/server/${command}.js`, ...words], {
    env: { ...site.settings, ...changed } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** What it says, standard output and error together, and how it ends. */
export async function atMachine(...asked: Parameters<typeof startAtMachine>) {
  const child = startAtMachine(...asked)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (words) => {
      said += words
    })
  const [code] = await once(child, 'close')
  return { said, code: code as number | null }
}
