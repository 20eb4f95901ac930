import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { ANSWERS_WITHIN } from './built-site'
import { inDataFolder } from './folder'
import { takeNote } from './pid-note'

const note = () => inDataFolder('running')

/** Two demos must not share one set of data: throws where an earlier one still answers, or is on its way. */
export async function refuseSecondDemo(): Promise<void> {
  if (!takeNote(inDataFolder('starting')))
    throw new Error('  It is starting in another terminal already, or runs there. Stop that one first.')
  if (!existsSync(note())) return
  const address = readFileSync(note(), 'utf8')
  for (const end = Date.now() + STOPS_WITHIN; Date.now() < end; await wait(LOOK)) {
    const status = await statusOf(address)
    if (status === null) return
    if (status === 200) throw new Error(`  It is already running at ${address}. Stop that one first.`)
  }
}

/**
 * Where an earlier demo was killed, its site still finishes what is under way, and holds its port until then.
 */
const STOPS_WITHIN = 15_000
const LOOK = 200

/** Null where nobody is there anymore. */
const statusOf = (address: string): Promise<number | null> =>
  fetch(`${address}/healthz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN) }).then(
    ({ status }) => status,
    (error: Error) => (error.name === 'TimeoutError' ? 0 : null),
  )

/** Notes that this demo runs; call the returned function when it stops. */
export function sayRunning(address: string): () => void {
  writeFileSync(note(), address)
  return () => rmSync(note(), { force: true })
}
