import { businessDay } from '#app/clock.server'
import { db, immediately } from '#db/connection.server'
import type { Letter } from './letter'
import { postToStaff } from './outbox.server'

/** Tells staff that a backup could not be made, or not brought off the machine, and why: at most one letter a day. */
export function tellOfFailedBackup(reason: string, now: Date): void {
  const letter = backupFailed(reason, now)
  immediately(db, (tx) => postToStaff({ kind: 'backup-failed', once: businessDay(now), letter }, now, tx))
}

const backupFailed = (reason: string, now: Date): Letter => ({
  subject: 'The website could not be backed up',
  blocks: [
    {
      paragraph:
        'The nightly backup of the website failed. The website itself goes on as before, and tries again every hour.',
    },
    {
      paragraph:
        'Please forward this letter to whoever looks after the website: without a backup, what is written today can be lost with the machine.',
    },
    {
      rows: [
        ['Why', reason],
        ['When', now.toISOString()],
      ],
    },
  ],
})
