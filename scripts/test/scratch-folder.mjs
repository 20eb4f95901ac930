// Plain JavaScript without packages: it runs before anything is installed.
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Bytes that must be free, so that a run cannot fill the memory of its machine. */
const ROOM = 4e9

/**
 * A folder for the databases and mailboxes of a run, removed at its end. It lies in memory where that has
 * room: every commit waits for the disk, and tests commit all the time.
 */
export function scratchFolder() {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'savanna-tests-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, freemem()) >= ROOM
  } catch {
    return false
  }
}
