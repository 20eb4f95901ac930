import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { moneyWords, openCents, TO_PAY_BACK, toPayBackCents } from '#app/bookings/money-words'
import { type PartyMoney, partyMoney } from '#app/bookings/party.server'
import { now, today } from '#app/clock.server'
import { showInstant } from '#app/days'
import { inPortions } from '#app/dossiers/list-bookings.server'
import { env } from '#app/env.server'
import { type Cents, dollarsOf } from '#app/money'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { csvAnswer } from '#app/routes/csv-answer.server'
import { departureDates } from '#app/tour/departure-choices.server'
import { earlyBirdWords } from '#app/tour/early-bird'
import { bookingFilters } from './asked-bookings.server'

const PORTION = 500

/** The bookings that the list's filters leave, newest first; dollars, and times on the business's clocks. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see bookings')
  const filters = bookingFilters(new URL(request.url).searchParams)
  recordAct({ ...byStaff(staff), action: 'bookings-exported', subject: 'bookings' }, now())
  return csvAnswer(`bookings-${today()}.csv`, COLUMNS, withPartyMoney(inPortions(filters, PORTION)))
}

export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request, 'change bookings')
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET' } })
}

/** A booking of a party that changed says what its price is made of, as its page does. */
function* withPartyMoney(portions: Iterable<Booking[]>) {
  for (const portion of portions) yield portion.map((booking) => ({ ...booking, party: partyMoney(booking) }))
}

type Row = Booking & { party: PartyMoney }

const column = (header: string, cell: (row: Row) => string | number | null) => ({
  header,
  cell,
})
const dollars = (amount: Cents) => dollarsOf(amount).toFixed(2)

const COLUMNS = [
  column('Reference', ({ reference }) => reference),
  column('Payment', (row) => moneyWords(row, row.party.promisedCents).words),
  column('Status', ({ status }) => status),
  column('Name', ({ customerName }) => customerName),
  column('Email', ({ customerEmail }) => customerEmail),
  column('Phone', ({ customerPhone }) => customerPhone),
  column('Tour', ({ tourType }) => tourType),
  column(
    'Departs',
    ({ departureId, agreedStartsOn }) => departureDates().get(departureId)?.startsOn ?? agreedStartsOn,
  ),
  column('Room', ({ roomType }) => roomType),
  column('Guests', ({ numberOfGuests }) => numberOfGuests),
  column('Early bird', earlyBirdWords),
  column('Booked', ({ createdAt }) => showInstant(createdAt, env.BUSINESS_TIMEZONE)),
  column('Total', ({ party }) => dollars(party.priceCents)),
  column('Paid', ({ party }) => dollars(party.paidCents)),
  column('Remaining', (booking) => dollars(openCents(booking))),
  column('Kept from canceled travelers', ({ party }) => dollars(party.retainedCents)),
  column(TO_PAY_BACK, (row) => dollars(toPayBackCents(row, row.party.promisedCents))),
  column('On its way back', ({ goingBackCents }) => dollars(goingBackCents)),
  column('Address', ({ customerAddress }) => customerAddress),
  column('City', ({ customerCity }) => customerCity),
  column('State', ({ customerState }) => customerState),
  column('Zip code', ({ customerZipCode }) => customerZipCode),
  column('Country', ({ customerCountry }) => customerCountry),
] as const
