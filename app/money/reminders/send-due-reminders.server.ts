import { setTimeout as pause } from 'node:timers/promises'
import { findBooking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { bookingForStaff } from '#app/bookings/traveler-letters.server'
import { postToStaff } from '#app/mail/outbox.server'
import { overdueOf } from '#app/money/asked-now.server'
import { overdueNotice } from '#app/money/staff-notices'
import { businessDay } from '#app/platform/clock.server'
import { addDays, daysFrom } from '#app/platform/days'
import { immediately, type Tx } from '#db/connection.server'
import { type Candidate, candidateFor, candidatesIn, decide, type Span } from './candidates.server'
import {
  FIRST_REMINDER_DAYS,
  isAfterDueDate,
  MOST_PRESSING,
  REMINDER_KINDS,
  type ReminderKind,
  tellsStaff,
} from './reminder-kinds'
import { claimReminder, postReminder } from './write-reminder.server'

/**
 * Tells staff that a booking stays unpaid, with all that is overdue and whom to call; once for an
 * installment, its day and a kind.
 */
function tellStaffOfOverdue(candidate: Candidate, kind: ReminderKind, now: Date): void {
  const booking = findBooking(candidate.reference)
  if (!booking) return
  postToStaff(
    {
      kind: 'staff-overdue',
      once: `${candidate.installmentId}:${kind}:${candidate.dueOn}`,
      booking,
      letter: overdueNotice({
        ...bookingForStaff(booking),
        phone: booking.customerPhone,
        email: booking.customerEmail,
        daysLate: daysFrom(candidate.dueOn, businessDay(now)),
        overdue: overdueOf(booking, now),
      }),
    },
    now,
  )
}

export type ReminderCounts = { looked: number; sent: number; silent: number }

/** How many installments are looked at, and how many mails are written, before others have their turn. */
const LOOKED_AT_ONCE = 100
const WRITTEN_AT_ONCE = 3
/** Also another process, that waits for the write lock, gets in between. */
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
 * The notice asks for all that is overdue: what else of the booking would have one on the same day has it by
 * this.
 */
function claimOthers({ bookingId, installmentId }: Candidate, mailId: number, now: Date, tx: Tx): void {
  for (const { id } of installmentsOf(bookingId)) {
    const other = id === installmentId ? undefined : candidateFor(id, now)
    const decision = other && decide(other, businessDay(now), now)
    if (decision && 'send' in decision && isAfterDueDate(decision.send)) {
      claimReminder(id, decision.send, mailId, now, tx)
    }
  }
}

/** Decided again in the transaction that writes the mail: who paid in the meantime hears nothing. */
function writePortion(chosen: Candidate[], kinds: ReminderKind[], now: Date): number {
  const today = businessDay(now)
  return immediately((tx) => {
    let written = 0
    for (const { installmentId } of chosen) {
      const candidate = candidateFor(installmentId, now)
      const decision = candidate && decide(candidate, today, now)
      if (!candidate || !decision || !('send' in decision) || !kinds.includes(decision.send)) continue
      const mailId = postReminder(candidate, { kind: decision.send, formKey: null }, now)
      claimReminder(installmentId, decision.send, mailId, now, tx)
      if (isAfterDueDate(decision.send)) claimOthers(candidate, mailId, now, tx)
      if (tellsStaff(decision.send)) tellStaffOfOverdue(candidate, decision.send, now)
      written += 1
    }
    return written
  })
}
