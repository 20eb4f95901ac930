import { existsSync } from 'node:fs'
import { machineNow, now } from '#app/platform/clock.server'
import type { Terminal } from './after-restore.server'
import { BACKUP_FOLDER, type Backup, backupsIn } from './backup-folder.server'
import { type Restored, restoreBackup } from './restore-backup.server'

const USAGE = `npm run restore -- FILE|latest puts a backup in place of the database and the pictures; with --unsealed at the end
also one that is not encrypted, though BACKUP_KEY is set.
npm run restore -- --payments lists the payments that Stripe knows and the database does not.
npm run restore -- --enter PAYMENT BOOKING enters one of them, as --enter pi_123 TS-ABC123; where it was made for a booking
that is lost, --instead-of LOST at the end says that this one was made in its place.`

const REFUSALS: Record<Extract<Restored, { refused: string }>['refused'], string> = {
  running: 'The site runs on this database, or something else has it open. Stop it first.',
  'in-litefs': 'The database lies in LiteFS, which lets no file be put in its place: see docs/scaling.md.',
  'not-a-backup': 'This is no backup of this site.',
  'no-key': 'This backup is encrypted: set BACKUP_KEY to the key that it was made with.',
  'wrong-key': 'BACKUP_KEY is not the key that this backup was made with.',
  unsealed:
    'BACKUP_KEY is set, and this backup is not encrypted: anybody could have made it. If you know where it comes from, say --unsealed at the end.',
  'too-large': 'This backup unpacks to more than the disk has room for.',
  damaged: 'This backup is damaged: it cannot be used.',
  newer: 'This backup was made by a later release of the site. Restore it with that one.',
}

/**
 * What `npm run restore` does and says. Modules that open the database are loaded only once it is in place.
 * Throws an Error with a sentence where it is refused; then nothing was replaced.
 */
export async function restoreCommand(
  words: string[],
  terminal: Terminal,
  isServing: () => Promise<boolean>,
): Promise<void> {
  const [first, intentId, reference] = words
  if (first === '--payments' && words.length === 1) {
    return (await payments()).listUnknownPayments(terminal)
  }
  const [, , , insteadOf, lost = null] = words
  const isEntering = words.length === 3 || (words.length === 5 && insteadOf === '--instead-of')
  if (first === '--enter' && intentId && reference && isEntering) {
    return (await payments()).enterPayment(intentId, reference, terminal, lost)
  }
  const unsealed = words.length === 2 && words[1] === '--unsealed'
  if (!first || first.startsWith('-') || (words.length > 1 && !unsealed)) throw new Error(USAGE)
  await restore(first, terminal, isServing, unsealed)
}

const payments = () => import('./after-restore.server')

async function restore(
  wanted: string,
  terminal: Terminal,
  isServing: () => Promise<boolean>,
  unsealed: boolean,
): Promise<void> {
  const file = wanted === 'latest' ? latestBackup(now(), terminal) : wanted
  if (!file) throw new Error(`There is no backup in ${BACKUP_FOLDER}.`)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)

  const restored = await restoreBackup(file, machineNow(), isServing, { unsealed })
  if ('refused' in restored) throw new Error(`${REFUSALS[restored.refused]} Nothing was replaced.`)
  const { takenAt, pictures, keptAs } = restored
  terminal.say(`Restored ${file}, as it was at ${takenAt.toISOString()}. Files of pictures: ${pictures}.`)
  if (keptAs.length > 0) {
    terminal.say(
      `What lay there is kept; remove it when all is well:\n${keptAs.map((name) => `  ${name}`).join('\n')}`,
    )
  }
  const { noteRestored, endAfterRestore, purgeAfterRestore } = await import('./after-restore.server')
  noteRestored(takenAt, now())
  const { sessions, links, gone } = endAfterRestore(takenAt)
  terminal.say(
    `Ended again: ${sessions} sessions of staff, ${links} links to a new password. Erased, used up or removed again: ${gone}.`,
  )
  const erased = await purgeAfterRestore(now())
  terminal.say(
    erased === null
      ? 'Nothing was erased that is kept no longer: the machine’s clock is wrong. The site does it when it is right.'
      : `Kept no longer by now, and erased: ${erased}.`,
  )
  await (await payments()).listUnknownPayments(terminal)
}

const DAY_MS = 86_400_000

/** The newest file; one dated days after now, by a clock that was ahead, only if there is no other. */
function latestBackup(now: Date, terminal: Terminal): string | undefined {
  const backups = backupsIn()
  const isAhead = ({ at }: Backup) => at.getTime() > now.getTime() + DAY_MS
  const latest = backups.find((backup) => !isAhead(backup))
  const ahead = backups.filter(isAhead)
  if (latest && ahead.length > 0)
    terminal.say(
      `Passed over, because dated after now:\n${ahead.map(({ file }) => `  ${file}`).join('\n')}\nTo restore such a file, name it.`,
    )
  return (latest ?? backups[0])?.file
}
