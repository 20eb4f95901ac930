import { setTimeout as pause } from 'node:timers/promises'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { writeToStaff } from '#app/bookings/traveler-letters.server'
import { overdueOf } from '#app/money/books/amounts-owed.server'
import { shareOwed, sharesOwed } from '#app/money/books/shares-owed.server'
import { nameInShare } from '#app/money/letters/share-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom, instantAt, showDay } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { showCents } from '#app/platform/money'
import { travelerWords } from '#app/travelers/detail-fields'
import { immediately, type Tx } from '#db/connection.server'
import { REMINDER_KINDS } from '#db/values'
import {
  type Candidate,
  candidatesFor,
  candidatesIn,
  countsFrom,
  decide,
  kindOn,
  type Silence,
  type Span,
} from './candidates.server'
import { type Asked, readersOf, sumAsked } from './readers.server'
import {
  FIRST_REMINDER_DAYS,
  isAfterDueDate,
  MILDEST,
  MOST_PRESSING,
  REMINDERS,
  type ReminderKind,
  tellsStaff,
} from './reminder-kinds'
import { claimReminder, postReminder } from './write-reminder.server'

export type ReminderCounts = { looked: number; sent: number; silent: number }

/** How many installments are read, and mails written, before other requests get their turn. */
const LOOKED_AT_ONCE = 100
const WRITTEN_AT_ONCE = 3
/** Another process that waits for the write lock gets its turn, too. */
const OTHERS_TURN_MS = 3

const AFTER = REMINDER_KINDS.filter(isAfterDueDate)
const BEFORE = REMINDER_KINDS.filter((kind) => !AFTER.includes(kind))

/**
 * Writes the reminders that are due before or on the due date, each kind once for an installment, however
 * often it is called (rules 3.5). `goOn` is asked between portions: where another process has taken the run
 * over, it throws. The mails go out through the outbox.
 */
export function sendDueReminders(now: Date, goOn: () => boolean = () => true): Promise<ReminderCounts> {
  const today = businessDay(now)
  const span = { from: today, until: addDays(today, FIRST_REMINDER_DAYS), unlessSent: null }
  return sendAll(span, BEFORE, now, goOn)
}

/** The same for what is past its due date. */
export function sendOverdueNotices(now: Date, goOn: () => boolean = () => true): Promise<ReminderCounts> {
  const span = { from: '', until: addDays(businessDay(now), -1), unlessSent: MOST_PRESSING }
  return sendAll(span, AFTER, now, goOn)
}

async function sendAll(
  span: Span,
  kinds: ReminderKind[],
  now: Date,
  goOn: () => boolean,
): Promise<ReminderCounts> {
  const counts = { looked: 0, sent: 0, silent: 0 }
  const today = businessDay(now)
  let after: Candidate | null = null
  for (;;) {
    const portion: Candidate[] = candidatesIn(span, now, after, LOOKED_AT_ONCE)
    const chosen = portion.filter((candidate) => {
      const decision = decide(candidate, today, now)
      return 'send' in decision && kinds.includes(decision.send)
    })
    counts.looked += portion.length
    counts.silent += portion.length - chosen.length
    for (let from = 0; from < chosen.length; from += WRITTEN_AT_ONCE) {
      if (!goOn()) throw new Error('Another process has taken this run over')
      counts.sent += writePortion(chosen.slice(from, from + WRITTEN_AT_ONCE), kinds, now)
      await pause(OTHERS_TURN_MS)
    }
    after = portion.at(-1) ?? null
    if (portion.length < LOOKED_AT_ONCE) return counts
    await pause(OTHERS_TURN_MS)
  }
}

/**
 * The notice asks for all that is overdue: what else of the booking, or of the same share, would have one on
 * the same day has it by this.
 */
function claimOthers(candidate: Candidate, mails: number[], now: Date, tx: Tx): void {
  for (const { id } of installmentsOf(candidate.bookingId)) {
    const other = id === candidate.installmentId ? undefined : again({ ...candidate, installmentId: id }, now)
    const decision = other && decide(other, businessDay(now), now)
    if (decision && 'send' in decision && isAfterDueDate(decision.send)) {
      claimReminder(other, decision.send, mails, now, tx)
    }
  }
}

/** The same one, reread; undefined where it is asked for no more. */
const again = ({ installmentId, traveler }: Candidate, now: Date): Candidate | undefined =>
  candidatesFor(installmentId, now).find((one) => one.traveler?.id === traveler?.id)

/** Decided again in the transaction that writes the mail: anyone who paid in the meantime gets nothing. */
function writePortion(chosen: Candidate[], kinds: ReminderKind[], now: Date): number {
  const today = businessDay(now)
  return immediately((tx) => {
    let written = 0
    for (const one of chosen) {
      const candidate = again(one, now)
      const decision = candidate && decide(candidate, today, now)
      if (!candidate || !decision || !('send' in decision) || !kinds.includes(decision.send)) continue
      const mails = postReminder(candidate, { kind: decision.send, formKey: null }, now)
      claimReminder(candidate, decision.send, mails, now, tx)
      if (isAfterDueDate(decision.send)) claimOthers(candidate, mails, now, tx)
      if (tellsStaff(decision.send)) notifyStaffOfOverdue(candidate, decision.send, now)
      written += mails.length
    }
    return written
  })
}

/**
 * Tells staff that a booking, or a declined share of it, stays unpaid, with all that is overdue and whom to
 * call; once for an installment or the share, its day and a kind.
 */
