import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import { type Booking, findBooking, payAddress } from '#app/bookings/find-booking.server'
import { type Installment, installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { isPaid } from '#app/bookings/status'
import { isBeingGivenBack } from '#app/money/books/amounts-owed.server'
import { businessDay, MINUTE_MS } from '#app/platform/clock.server'
import { type Day, daysFrom, showDay } from '#app/platform/days'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { hasRow } from '#db/prepared.server'
import { outbox } from '#db/schema/mail'
import { candidateByHand, candidatesFor, decide, PAYING_MINUTES } from './candidates.server'
import {
  isAfterDueDate,
  isMoreUrgent,
  kindByHand,
  kindDue,
  MILDEST,
  mailKindOf,
  REMINDERS,
  type ReminderKind,
} from './reminder-kinds'
import { claimReminder, postReminder } from './write-reminder.server'

/** Within this time, the same reminder by hand counts as a slip. */
const REPEAT_MINUTES = 60

/** Why no reminder can be sent for an installment. */
export type NotOwed = { refused: keyof typeof NOT_OWED }

export type RequestedInstallment = { reference: string; installmentNumber: number }

/** The traveler's permanent payment link, where that installment is owed (rules 3.10). */
export function paymentLinkFor(asked: RequestedInstallment): { paymentLink: string } | NotOwed {
  const owed = owedInstallment(asked)
  return 'refused' in owed ? owed : { paymentLink: payAddress(owed.booking) }
}

export type ManualReminder = RequestedInstallment & {
  daysUntilDue: number
  /** Staff were asked, and want it sent all the same. */
  confirmed: boolean
  /** The mail that the question spoke of, 0 where of none (`Doubts`). Absent in a call: it was not asked. */
  knownMail?: number
  formKey: string
}

/** Why staff have to confirm a reminder. */
export type Doubts = {
  kind: ReminderKind
  dueOn: Day
  daysLeft: number
  /** It is more urgent than the calendar says, or calls a past day future. */
  contradictsCalendar: boolean
  /** Since the same one was sent by hand, within the last hour. */
  sentMinutesAgo: number | null
  /** That one: where another went out since, a yes does not speak of it. 0 where there is none. */
  sentMail: number
}

/**
 * Sends a reminder by hand, in the tone of `daysUntilDue`; one that is due just now counts as the
 * automation's. To be confirmed where it contradicts the calendar, or went out within REPEAT_MINUTES. Refused
 * while money is on its way: it would be taken back again (write-reminder.server.ts).
 */
export function sendManualReminder(
  asked: ManualReminder,
  staff: Staff,
  now: Date,
): { sent: ReminderKind; booking: Booking } | NotOwed | { refused: 'not-confirmed'; doubts: Doubts } {
  return immediately((tx) => {
    const owed = owedInstallment(asked)
    if ('refused' in owed) return owed
    const { booking, installment } = owed
    const candidate = candidateByHand(installment.id, now)
    if (!candidate || candidate.owedCents <= 0) return { refused: 'already-paid' }

    const daysLeft = daysFrom(businessDay(now), installment.dueOn)
    const kind = kindByHand(asked.daysUntilDue, daysLeft)
    if (wasSentFrom(asked.formKey, installment.id)) return { sent: kind, booking }
    if (candidate.isBeingPaid) return { refused: 'being-paid' }
    if (candidate.isBeingRefunded) return { refused: 'being-refunded' }
    if (candidate.waits) return { refused: 'undecided' }
    if (candidate.isAutopaid) return { refused: 'autopay' }

    const contradictsCalendar = contradicts(kind, daysLeft)
    const { sentMinutesAgo, sentMail } = lastByHand(installment.id, kind, now, tx)
    const isConfirmed = asked.confirmed && (asked.knownMail ?? sentMail) === sentMail
    if (!isConfirmed && (contradictsCalendar || sentMinutesAgo !== null)) {
      const ofCalendar = { dueOn: installment.dueOn, daysLeft, contradictsCalendar }
      const doubts = { kind, ...ofCalendar, sentMinutesAgo, sentMail }
      return { refused: 'not-confirmed', doubts }
    }

    const mails = postReminder(candidate, { kind, formKey: asked.formKey }, now)
    const isAutomaticToo = kindDue(daysLeft) === kind && !candidate.sent.includes(kind)
    if (isAutomaticToo) claimReminder(candidate, kind, mails, now, tx)
    for (const share of candidatesFor(installment.id, now).filter(({ traveler }) => traveler)) {
      const decision = decide(share, businessDay(now), now)
      if ('send' in decision && decision.send === kind) claimReminder(share, kind, mails, now, tx)
    }
    const detail = { installment: installment.number, kind }
    recordBookingAct(now, booking, byStaff(staff), 'reminder-sent', detail)
    return { sent: kind, booking }
  })
}

/** The mildest may come as early as staff like. */
const contradicts = (kind: ReminderKind, daysLeft: number): boolean =>
  daysLeft < 0 ? !isAfterDueDate(kind) : isMoreUrgent(kind, kindDue(daysLeft) ?? MILDEST)

const wasSentFrom = (formKey: string, installmentId: number): boolean =>
  hasRow(outbox, and(eq(outbox.installmentId, installmentId), eq(outbox.formKey, formKey)))

function lastByHand(installmentId: number, kind: ReminderKind, now: Date, tx: Tx) {
  const last = tx
    .select({ id: outbox.id, createdAt: outbox.createdAt })
    .from(outbox)
    .where(
      and(
        eq(outbox.installmentId, installmentId),
        eq(outbox.kind, mailKindOf(kind)),
        isNotNull(outbox.formKey),
        gt(outbox.createdAt, new Date(now.getTime() - REPEAT_MINUTES * MINUTE_MS)),
      ),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .get()
  if (!last) return { sentMinutesAgo: null, sentMail: 0 }
  const minutes = Math.floor((now.getTime() - last.createdAt.getTime()) / MINUTE_MS)
  return { sentMinutesAgo: Math.max(0, minutes), sentMail: last.id }
}

function owedInstallment({
  reference,
  installmentNumber,
}: RequestedInstallment): NotOwed | { booking: Booking; installment: Installment } {
  const booking = findBooking(reference)
  if (!booking) return { refused: 'not-found' }
  if (!isPaid(booking.status) || departureOf(booking).canceledAt !== null) return { refused: 'inactive' }
  if (isBeingGivenBack(booking)) return { refused: 'being-refunded' }
  const planned = installmentsOf(booking.id)
  if (planned.length === 0) return { refused: 'paid-in-full-at-booking' }
  const installment = planned.find(({ number }) => number === installmentNumber)
  if (!installment) return { refused: 'no-such-installment' }
  if (installment.paidAt !== null) return { refused: 'already-paid' }
  if (installment.writtenOffCents > 0) return { refused: 'written-off' }
  return { booking, installment }
}

/** Why a link or reminder cannot be made: one set of words for the screen and the JSON calls. */
export const NOT_OWED = {
  'not-found': { status: 404, words: 'Booking not found' },
  'no-such-installment': { status: 404, words: 'This booking has no installment with that number' },
  inactive: {
    status: 409,
    words: 'This booking is not active: it was canceled, refunded or never paid. Nothing is due for it.',
  },
  'paid-in-full-at-booking': {
    status: 409,
    words: 'This booking was paid in full at once. It has no installments.',
  },
  'being-paid': {
    status: 409,
    words: `A payment for this booking is being made right now. No reminder was sent: try again in ${PAYING_MINUTES} minutes.`,
  },
  'being-refunded': {
    status: 409,
    words: 'A refund of this booking is on its way or could not be made, so no reminder was sent.',
  },
  undecided: {
    status: 409,
    words: 'No one has decided yet that this departure runs, so nothing is due and no reminder was sent.',
  },
  autopay: {
    status: 409,
    words: 'This installment is charged automatically, as the guest agreed, so no reminder was sent.',
  },
  'already-paid': { status: 409, words: 'This installment is already paid' },
  'written-off': { status: 409, words: 'This installment was written off. It is no longer due.' },
} satisfies Record<string, { status: 404 | 409; words: string }>

/** Why a reminder waits for a yes, in whole sentences. */
export function doubtWords({ kind, dueOn, daysLeft, contradictsCalendar, sentMinutesAgo }: Doubts): string {
  const sentences = []
  if (contradictsCalendar && daysLeft < 0)
    sentences.push(
      `The installment was due on ${showDay(dueOn)}: ${REMINDERS[kind].aName} says that day is still ahead.`,
    )
  if (contradictsCalendar && daysLeft >= 0)
    sentences.push(
      `The installment is due on ${showDay(dueOn)}, ${inDays(daysLeft)}. It is early for ${REMINDERS[kind].aName}.`,
    )
  if (sentMinutesAgo !== null)
    sentences.push(`The same reminder was sent by hand ${minutesAgo(sentMinutesAgo)}.`)
  return sentences.join(' ')
}

const inDays = (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

const minutesAgo = (minutes: number) =>
  minutes === 0 ? 'just now' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
