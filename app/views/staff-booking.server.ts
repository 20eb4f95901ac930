import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { heldUntil } from '#app/bookings/hold-for-guest.server'
import { dayWords } from '#app/bookings/installments/due'
import { owedOfEach } from '#app/bookings/installments/installment-list.server'
import { moneyOfEach } from '#app/bookings/party.server'
import {
  MONEY_STATE_NAMES,
  type MoneyState,
  moneyWords,
  notReturnedCents,
  openCents,
  statusWords,
} from '#app/bookings/status'
import { erasedWords } from '#app/mail/erased-address'
import { listedColumns } from '#app/mail/outbox.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { openDisputes } from '#app/money/books/disputes.server'
import { isOutstanding, keptCents, refundableCents } from '#app/money/books/ledger.server'
import { onItsWayOf } from '#app/money/books/on-its-way.server'
import { foundRefund } from '#app/money/refunds/orders.server'
import { businessTime, today } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { METHOD_NAMES } from '#app/platform/ledger-words'
import { type Cents, cents } from '#app/platform/money'
import { capitalized } from '#app/platform/typed/fields'
import { type departureDates, requestedDepartureId } from '#app/tours/departure-list.server'
import { departureOf } from '#app/tours/departures.server'
import { allTours } from '#app/tours/tours.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { charges, payments, refunds } from '#db/schema/money'
import { adminUsers } from '#db/schema/staff'
import { type BookingFilters, cleanTerm } from './list-bookings.server'
import {
  A_FORMER_USER,
  forWords,
  isWriteOff,
  MOVEMENT,
  movementName,
  recorderName,
  WRITE_OFF,
  writeOffName,
} from './movements.server'
import { openPagesOf } from './shares.server'

const isMoneyState = (text: string | null): text is MoneyState =>
  text !== null && Object.hasOwn(MONEY_STATE_NAMES, text)

/**
 * Reads `?q=`, `?money=` and `?departure=`; anything but a state of a booking's money, or a departure, counts
 * as none.
 */
export function bookingFilters(query: URLSearchParams): BookingFilters {
  const money = query.get('money')
  return {
    term: cleanTerm(query.get('q')),
    money: isMoneyState(money) ? money : null,
    departureId: requestedDepartureId(query.get('departure')),
    journey: allTours().find(({ tourType }) => tourType === query.get('journey'))?.tourType ?? null,
  }
}

type Dates = ReturnType<typeof departureDates>

export type StaffBooking = ReturnType<typeof staffBookings>[number]

/** Bookings as a list shows them, with the dates of their departures. */
export function staffBookings(bookings: Booking[], dates: Dates) {
  const owed = owedOfEach(
    bookings.map(({ id }) => id),
    today(),
  )
  return moneyOfEach(bookings).map(({ booking, priceCents, paidCents, promisedCents }) => ({
    ...staffBooking(booking),
    tourType: booking.tourType,
    dates: datesOf(booking, dates),
    address: [
      booking.customerAddress,
      booking.customerCity,
      [booking.customerState, booking.customerZipCode].filter(Boolean).join(' '),
      booking.customerCountry,
    ]
      .filter(Boolean)
      .join(', '),
    money: shownMoney(booking, promisedCents),
    ...shownOwed(owed.get(booking.id)),
    openCents: openCents(booking),
    onItsWayCents: booking.onItsWayCents,
    paidCents,
    priceCents,
  }))
}

/** What is due next, with its day in words, and what is overdue. */
export const shownOwed = (owed: ReturnType<ReturnType<typeof owedOfEach>['get']>) => ({
  overdueCents: owed?.overdueCents ?? cents(0),
  nextDue: owed ? { ...owed.next, day: capitalized(dayWords(owed.next, today())) } : null,
})

/** What lists and the booking's own page show alike. */
export const staffBooking = (booking: Booking) => ({
  reference: booking.reference,
  status: booking.status,
  statusWords: statusWords(booking),
  name: booking.customerName,
  email: booking.customerEmail,
  erased: erasedWords(booking.customerEmail),
  phone: booking.customerPhone,
  roomType: booking.roomType,
  singles: booking.singles,
  travelers: booking.travelers,
  bookedAt: businessTime(booking.createdAt),
})

