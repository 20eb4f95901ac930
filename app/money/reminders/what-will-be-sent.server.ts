import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type Candidate, candidatesIn, decide, type Silence } from './candidates.server'
import {
  FIRST_REMINDER_DAYS,
  kindDue,
  MILDEST,
  MOST_PRESSING,
  REMINDER_KINDS,
  REMINDERS,
  type ReminderKind,
} from './reminder-kinds'

type About = Pick<Candidate, 'reference' | 'customerName' | 'number' | 'dueOn' | 'owedCents'>

export type WillBeSent = {
  day: Day
  sends: (About & { kind: ReminderKind })[]
  silent: (About & { why: Silence })[]
  /** Only this many are listed, where there are more. */
  cutAt: number | null
}

/** Of the daily run that sends a kind: its hour, and whether today's is still to come. */
type Runs = { hourOf: (kind: ReminderKind) => number; isToCome: (kind: ReminderKind) => boolean }

/** What a page can show; more would tell nobody anything. */
const AT_MOST = 300
/** How far ahead an installment is mentioned at all, though nothing goes out yet. */
const LOOKED_AHEAD_DAYS = 2 * FIRST_REMINDER_DAYS

/**
 * What the automation will send on a business day, today or later, to whom, and why others get nothing, if
 * nobody pays until then: the days in between are lived through in thought. Sends nothing.
 */
export function whatWillBeSent(day: Day, now: Date, runs: Runs): WillBeSent {
  const today = businessDay(now)
  const asked = day < today ? today : day
  const span = { from: '', until: addDays(asked, LOOKED_AHEAD_DAYS), unlessSent: MOST_PRESSING }
  const candidates = candidatesIn(span, now, null, AT_MOST + 1)
  const told: WillBeSent = {
    day: asked,
    sends: [],
    silent: [],
    cutAt: candidates.length > AT_MOST ? AT_MOST : null,
  }
  for (const candidate of candidates.slice(0, AT_MOST)) {
    const { reference, customerName, number, dueOn, owedCents } = candidate
    const about = { reference, customerName, number, dueOn, owedCents }
    const decision = decisionOn({ asked, today, now, runs }, candidate)
    if ('send' in decision) told.sends.push({ ...about, kind: decision.send })
    else told.silent.push({ ...about, why: decision.silence })
  }
  return told
}

type Question = { asked: Day; today: Day; now: Date; runs: Runs }

function decisionOn({ asked, today, now, runs }: Question, candidate: Candidate) {
  const momentOf = (day: Day) => {
    const kind = kindDue(daysFrom(day, candidate.dueOn)) ?? MILDEST
    const run = instantAt(day, runs.hourOf(kind), env.BUSINESS_TIMEZONE)
    return run > now ? run : now
  }
  const sent = [...candidate.sent]
  for (const day of daysThatMatter(candidate.dueOn, today, asked)) {
    const decision = decide({ ...candidate, sent }, day, momentOf(day))
    if ('send' in decision && (day !== today || runs.isToCome(decision.send))) sent.push(decision.send)
  }
  // By another day, what is being paid or refunded at this moment is over.
  const then = asked === today ? candidate : { ...candidate, isBeingPaid: false, isBeingRefunded: false }
  return decide({ ...then, sent }, asked, momentOf(asked))
}

/** The days before `asked` on which a kind begins; a missed one is caught up on the first day of all. */
function daysThatMatter(dueOn: Day, today: Day, asked: Day): Day[] {
  const begins = REMINDER_KINDS.map((kind) => addDays(dueOn, -REMINDERS[kind].daysBefore))
  return [...new Set([today, addDays(today, 1), ...begins])]
    .filter((day) => daysFrom(today, day) >= 0 && day < asked)
    .toSorted()
}
