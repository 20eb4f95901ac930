import { db } from '#db/connection.server'
import { outbox, reminders } from '#db/schema/mail'
import { jobRuns } from '#db/schema/running'
import { nothingBooked } from '#tests/fixtures/payments'

/** Reminders in the outbox, in the order they were written. */
export const remindersInOutbox = (): string[] =>
  db
    .select({ kind: outbox.kind })
    .from(outbox)
    .orderBy(outbox.id)
    .all()
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('reminder-'))

export function nothingSent() {
  for (const table of [reminders, jobRuns]) db.delete(table).run()
  nothingBooked()
}