/** What the money says; of seats that staff hold for a guest, until when. */
export function shownMoney(booking: Booking, promisedCents: Cents) {
  const money = moneyWords(booking, promisedCents)
  if (!isHeldForGuest(booking)) return money
  const words = `Held for the guest until ${showDay(heldUntil(booking))}`
  return { ...money, words, state: words }
}

function datesOf({ departureId, agreedStartsOn, agreedEndsOn }: Booking, dates: Dates) {
  const { startsOn, endsOn } = dates.get(departureId) ?? { startsOn: agreedStartsOn, endsOn: agreedEndsOn }
  return showDays(startsOn, endsOn)
}

/**
 * All that the files know of a booking's money and mail, for its page in the staff area; amounts in cents.
 */
export function bookingDetails(booking: Booking) {
  const kept = keptCents(booking.id)
  const refundable = refundableCents(booking.id)
  return {
    departure: departureOf(booking),
    keptCents: kept,
    /** What can go back to cards through Stripe, and what was paid otherwise. */
    refundableCents: refundable,
    byHandCents: cents(Math.max(0, kept - refundable)),
    notReturnedCents: notReturnedCents(booking),
    movements: movementsOf(booking),
    installments: amountsOwed(booking).installments,
    refundsOnTheirWay: openRefunds.all({ bookingId: booking.id }).map((order) => ({
      ...order,
      /** What someone gave back in Stripe's dashboard, of which staff are asked whether it was this one. */
      foundCents: foundRefund(order)?.openCents ?? null,
    })),
    openDisputes: openDisputes(`booking:${booking.reference}`),
    openPages: openPagesOf(booking),
    onItsWay: onItsWayOf(booking.id),
    mails: mailsOf.all({ bookingId: booking.id }),
  }
}

/** The ledger, and by its day what was written off: no money moved. */
function movementsOf({ id: bookingId }: Booking) {
  const moved = ledgerWithStaff.all({ bookingId }).map(({ kind, ...row }) => ({
    ...row,
    key: `${kind}-${row.id}`,
    receiptId: row.id,
    what: movementName({ kind, ...row }),
    method: METHOD_NAMES[row.method],
    recordedBy: recorderName(row),
    of: forWords(row),
  }))
  const off = writeOffsOf.all({ bookingId }).map(({ writtenOffCents, recordedBy, ...row }) => ({
    ...row,
    key: `written-off-${row.id}`,
    receiptId: null,
    what: writeOffName(writtenOffCents),
    method: 'None',
    amountCents: cents(0),
    recordedBy: recordedBy ?? A_FORMER_USER,
    of: '',
    stripeIntentId: null,
    stripeRefundId: null,
  }))
  return [...moved, ...off].sort((one, other) => +one.createdAt - +other.createdAt)
}

const ofBooking = sql.placeholder('bookingId')

const ledgerWithStaff = db
  .select(MOVEMENT)
  .from(payments)
  .leftJoin(adminUsers, eq(adminUsers.id, payments.recordedBy))
  .where(eq(payments.bookingId, ofBooking))
  .orderBy(asc(payments.id))
  .prepare()

const writeOffsOf = db
  .select(WRITE_OFF)
  .from(charges)
  .leftJoin(adminUsers, eq(adminUsers.id, charges.changedBy))
  .where(and(eq(charges.bookingId, ofBooking), isWriteOff))
  .groupBy(charges.actId)
  .orderBy(asc(charges.actId))
  .prepare()

const openRefunds = db
  .select({
    id: refunds.id,
    amountCents: refunds.amountCents,
    reason: refunds.reason,
    state: refunds.state,
    note: refunds.note,
    orderedBy: adminUsers.username,
    attempt: refunds.attempt,
    lastError: refunds.lastError,
    stripeIntentId: refunds.stripeIntentId,
    seenEntryId: refunds.seenEntryId,
    createdAt: refunds.createdAt,
  })
  .from(refunds)
  .leftJoin(adminUsers, eq(adminUsers.id, refunds.orderedBy))
  .where(and(eq(refunds.bookingId, ofBooking), isOutstanding))
  .orderBy(asc(refunds.id))
  .prepare()

const mailsOf = db
  .select(listedColumns)
  .from(outbox)
  .where(eq(outbox.bookingId, ofBooking))
  .orderBy(desc(outbox.id))
  .limit(100)
  .prepare()
