import { env } from '#app/env.server'
import { log } from '#app/log.server'
import { reasonOf } from '#app/reason'
import { type Occasion, removeOldBackups } from './backup-folder.server'
import { makeBackup } from './make-backup.server'
import { runBackupCommand } from './run-command.server'

const LOOK_MS = 1_000

/**
 * The nightly job, and the same by hand: makes a backup, removes those that the rule does not keep, and hands the new one to BACKUP_COMMAND.
 * Where any of it fails, it throws, and staff are told by an alert (app/watch). `goOn` is asked every second: where
 * another process has taken the run over, it throws, too.
 */
export async function backUp(
  now: Date,
  goOn = () => true,
  occasion: Occasion = 'nightly',
): Promise<Record<string, number>> {
  const watch = watched(goOn)
  try {
    const { file, bytes, pictures } = await makeBackup(now, occasion, watch.signal)
    const removed = await removeOldBackups(file, now)
    if (env.BACKUP_COMMAND) await runBackupCommand(env.BACKUP_COMMAND, file, { signal: watch.signal })
    return { bytes, pictures, removed }
  } catch (error) {
    // What was under way only says that it was aborted.
    throw watch.signal.aborted ? watch.signal.reason : error
  } finally {
    watch.end()
  }
}

function watched(goOn: () => boolean): { signal: AbortSignal; end: () => void } {
  const lost = new AbortController()
  const look = setInterval(() => {
    try {
      if (!goOn()) lost.abort(new Error('Another process has taken this run over'))
    } catch (error) {
      // The database was locked at this moment: the next look tells.
      log.warn({ reason: reasonOf(error) }, 'A backup could not renew its lease')
    }
  }, LOOK_MS)
  return { signal: lost.signal, end: () => clearInterval(look) }
}