function notifyStaffOfOverdue(candidate: Candidate, kind: ReminderKind, now: Date): void {
  const booking = findBooking(candidate.reference)
  if (!booking) return
  const { traveler } = candidate
  const party = `${booking.eachPays ? 'The party of ' : ''}${booking.customerName}`
  const who = traveler ? `${travelerWords(traveler)} of the party of ${booking.customerName}` : party
  const overdue = traveler ? overdueOfShare(traveler, booking, now) : overdueOf(booking, now)
  const sum = showCents(sumAsked(overdue))
  const daysLate = daysFrom(candidate.dueOn, businessDay(now))
  writeToStaff(booking, now, {
    kind: 'staff-overdue',
    once: [candidate.installmentId, kind, candidate.dueOn, ...(traveler ? [traveler.id] : [])].join(':'),
    subject: `${sum} overdue for ${daysLate} days`,
    says: `${who} has not paid ${sum}, and was just sent another notice. Please call: on the booking’s page you can postpone the due date or cancel the booking.`,
    rows: [
      ['Phone', booking.customerPhone ?? 'Not given'],
      ['Email', booking.customerEmail],
      ...overdue.map(({ name, owedCents, dueOn }): [string, string] => [
        `${name}, due ${showDay(dueOn)}`,
        showCents(owedCents),
      ]),
      ...(booking.eachPays && !traveler ? lateByTraveler(booking, overdue) : []),
    ],
  })
}

function overdueOfShare({ id }: PartyTraveler, booking: Booking, now: Date): Asked {
  const late = overdueOf(booking, now)
  const share = shareOwed(booking, id)?.installments ?? []
  return share.filter(({ number, owedCents }) => owedCents > 0 && late.some((one) => one.number === number))
}

/** Where each pays their own, who has not paid. */
const lateByTraveler = (booking: Booking, overdue: Asked): [string, string][] =>
  sharesOwed(booking).flatMap(({ traveler, installments }) => {
    const late = installments.filter(({ number }) => overdue.some((one) => one.number === number))
    const sum = sumAsked(late)
    return sum > 0 ? [[`Owed by ${travelerWords(traveler)}`, showCents(sum)] as [string, string]] : []
  })

/** `traveler` is whose share alone it is of, since that was declined. */
type About = Pick<Candidate, 'reference' | 'customerName' | 'number' | 'dueOn' | 'owedCents'> & {
  traveler: string | null
}

export type WillBeSent = {
  day: Day
  /** `goesTo` names its readers where each pays their own; empty where it is the lead traveler alone. */
  sends: (About & { kind: ReminderKind; goesTo: string[] })[]
  silent: (About & { why: Silence })[]
  /** At most this many are listed. */
  cutAt: number | null
}

/** Of the daily run that sends a kind: its hour, and whether today's is still to come. */
type Runs = { hourOf: (kind: ReminderKind) => number; isToCome: (kind: ReminderKind) => boolean }

/** What a page can show; more would tell no one anything. */
const AT_MOST = 300
/** How far ahead an installment is mentioned at all, though nothing goes out yet. */
const LOOKED_AHEAD_DAYS = 2 * FIRST_REMINDER_DAYS

/**
 * What the automation will send on a business day, today or later, to whom, and why others get nothing, if
 * no one pays until then: the days in between are simulated. Sends nothing.
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
    const traveler = candidate.traveler && nameInShare(candidate.traveler)
    const about = { reference, customerName, traveler, number, dueOn, owedCents }
    const decision = decisionOn({ asked, today, now, runs }, candidate)
    if ('send' in decision) {
      const goesTo = readersOn({ asked, today, now, runs }, candidate, decision.send)
      told.sends.push({ ...about, kind: decision.send, goesTo })
    }
    if ('silence' in decision) told.silent.push({ ...about, why: decision.silence })
  }
  return told
}

/** By another day, who is paying now has paid or given up. */
function readersOn(
  { asked, today, now, runs }: Question,
  candidate: Candidate,
  kind: ReminderKind,
): string[] {
  const booking = candidate.eachPays && findBooking(candidate.reference)
  if (!booking) return []
  const run = instantAt(asked, runs.hourOf(kind), env.BUSINESS_TIMEZONE)
  const then = asked === today ? candidate : { ...candidate, payingFor: [] }
  return readersOf(booking, then, kind, run > now ? run : now).map(({ companion }) =>
    companion ? travelerWords(companion) : booking.customerName,
  )
}

type Question = { asked: Day; today: Day; now: Date; runs: Runs }

function decisionOn({ asked, today, now, runs }: Question, candidate: Candidate) {
  const momentOf = (day: Day) => {
    const kind = kindOn(candidate, day) ?? MILDEST
    const run = instantAt(day, runs.hourOf(kind), env.BUSINESS_TIMEZONE)
    return run > now ? run : now
  }
  const sent = [...candidate.sent]
  for (const day of daysThatMatter(candidate, today, asked)) {
    const decision = decide({ ...candidate, sent }, day, momentOf(day))
    if ('send' in decision && (day !== today || runs.isToCome(decision.send))) sent.push(decision.send)
  }
  // By another day, payments and refunds under way now are done.
  const then = asked === today ? candidate : { ...candidate, isBeingPaid: false, isBeingRefunded: false }
  return decide({ ...then, sent }, asked, momentOf(asked))
}

/** The days before `asked` on which a kind begins; a missed one is caught up on the first day of all. */
function daysThatMatter(candidate: Candidate, today: Day, asked: Day): Day[] {
  const from = countsFrom(candidate)
  const begins = REMINDER_KINDS.map((kind) => addDays(from, -REMINDERS[kind].daysBefore))
  return [...new Set([today, addDays(today, 1), ...begins])]
    .filter((day) => daysFrom(today, day) >= 0 && day < asked)
    .toSorted()
}
