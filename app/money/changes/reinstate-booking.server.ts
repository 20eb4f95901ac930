import { reopenBooking } from '#app/bookings/advance-booking.server'
import { canHaveCodeAgain } from '#app/bookings/discount-codes.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { holdAgain, usuallyHeldUntil } from '#app/bookings/hold-for-guest.server'
import { storeInstallments } from '#app/bookings/installments/party-installments.server'
import {
  DAYS_TO_PAY,
  dueNow,
  type InstallmentPlan,
  installmentName,
  planFor,
} from '#app/bookings/installments/plan'
import { movedInstallments } from '#app/bookings/installments/reprice-installments.server'
import {
  type ChangedInstallment,
  installmentsOf,
  newInstallment,
  owedByInstallment,
} from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import { canBePaid } from '#app/bookings/place-booking.server'
import { holdsSeat } from '#app/bookings/status'
import { freeOccasions, occasionOf } from '#app/mail/outbox.server'
import { installmentsLeft } from '#app/money/books/amounts-owed.server'
import { changePrice } from '#app/money/books/change-price.server'
import { isDisputed } from '#app/money/books/disputes.server'
import { remainingCents } from '#app/money/books/ledger.server'
import { type NotDone, type ReinstateQuote, unwrapQuote } from '#app/money/books/quotes'
import { mailReinstated } from '#app/money/letters/party-mail.server'
import { forgetDeclines } from '#app/money/payments/intent-records.server'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, earlierDay } from '#app/platform/days'
import { type Cents, cents, isChargeable, isTooSmallToAsk } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { dayBefore, hasBegun } from '#app/tours/departure'
import { departureOf, seatsLeft } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { changeBooking } from './change-booking.server'
import { mailSeatsHeld } from './sell-by-hand.server'

export type NotReinstated =
  | 'not-canceled'
  | 'written-off'
  | 'has-begun'
  | 'departure-canceled'
  | 'disputed'
  | 'being-refunded'
  | 'sold-out'
  | 'code-used-up'
  | 'not-chargeable'

type Reinstated =
  | { reinstated: ReinstateQuote }
  | NotDone<ReinstateQuote, NotReinstated>
  | { refused: 'wrong-day'; until: Day }

type ReinstateWish = {
  reference: string
  quoted: string
  /** Where nothing is kept: the last day on which its seats are held. */
  heldUntil?: Day | undefined
  formKey: string
}

/**
 * Takes back a booking that was canceled, refunded or never paid, while its seats are free and the journey
 * lies ahead (rules 4.18). What is kept counts as paid, what was refunded is owed again; where nothing is
 * kept its seats are held until a day. A second press changes nothing.
 */
export const reinstateBooking = (wish: ReinstateWish, staff: Staff, clock: () => Date): Promise<Reinstated> =>
  changeBooking(wish, clock, {
    name: 'reinstate',
    plan: reinstating,
    leavesOpen: () => true,
    change: (booking, found, now, tx): Reinstated => {
      const { quote } = found
      if (!quote.hold) take(booking, found, wish.formKey, staff, now, tx)
      else {
        const { heldUntil = quote.hold.usuallyUntil } = wish
        const until = quote.hold.atMostUntil
        if (heldUntil < businessDay(now) || heldUntil > until) return { refused: 'wrong-day', until }
        hold(booking, quote, { heldUntil, formKey: wish.formKey }, staff, now, tx)
      }
      return { reinstated: quote }
    },
  })

/** What is displayed before it is done, or why it cannot be. */
export const reinstateQuote = (booking: Booking, now: Date) => unwrapQuote(reinstating(booking, now))

function reinstating(
  booking: Booking,
  now: Date,
): { quote: ReinstateQuote; rows: ChangedInstallment[] } | { refused: NotReinstated } {
  const departure = departureOf(booking)
  const today = businessDay(now)
  const isKept = booking.status === 'cancelled' && booking.keptCents > 0
  if (holdsSeat(booking.status)) return { refused: 'not-canceled' }
  if (departure.canceledAt !== null) return { refused: 'departure-canceled' }
  if (hasBegun(departure, today)) return { refused: 'has-begun' }
  if (booking.goingBackCents + booking.stuckBackCents > 0 || (!isKept && booking.keptCents !== 0))
    return { refused: 'being-refunded' }
  if (isDisputed(booking)) return { refused: 'disputed' }
  if (booking.writtenOffCents > 0) return { refused: 'written-off' }
  const left = seatsLeft(departure, booking.leaderId)
  if (left < booking.travelers) return { refused: 'sold-out' }
  if (!canHaveCodeAgain(booking)) return { refused: 'code-used-up' }
  if (!isKept) return heldAgain(booking, left, today)

  const open = remainingCents(booking)
  const remaining = isTooSmallToAsk(open) ? cents(0) : open
  const rows = movedInstallments(openedAgain(booking, remaining, today), departure, today)
  const installments = installmentsLeft(rows, remaining)
  if (!installments.every(({ owedCents }) => isChargeable(owedCents))) return { refused: 'not-chargeable' }
  const { priceCents, ...money } = partyMoney({ ...booking, status: 'deposit_paid' })
  const quote = {
    totalCents: cents(priceCents - (open - remaining)),
    remainingCents: remaining,
    paidCents: money.paidCents,
    promisedCents: money.promisedCents,
    writtenOffCents: booking.writtenOffCents,
    travelers: booking.travelers,
    seatsLeft: left,
    installments,
    hold: null,
  }
  return { quote, rows }
}

