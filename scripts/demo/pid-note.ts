import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

const taken = new Set<string>()
process.once('exit', () => {
  for (const note of taken) rmSync(note, { force: true })
})

/**
 * Writes a note that this process has something to itself, until it ends: true where nobody living has it.
 * Two that ask at the same moment do not both get it, and a note that a killed process left is no hindrance.
 */
export function takeNote(note: string): boolean {
  if (taken.has(note)) return true
  const own = `${note}.${process.pid}`
  try {
    // Made whole beside it and put in its place at once: nobody reads one that is empty still.
    writeFileSync(own, String(process.pid))
    if (!put(own, note) && !(clearAwayStale(note) && put(own, note))) return false
  } finally {
    rmSync(own, { force: true })
  }
  taken.add(note)
  return true
}

function put(own: string, note: string): boolean {
  try {
    linkSync(own, note)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** False where the note's process lives, or the note is somebody else's and stays. */
function clearAwayStale(note: string): boolean {
  if (isAlive(pidIn(note))) return false
  const aside = `${note}.stale.${process.pid}`
  try {
    renameSync(note, aside)
  } catch {
    return false
  }
  // Another one may have put its own in place of the stale one by now: it goes back.
  if (isAlive(pidIn(aside))) put(aside, note)
  rmSync(aside, { force: true })
  return true
}

function pidIn(note: string): number {
  try {
    return Number(readFileSync(note, 'utf8'))
  } catch {
    return 0
  }
}

/** Whether a process of that number runs, no matter whose. */
function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
