import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { inDataFolder } from './folder'
import { takeNote } from './pid-note'

const note = () => inDataFolder('running')

/** Two demos must not share one set of data: throws where an earlier one still answers, or is on its way. */
export async function refuseSecondDemo(): Promise<void> {
  if (!takeNote(inDataFolder('starting')))
    throw new Error('  It is starting in another terminal already, or runs there. Stop that one first.')
  if (!existsSync(note())) return
  const address = readFileSync(note(), 'utf8')
  const answers = await fetch(`${address}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (answers) throw new Error(`  It is already running at ${address}. Stop that one first.`)
}

/** Notes that this demo runs; call the returned function when it stops. */
export function sayRunning(address: string): () => void {
  writeFileSync(note(), address)
  return () => rmSync(note(), { force: true })
}