/** Where nothing is kept: the first payment, its last possible day, and today's plan for the same price. */
function heldAgain(
  booking: Booking,
  left: number,
  today: Day,
): { quote: ReinstateQuote; rows: ChangedInstallment[] } | { refused: NotReinstated } {
  const departure = departureOf(booking)
  const plan = planAgain(booking, today)
  if (!canBePaid(plan, booking.paymentType)) return { refused: 'not-chargeable' }
  // Nothing of the plan is due by then; staff may hold them longer later.
  const atMostUntil = earlierDay(addDays(today, DAYS_TO_PAY), dayBefore(departure))
  const later = booking.paymentType === 'full' ? [] : plan.installments
  const quote = {
    totalCents: booking.totalCents,
    paidCents: cents(0),
    remainingCents: booking.totalCents,
    promisedCents: cents(0),
    writtenOffCents: cents(0),
    travelers: booking.travelers,
    seatsLeft: left,
    installments: later.map(({ number, amountCents, dueOn }) => ({
      name: installmentName(number, later),
      owedCents: amountCents,
      dueOn,
    })),
    hold: {
      nowCents: dueNow(booking, booking.paymentType),
      usuallyUntil: earlierDay(usuallyHeldUntil(today), atMostUntil),
      atMostUntil,
    },
  }
  return { quote, rows: [] }
}

const planAgain = (booking: Booking, today: Day): InstallmentPlan =>
  planFor({ ...departureOf(booking), depositCents: booking.depositCents }, booking.totalCents, today)

/** Its installments that are still owed, as new ones; without a plan there is one. */
function openedAgain({ id }: Booking, remaining: Cents, today: Day): ChangedInstallment[] {
  const planned = installmentsOf(id)
  if (planned.length === 0 && remaining > 0) return [newInstallment(1, remaining, today)]
  return owedByInstallment(planned, remaining).map(({ owedCents, ...row }) => ({
    ...row,
    ...(owedCents > 0 && { paidAt: null }),
    isNew: owedCents > 0,
  }))
}

function take(
  booking: Booking,
  { quote, rows }: { quote: ReinstateQuote; rows: ChangedInstallment[] },
  formKey: string,
  staff: Staff,
  now: Date,
  tx: Tx,
): void {
  const to = quote.remainingCents === 0 ? ('completed' as const) : ('deposit_paid' as const)
  reopenBooking(booking, { status: to }, byStaff(staff), now, tx)
  storeInstallments(booking.id, rows, tx)
  changePrice(booking.id, cents(0), { kind: 'forgiven' }, now, tx)
  freeLettersOf(booking, formKey, tx)
  mailReinstated(booking.id, formKey, now)
  const detail = { from: booking.status, to, amountCents: quote.remainingCents }
  recordBookingAct(now, booking, byStaff(staff), 'booking-reinstated', detail)
}

function hold(
  booking: Booking,
  quote: ReinstateQuote,
  { heldUntil, formKey }: { heldUntil: Day; formKey: string },
  staff: Staff,
  now: Date,
  tx: Tx,
): void {
  const plan = planAgain(booking, businessDay(now))
  const held = holdAgain(booking, { heldUntil, plan }, staff, now, tx)
  forgetDeclines(booking.id, tx)
  freeLettersOf(booking, formKey, tx)
  mailSeatsHeld(held, formKey, now)
  const detail = { from: booking.status, to: held.status, amountCents: quote.remainingCents, heldUntil }
  recordBookingAct(now, booking, byStaff(staff), 'booking-reinstated', detail)
}

/** A reinstated booking is paid for, or ends, a second time, with letters of its own. */
const freeLettersOf = ({ reference: once }: Booking, because: string, tx: Tx): void =>
  freeOccasions(
    (['booking-confirmation', 'staff-new-booking', 'staff-hold-over', 'booking-cancelled'] as const).map(
      (kind) => occasionOf({ kind, once }),
    ),
    because,
    tx,
  )
