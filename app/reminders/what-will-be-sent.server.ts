import { businessDay } from '#app/clock.server'
import { addDays, type Day, daysFrom, instantAt } from '#app/days'
import { env } from '#app/env.server'
import { type Candidate, candidatesIn, decide, type Silence } from '#app/reminders/candidates.server'
import { DAYS_BEFORE, type ReminderKind } from '#app/reminders/reminder-kinds'

type About = Pick<Candidate, 'reference' | 'customerName' | 'number' | 'dueOn' | 'owedCents'>

export type WillBeSent = {
  day: Day
  sends: (About & { kind: ReminderKind })[]
  silent: (About & { why: Silence })[]
  /** More installments are looked at than are told here. */
  isCut: boolean
}

/** What a page can show; more would tell nobody anything. */
const AT_MOST = 300
/** How far ahead an installment is mentioned at all, though nothing goes out yet. */
const LOOKED_AHEAD_DAYS = 14
const FIRST_HOUR = 9

/**
 * What the automation will send on a business day, today or later, to whom, and why others get nothing, if nobody
 * pays until then: the days in between are lived through in thought. `runsToday` says whether today's run of that
 * kind is still to come. Sends nothing.
 */
export function whatWillBeSent(day: Day, now: Date, runsToday: (kind: ReminderKind) => boolean): WillBeSent {
  const today = businessDay(now)
  const asked = day < today ? today : day
  const span = { from: '', until: addDays(asked, LOOKED_AHEAD_DAYS), unlessSent: 'overdue' as const }
  const candidates = candidatesIn(span, now, null, AT_MOST + 1)
  const told: WillBeSent = { day: asked, sends: [], silent: [], isCut: candidates.length > AT_MOST }
  for (const candidate of candidates.slice(0, AT_MOST)) {
    const { reference, customerName, number, dueOn, owedCents } = candidate
    const about = { reference, customerName, number, dueOn, owedCents }
    const decision = decisionOn({ asked, today, now, runsToday }, candidate)
    if ('send' in decision) told.sends.push({ ...about, kind: decision.send })
    else told.silent.push({ ...about, why: decision.silence })
  }
  return told
}

type Question = { asked: Day; today: Day; now: Date; runsToday: (kind: ReminderKind) => boolean }

function decisionOn({ asked, today, now, runsToday }: Question, candidate: Candidate) {
  const sent = [...candidate.sent]
  for (const day of daysThatMatter(candidate.dueOn, today, asked)) {
    const decision = decide({ ...candidate, sent }, day, momentOf(day, today, now))
    if ('send' in decision && (day !== today || runsToday(decision.send))) sent.push(decision.send)
  }
  // By another day, what is being paid or refunded at this moment is over.
  const then = asked === today ? candidate : { ...candidate, isBeingPaid: false, isBeingRefunded: false }
  return decide({ ...then, sent }, asked, momentOf(asked, today, now))
}

/** The days before `asked` on which a kind begins; a missed one is caught up on the first day of all. */
function daysThatMatter(dueOn: Day, today: Day, asked: Day): Day[] {
  const begins = Object.values(DAYS_BEFORE).map((days) => addDays(dueOn, -days))
  return [...new Set([today, addDays(today, 1), ...begins])]
    .filter((day) => daysFrom(today, day) >= 0 && day < asked)
    .toSorted()
}

/** The jobs run at their hours; what is asked of today is asked of now. */
const momentOf = (day: Day, today: Day, now: Date): Date =>
  day === today ? now : instantAt(day, FIRST_HOUR, env.BUSINESS_TIMEZONE)
