import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { moveClockTo } from '#app/platform/clock.server'
import { bookingPage } from '#app/routes/admin/bookings/booking-page.server'
import { DIALOGS, dialogAt } from '#app/routes/admin/bookings/commands/paths'
import { COMMANDS } from '#app/routes/admin/bookings/commands/table.server'
import { beginHere } from '#app/server/guards/staff-session.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { takeToast } from '#app/ui/toasts/flash.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { BOOKING_STATES } from '#tests/fixtures/booking-states'
import { NOON, theDeparture } from '#tests/fixtures/orders'
import { aStaffMember } from '#tests/fixtures/paid-bookings'
import { anOpenTour } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import { type Act, STAFF_ACTS } from '#tests/fixtures/staff-acts'

// What staff may do to a booking in each of its states, by the dialogs themselves: done, or the sentence
// that they read instead. The page has a button exactly where it is done; or, with a plus, where that button
// does more: it also pays back.

const PAGE = 'http://localhost:3000/admin/bookings'
const STATES = Object.keys(BOOKING_STATES) as (keyof typeof BOOKING_STATES)[]
let cookie = ''
const { name: _, tourType: __, ...asAtFirst } = theDeparture()

beforeAll(async () => {
  copyDeparture(theDeparture().id, '2026-10-15', aStaffMember(), NOON)
  const [session = ''] = (await beginHere(new Request(PAGE), aStaffMember())).getSetCookie()
  cookie = session.split(';')[0] ?? ''
})

async function made(state: keyof typeof BOOKING_STATES) {
  anOpenTour()
  db.update(departures).set(asAtFirst).where(eq(departures.id, 1)).run()
  moveClockTo(NOON)
  return bookingNow(await BOOKING_STATES[state]())
}

/** 'done', or what staff read. */
async function tried(
  booking: Awaited<ReturnType<typeof made>>,
  { dialog, typed, address }: Act,
): Promise<string> {
  const body = new URLSearchParams({ formKey: randomUUID() })
  for (const [name, value] of Object.entries(typed(booking))) body.set(name, String(value))
  const { reference } = booking
  const at = address ? `/${reference}/${address(booking)}` : ''
  const request = new Request(`${PAGE}${at}`, {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  })
  const answer = await dialog({
    request,
    params: { reference, departure: String(booking.departureId) },
    context: {},
  })
  if (answer instanceof Response) {
    const { toast } = await takeToast(
      new Request(PAGE, { headers: { Cookie: answer.headers.getSetCookie().join('; ') } }),
    )
    return toast?.tone === 'success' ? 'done' : (toast?.description ?? '')
  }
  const { data } = answer as { data: { refused?: string; result?: Reply } & Reply }
  const { error = {} } = data.result ?? data
  return data.refused ?? Object.values(error).flat().join(' ')
}

type Reply = { error?: Record<string, string[]> }

/** The columns are the states in their order. */
const TABLE = `
              guest staff depos part  full  late  disp  going stuck kept  back  expir off   begun over  ends  later prom  offer each
payment       ok    ok    ok    ok    +paid ok    ok    ok    ok    place place ok    ok    ok    +paid takes ok    takes ok    ok
refund        card  card  ok    ok    ok    ok    ok    ok    ok    ok    card  card  ok    ok    ok    ok    ok    ok    ok    ok
price         stand stand ok    ok    ok    ok    ok    ok    ok    stand stand stand price ok    ok    stand ok    stand ok    ok
undo price    stand stand ok    ok    whole ok    ok    ok    ok    stand stand stand price ok    whole stand ok    stand ok    ok
undo room     stand stand ok    ok    ok    ok    court wait  wait  stand stand stand price away  away  stand ok    stand ok    ok
write off     late  late  late  late  late  ok    late  late  late  late  late  late  late  ok    late  late  late  late  late  late
cancel        ok    ok    ok    ok    ok    ok    ok    ok    ok    ended ended ended ok    ok    ok    ok    ok    ok    ok    ok
join          stand stand ok    ok    ok    ok    ok    ok    ok    stand stand stand ok    join  join  stand ok    stand ok    ok
leave         stand stand ok    ok    ok    ok    ok    ok    ok    stand stand stand ok    ok    ok    stand ok    stand ok    ok
contact       their ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
lead          their yet   ok    ok    ok    ok    ok    ok    ok    stand stand stand ok    ok    ok    ok    ok    stand ok    ok
place off     list  list  list  list  list  list  list  list  list  list  list  list  list  list  list  list  list  list  ok    list
postpone      due   due   ok    ok    due   ok    ok    ok    ok    due   due   due   due   next  due   due   ok    due   ok    ok
spread        stand stand ok    ok    none  ok    ok    ok    ok    stand stand stand days  ok    none  none  ok    stand ok    ok
move          stand stand ok    ok    ok    ok    court wait  wait  stand stand stand move  begun begun ok    ok    stand ok    ok
room          stand stand ok    ok    ok    ok    court wait  wait  stand stand stand rooms away  away  stand ok    stand ok    ok
each pays     stand stand ok    ok    share ok    ok    ok    ok    stand stand stand share ok    share stand ok    stand ok    so
one pays      so    so    so    so    so    so    so    so    so    so    so    so    so    so    so    so    so    so    so    ok
swap rooms    stand stand ok    ok    ok    ok    court wait  wait  stand stand stand rooms away  away  stand ok    stand ok    ok
reinstate     alive alive alive alive alive alive alive alive alive ok    ok    ok    alive alive alive alive alive alive alive alive
hold          held  ok    held  held  held  held  held  held  held  held  held  held  held  held  held  held  held  held  held  held
answer        ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
ask for part  stand stand ok    ok    none  ok    ok    ok    ok    stand stand stand none  ok    none  none  ok    none  ok    ok
remind        over  over  ok    ok    had   ok    ok    back  back  over  over  over  off   ok    had   over  ok    back  ok    ok
separate      gone  gone  ok    ok    ok    ok    ok    ok    ok    gone  gone  gone  ok    ok    ok    ok    ok    ok    ok    ok
pair          gone  gone  ok    ok    ok    ok    ok    ok    ok    gone  gone  gone  ok    ok    ok    ok    ok    ok    ok    ok`

