import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { inDataFolder } from './folder'

const note = () => inDataFolder('running')

/** Two demos must not share one set of data: throws where an earlier one still answers. */
export async function refuseSecondDemo(): Promise<void> {
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
