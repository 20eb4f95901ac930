import { bankDiscountCents } from '#app/bookings/charges.server'
import { customerWords, noteWords } from '#app/bookings/checkout-form'
import { codeOf } from '#app/bookings/discount-codes.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { OFF_FOR_BANK } from '#app/bookings/on-its-way'
import { earlyBirdOf, type PartyMoney, partyMoney } from '#app/bookings/party.server'
import { isPaid, moneyWords, openCents, TO_PAY_BACK } from '#app/bookings/status'
import { businessTime } from '#app/platform/clock.server'
import { type Cents, cents, dollarsOf } from '#app/platform/money'
import { departureDates } from '#app/tours/departure-list.server'

// Of each line: Total and what was paid beyond it are Paid, Remaining, On its way from the bank,
// Written off and Not asked for. Of all
// lines: Paid, to be paid back by hand, on its way back and what could not be given back are the ledger. Kept
// from canceled travelers is in Paid.

/** A booking of a party that changed says what its price is made of, as its page does. */
export function* withPartyMoney(portions: Iterable<Booking[]>) {
  for (const portion of portions) yield portion.map((booking) => ({ ...booking, party: partyMoney(booking) }))
}

type Row = Booking & { party: PartyMoney }

const column = (header: string, cell: (row: Row) => string | number | null) => ({
  header,
  cell,
})
/**
 * What of the price is neither paid nor open nor written off: of a seat that is held, and of what has ended.
 * Below zero where more than the price was paid.
 */
const restCents = (row: Row): Cents =>
  cents(row.party.priceCents - row.party.paidCents - openCents(row) - comingCents(row) - row.writtenOffCents)

/** Of a booking that has ended, what still comes goes back. */
const comingCents = (row: Row): Cents => cents(isPaid(row.status) ? row.onItsWayCents : 0)

const dollars = (amount: Cents) => dollarsOf(amount).toFixed(2)

export const BOOKING_COLUMNS = [
  column('Reference', ({ reference }) => reference),
  column('Payment', (row) => moneyWords(row, row.party.promisedCents).words),
  column('Status', ({ status }) => status),
  ...customerWords('person'),
  column('Tour', ({ tourType }) => tourType),
  column(
    'Departs',
    ({ departureId, agreedStartsOn }) => departureDates().get(departureId)?.startsOn ?? agreedStartsOn,
  ),
  column('Room', ({ roomType }) => roomType),
  column('Guests', ({ travelers }) => travelers),
  column('In single rooms', ({ singles }) => singles),
  column('Early bird', earlyBirdOf),
  column('Discount code', ({ id }) => codeOf(id)?.code.code ?? null),
  column(OFF_FOR_BANK, ({ id }) => dollars(bankDiscountCents(id))),
  column('Booked', ({ createdAt }) => businessTime(createdAt)),
  column('Total', ({ party }) => dollars(party.priceCents)),
  column('Paid', ({ party }) => dollars(party.paidCents)),
  column('Remaining', (booking) => dollars(openCents(booking))),
  column('On its way from the bank', (row) => dollars(row.onItsWayCents)),
  column('Written off', ({ writtenOffCents }) => dollars(writtenOffCents)),
  column('No longer due', (row) => dollars(cents(Math.max(0, restCents(row))))),
  column('Paid beyond the price', (row) => dollars(cents(Math.max(0, -restCents(row))))),
  column('Kept from canceled travelers', ({ party }) => dollars(party.retainedCents)),
  column(TO_PAY_BACK, ({ party }) => dollars(party.toPayBackCents)),
  column('On its way back', ({ goingBackCents }) => dollars(goingBackCents)),
  column('Could not be given back', ({ stuckBackCents }) => dollars(stuckBackCents)),
  ...customerWords('address', 'other'),
  ...noteWords,
] as const
