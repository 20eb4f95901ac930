import { eq } from 'drizzle-orm'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { raiseInstallments } from '#app/bookings/installments/party-installments.server'
import { installmentsOf, type Raised } from '#app/bookings/installments/settle-installments.server'
import { spreadOver } from '#app/bookings/installments/spread-installments.server'
import { isPaid } from '#app/bookings/status'
import { occasionOf } from '#app/mail/outbox.server'
import type { Day } from '#app/platform/days'
import { isChargeable } from '#app/platform/money'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { SPREAD_AT_MOST } from '#app/tours/promises'
import { immediately, type Tx } from '#db/connection.server'
import { outbox } from '#db/schema'
import { askedNow, isBeingGivenBack } from './asked-now.server'
import { whyNotDue } from './extend-installment.server'
import { askedOf } from './move-booking.server'
import { mailDaysChanged } from './party/party-mail.server'
import { type SpreadQuote, spreadShown } from './party/quotes'
import { unsettledIntentOf } from './payments/intent-records.server'
import { type InTheWay, withdrawFirst } from './payments/settle.server'

export type SpreadWish = {
  reference: string
  /** On which equal parts of what is open are due, first due first. */
  days: Day[]
  /** What was shown before it was confirmed: with another quote by now nothing is changed. */
  quoted: string
  note: string
  formKey: string
}

export type NotSpreading =
  | 'not-standing'
  | 'written-off'
  | 'nothing-open'
  | 'how-many'
  | 'not-rising'
  | 'in-the-past'
  | 'after-departure'
  | 'not-chargeable'

export type Spread =
  | { spread: SpreadQuote }
  /** By this form already. */
  | { known: true }
  | { refused: NotSpreading | 'not-found' | 'being-paid' }
  | { refused: 'quote-changed'; quote: SpreadQuote }

/**
 * Spreads what is open of a paid booking over one to SPREAD_AT_MOST days (rules 3.12), from today on and
 * before the journey while that lies ahead, in equal amounts. What is paid stays; each new installment has
 * reminders of its own, and the lead traveler gets a letter with the plan. What might still be paid is
 * withdrawn at Stripe first. Throws StripeUnavailable where that cannot be done; then nothing has changed.
 */
export const spreadPlan = (wish: SpreadWish, staff: Staff, now: () => Date): Promise<Spread> =>
  withdrawFirst(wish.reference, () => spreadUnlessBeingPaid(wish, staff, now()), now)

function spreadUnlessBeingPaid(wish: SpreadWish, staff: Staff, now: Date): Spread | InTheWay {
  return immediately((tx) => {
    const booking = findBooking(wish.reference)
    if (!booking) return { refused: 'not-found' }
    if (isSpreadBy(wish.formKey, tx)) return { known: true }
    const spreading = spreadingOf(booking, wish.days, now)
    if ('refused' in spreading) return spreading
    if (unsettledIntentOf(booking.id)) return 'intent-in-the-way'
    const { quote, rows } = spreading
    if (spreadShown(quote) !== wish.quoted) return { refused: 'quote-changed', quote }

    raiseInstallments(booking.id, rows, tx)
    const says = `We changed the days of your payments for booking ${booking.reference}: what is left to pay is due as follows.`
    mailDaysChanged(booking.id, says, wish.formKey, now)
    const detail = { amountCents: quote.remainingCents, dueOn: wish.days, note: wish.note }
    recordAct(
      { ...byStaff(staff), action: 'plan-spread', subject: `booking:${booking.reference}`, detail },
      now,
    )
    return { spread: quote }
  })
}

const isSpreadBy = (formKey: string, tx: Tx): boolean =>
  tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(outbox.occasion, occasionOf({ kind: 'installment-extended', once: formKey })))
    .get() !== undefined

/** What is shown before it is done, or why it cannot be. */
export function spreadQuote(
  booking: Booking,
  days: Day[],
  now: Date,
): SpreadQuote | { refused: NotSpreading } {
  const spreading = spreadingOf(booking, days, now)
  return 'refused' in spreading ? spreading : spreading.quote
}

/** Why nothing of a booking can be spread, over whatever days; null where it can. */
export function whyNotSpread(booking: Booking): NotSpreading | null {
  if (!isPaid(booking.status) || isBeingGivenBack(booking)) return 'not-standing'
  if (booking.writtenOffCents > 0) return 'written-off'
  return askedNow(booking).remainingCents > 0 ? null : 'nothing-open'
}

function spreadingOf(
  booking: Booking,
  days: Day[],
  now: Date,
): { quote: SpreadQuote; rows: Raised[] } | { refused: NotSpreading } {
  const refused = whyNotSpread(booking) ?? whyNotThese(booking, days, now)
  if (refused) return { refused }
  const { remainingCents, installments } = askedNow(booking)
  const rows = spreadOver(installmentsOf(booking.id), remainingCents, days)
  const after = askedOf(rows, remainingCents)
  if (!after.every(({ owedCents }) => isChargeable(owedCents)) || after.length < days.length)
    return { refused: 'not-chargeable' }
  const installmentsBefore = installments.filter(({ owedCents }) => owedCents > 0)
  return { quote: { remainingCents, installmentsBefore, installments: after }, rows }
}

function whyNotThese(booking: Booking, days: Day[], now: Date): NotSpreading | null {
  if (days.length < 1 || days.length > SPREAD_AT_MOST) return 'how-many'
  if (days.some((day, index) => index > 0 && day <= (days[index - 1] ?? ''))) return 'not-rising'
  return days.map((day) => whyNotDue(booking, day, now)).find(Boolean) ?? null
}
