import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { type Letter, letter } from '#app/mail/letter'
import { healthInAdmin, postToStaff } from '#app/mail/outbox.server'
import { showInstantAndUtc } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { log } from '#app/platform/log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { alerts } from '#db/schema/running'
import {
  ALERTS,
  type AlertKind,
  isAlertKind,
  isKnown,
  REPEAT_HOURS,
  type Trouble,
  troublesIn,
} from './alert-kinds'
import type { Facts } from './facts.server'

/** Tells staff that something is wrong with the site. */
const alertLetter = (
  kind: AlertKind,
  { found, openedAt }: Pick<Alert, 'found' | 'openedAt'>,
): Letter => letter`
  # ${ALERTS[kind].subject}

  ${found}

  ${ALERTS[kind].advice}

  | Since | ${onOurClocks(openedAt)} |

  [See site health](${healthInAdmin()})

  -# While it lasts, you will get this email once a day, and one more when it is over.
`

/** Tells staff that it is over. */
const alertOverLetter = (
  kind: AlertKind,
  { found, openedAt }: Pick<Alert, 'found' | 'openedAt'>,
  until: Date,
): Letter => letter`
  # ${ALERTS[kind].overSubject}

  The problem we wrote to you about is over. There is nothing to do.

  | It was | ${found} |
  | From | ${onOurClocks(openedAt)} |
  | Until | ${onOurClocks(until)} |

  [See site health](${healthInAdmin()})
`

const onOurClocks = (instant: Date): string => showInstantAndUtc(instant, env.BUSINESS_TIMEZONE)

const HOUR_MS = 3_600_000

type Alert = typeof alerts.$inferSelect

let seen: AlertKind[] = []

/** What this process last found wrong, even if it could not be stored, and what others stored. */
export function alertsNow(): ReadonlySet<AlertKind> {
  const open = db.select({ kind: alerts.kind }).from(alerts).where(isNull(alerts.overAt)).all()
  return new Set([...seen, ...open.map(({ kind }) => kind).filter(isAlertKind)])
}

/** Remembers what is wrong, and writes what is new to the log: that much works also on a full disk. */
export function notice(facts: Facts): void {
  const troubles = troublesIn(facts)
  for (const { kind, found } of troubles.filter((trouble) => !seen.includes(trouble.kind)))
    log.error({ alert: kind, found }, 'Something is wrong with the site')
  seen = [...new Set(troubles.map(({ kind }) => kind))]
}

/**
 * Compares what is wrong with what was, and writes to staff about each thing when it begins, once a day while
 * it lasts, and when it is over; not when it begins again within a day of its last letter.
 */
export function alertStaff(facts: Facts): void {
  immediately((tx) => {
    const open = tx.select().from(alerts).where(isNull(alerts.overAt)).all()
    // The daily jobs have waited for the clock: they run before the next look.
    const hasWaited = open.some(({ kind }) => kind === 'clock-off')
    const isJudged = ({ kind }: { kind: string }) =>
      !isAlertKind(kind) || (isKnown(kind, facts) && !(hasWaited && kind === 'job-failed'))
    const troubles = troublesIn(facts).filter(isJudged)
    const before = open.filter(isJudged)
    const isSame = (trouble: { kind: string; about: string }) => (alert: Alert) =>
      alert.kind === trouble.kind && alert.about === trouble.about
    for (const trouble of troubles) goOn(before.find(isSame(trouble)), trouble, facts.at, tx)
    for (const alert of before)
      if (!troubles.some((trouble) => isSame(trouble)(alert))) end(alert, facts.at, tx)
  })
}

function goOn(open: Alert | undefined, trouble: Trouble & { kind: AlertKind }, now: Date, tx: Tx): void {
  const { kind, about, found } = trouble
  const alert =
    (open && ofNow(open, now, tx)) ??
    tx.insert(alerts).values({ kind, about, found, openedAt: now }).returning().get()
  const toldBefore = latest(lastLetter(kind, about, now, tx), trouble.toldAt)
  if (toldBefore && now.getTime() - toldBefore.getTime() < REPEAT_HOURS * HOUR_MS) {
    // A letter of its own counts as told: when it is over, staff hear that as well.
    const toldAt = latest(alert.toldAt, trouble.toldAt)
    tx.update(alerts).set({ found, toldAt }).where(eq(alerts.id, alert.id)).run()
    return
  }
  tx.update(alerts).set({ found, toldAt: now }).where(eq(alerts.id, alert.id)).run()
  const once = `${alert.id}:${now.getTime()}`
  postToStaff(now, { kind: 'alert', once, letter: alertLetter(kind, { ...alert, found }) })
}

/** What a clock that was ahead began, and is still wrong, began now. */
function ofNow(open: Alert, now: Date, tx: Tx): Alert {
  if (open.openedAt <= now) return open
  const began = { openedAt: now, toldAt: null }
  tx.update(alerts).set(began).where(eq(alerts.id, open.id)).run()
  return { ...open, ...began }
}

function end(found: Alert, now: Date, tx: Tx): void {
  // What a clock that was ahead began does not end before it began.
  const alert = { ...found, openedAt: found.openedAt < now ? found.openedAt : now }
  tx.update(alerts).set({ openedAt: alert.openedAt, overAt: now }).where(eq(alerts.id, alert.id)).run()
  log.info({ alert: alert.kind }, 'Something is no longer wrong with the site')
  if (alert.toldAt === null || !isAlertKind(alert.kind)) return
  postToStaff(now, { kind: 'alert-over', once: alert.id, letter: alertOverLetter(alert.kind, alert, now) })
}

/** When such a thing was last written about, open or over; not one dated after now by a wrong clock. */
const lastLetter = (kind: AlertKind, about: string, now: Date, tx: Tx): Date | null => {
  const told = tx
    .select({ at: sql<number | null>`max(${alerts.toldAt})` })
    .from(alerts)
    .where(and(eq(alerts.kind, kind), eq(alerts.about, about), lte(alerts.toldAt, now)))
    .get()?.at
  return told ? new Date(told) : null
}

function latest(one: Date | null, other: Date | null | undefined): Date | null {
  if (!one || !other) return one ?? other ?? null
  return one > other ? one : other
}

/** Since when staff are told of such a thing; null where it is over, or was never wrong. */
export const openSince = (kind: AlertKind, about: string): Date | null =>
  db
    .select({ at: alerts.openedAt })
    .from(alerts)
    .where(and(eq(alerts.kind, kind), eq(alerts.about, about), isNull(alerts.overAt)))
    .get()?.at ?? null

const SHOWN = 20

/** The last alerts, open or over, newest first. */
export const lastAlerts = (): Alert[] =>
  db.select().from(alerts).orderBy(desc(alerts.openedAt), desc(alerts.id)).limit(SHOWN).all()
