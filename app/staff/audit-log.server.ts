import { and, eq, gt, sql } from 'drizzle-orm'
import { db, immediately } from '#db/connection.server'
import { givenLater, prepared } from '#db/prepared.server'
import { auditLog } from '#db/schema/staff'
import type { Action, Details } from './audit-events'

/** Who did what to what; each action has its own detail (audit-events.ts). */
export type AuditEntry<A extends Action = Action> = {
  /** A username, or 'traveler', 'stripe', 'schedule', 'site' where no one was signed in. */
  actor: string
  actorId?: number
  action: A
  /** Such as 'booking:TS-ABC123'. */
  subject: string
} & (keyof Details[A] extends never ? { detail?: undefined } : { detail: Details[A] })

/** A member of staff, as far as the log names them. */
export type Actor = { id: number; username: string }

/** The part of an entry that says who acted: a member of staff, or 'traveler' or 'schedule'. */
export type By = Pick<AuditEntry, 'actor' | 'actorId'>

export const byStaff = ({ id, username }: Actor): By => ({
  actor: username,
  actorId: id,
})

/** Records an action of staff or an event of money, in the transaction that it belongs to (rules 6.7). */
export function recordAct<A extends Action>(now: Date, entry: AuditEntry<A>): void {
  const { actor, action, subject, detail = {} } = entry
  written().run({ actorId: entry.actorId ?? null, actor, action, subject, detail, createdAt: now })
}

/** The same of what was done to a booking. */
export function recordBookingAct<A extends Action>(
  now: Date,
  { reference }: { reference: string },
  { actor, actorId }: By,
  action: A,
  detail: Details[A],
): void {
  const subject = `booking:${reference}`
  written().run({ actorId: actorId ?? null, actor, action, subject, detail, createdAt: now })
}

/** The same of what was done to a departure. */
export function recordDepartureAct<A extends Action>(
  now: Date,
  departureId: number,
  { actor, actorId }: By,
  action: A,
  detail: Details[A],
): void {
  const subject = `departure:${departureId}`
  written().run({ actorId: actorId ?? null, actor, action, subject, detail, createdAt: now })
}

const written = prepared(() =>
  db
    .insert(auditLog)
    .values({
      // An account deleted in the meantime leaves only its name.
      actorId: sql<number>`(select id from admin_users where id = ${sql.placeholder('actorId')})`,
      ...givenLater('actor', 'action', 'subject', 'detail', 'createdAt'),
    })
    .prepare(),
)

const HOUR = 3_600_000

/** Actions that a stranger can repeat without end: their entry counts those of an hour. */
type Repeatable = { [A in Action]: Details[A] extends { times: number } ? A : never }[Action]

/** Records such an action, or counts it in the same person's entry of the last hour on the same subject. */
export function recordRepeated(
  entry: Pick<AuditEntry<Repeatable>, 'actor' | 'actorId' | 'action' | 'subject'>,
  now: Date,
): void {
  const { actor, action, subject } = entry
  immediately((tx) => {
    const { changes } = tx
      .update(auditLog)
      .set({ detail: sql`json_set(${auditLog.detail}, '$.times', ${auditLog.detail} ->> '$.times' + 1)` })
      .where(
        and(
          eq(auditLog.subject, subject),
          gt(auditLog.createdAt, new Date(now.getTime() - HOUR)),
          eq(auditLog.action, action),
          eq(auditLog.actor, actor),
        ),
      )
      .run()
    if (changes === 0) recordAct(now, { ...entry, detail: { times: 1 } })
  })
}