const SENTENCES: Record<string, string> = {
  paid: 'Nothing is left to pay: someone may have recorded it already',
  place:
    'This payment cannot be used: the booking has ended, or the departure is full. Nothing was recorded. Please return the money, or book a new seat.',
  takes:
    'This booking takes no more money: all that was paid is on its way back, or its departure was canceled. Nothing was recorded. Please return the money, or book a new seat.',
  card: 'Nothing is left that could go back through Stripe: all of it went back, or is on its way.',
  stand:
    'This booking is not active: nothing is paid yet, it has ended, its departure was canceled, or all of its money is on its way back. Nothing was changed.',
  price: 'The balance of this booking was written off. Its price can no longer change.',
  whole:
    'Everything is paid, so there is nothing to take off. To give something back, use “Refund” and choose to lower the price.',
  late: 'Nothing on TS is overdue.',
  ended: 'TS had ended already, or someone else has just canceled it.',
  join: 'The journey has begun: no one can join anymore.',
  their: 'The guest is still checking out and can change this there. Nothing was changed.',
  yet: 'Nothing is paid for these seats yet, so no one else can lead. Change the name of the lead traveler instead. Nothing was changed.',
  list: 'This seat is no longer offered: it was taken, taken back or removed.',
  due: 'Nothing is due for this installment. Nothing was changed.',
  next: 'The next installment is due before that day: please postpone that one first',
  court: 'A payment of this booking is disputed. Please wait until the dispute is decided.',
  wait: 'A refund of this booking is on its way. Please wait until it is made, or settle it first.',
  move: 'The balance of this booking was written off. It can no longer be moved.',
  days: 'The balance of this booking was written off. Its due dates can no longer change.',
  begun: 'The journey of this booking has begun. It can no longer be moved.',
  rooms: 'The balance of this booking was written off. Its rooms can no longer change.',
  away: 'The journey of this booking has begun. Its rooms can no longer change here.',
  alive: 'This booking is active, or someone else has just reinstated it.',
  held: 'Its seats are no longer held: they were paid for, or the hold has ended. Nothing was changed.',
  none: 'Nothing is left to pay.',
  share: 'Nothing is left to pay, so there is nothing to share.',
  so: 'It is so already.',
  over: 'This booking is not active: it was canceled, refunded or never paid. Nothing is due for it.',
  had: 'This installment is already paid',
  back: 'A refund of this booking is on its way or could not be made, so no reminder was sent.',
  off: 'This installment was written off. It is no longer due.',
  gone: 'One of them is no longer traveling. Nothing was changed.',
}

const [heads = '', ...lines] = TABLE.trim().split('\n')
const ROWS = lines.map((line) => ({
  act: line.slice(0, 14).trim(),
  cells: line.slice(14).trim().split(/ +/),
}))

test('the table has a row for every act, a column for every state, and says each of its sentences', () => {
  expect(ROWS.map(({ act }) => act)).toEqual(Object.keys(STAFF_ACTS))
  for (const { cells } of ROWS) expect(cells).toHaveLength(STATES.length)
  expect(heads.trim().split(/ +/)).toHaveLength(STATES.length)
  const said = new Set(ROWS.flatMap(({ cells }) => cells.map((cell) => cell.replace('+', ''))))
  expect([...said].sort()).toEqual(['ok', ...Object.keys(SENTENCES)].sort())
})

test('each dialog that changes a booking has an act, and one that opens it has its command', async () => {
  const booking = await made('deposit paid')
  const opened = Object.values<Act>(STAFF_ACTS).flatMap(({ address }) =>
    address ? [dialogAt(`${PAGE}/${booking.reference}/${address(booking)}`)?.name] : [],
  )
  expect([...new Set(opened)].sort()).toEqual(Object.keys(DIALOGS).sort())
  expect(Object.keys(COMMANDS).sort()).toEqual(Object.keys(DIALOGS).sort())
})

test.each(STATES)('%s: each act is done, or refused with a sentence', async (state) => {
  let booking = await made(state)
  const { acts } = bookingPage(booking, aStaffMember(), new URLSearchParams())
  for (const { act, cells } of ROWS) {
    const how: Act = STAFF_ACTS[act as keyof typeof STAFF_ACTS]
    const said = (await tried(booking, how)).replace(booking.reference, 'TS')
    const cell = cells[STATES.indexOf(state)] ?? ''
    expect.soft(said, act).toBe(cell === 'ok' ? 'done' : SENTENCES[cell.replace('+', '')])
    if (how.button) expect.soft(acts[how.button], `the button to ${act}`).toBe(/^(ok|\+.*)$/.test(cell))
    // What was refused has left everything as it was.
    if (said === 'done') booking = await made(state)
  }
})
