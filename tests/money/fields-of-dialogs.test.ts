import type { FieldMetadata } from '@conform-to/react'
import { beforeAll, expect, test } from 'vitest'
import { moveClockTo } from '#app/platform/clock.server'
import { dialogAt } from '#app/routes/admin/bookings/commands/paths'
import { loader } from '#app/routes/admin/bookings/commands/route'
import type { AnyScreen, OpenedPage } from '#app/routes/admin/bookings/commands/screens/screen'
import { SCREENS } from '#app/routes/admin/bookings/commands/screens/table'
import { COMMANDS } from '#app/routes/admin/bookings/commands/table.server'
import { beginHere } from '#app/server/guards/staff-session.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { BOOKING_STATES } from '#tests/fixtures/booking-states'
import { NOON, theDeparture } from '#tests/fixtures/orders'
import { aStaffMember } from '#tests/fixtures/paid-bookings'
import { anOpenTour } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import { type Act, STAFF_ACTS } from '#tests/fixtures/staff-acts'

// A field that a command's form takes, and its dialog neither draws nor sends, can never be filled in.

const PAGE = 'http://localhost:3000/admin/bookings'
let cookie = ''

beforeAll(async () => {
  copyDeparture(theDeparture().id, '2026-10-15', aStaffMember(), NOON)
  const [session = ''] = (await beginHere(new Request(PAGE), aStaffMember())).getSetCookie()
  cookie = session.split(';')[0] ?? ''
})

/** In what state of a booking a dialog has all of its fields. */
const IN_STATE: Partial<Record<keyof typeof STAFF_ACTS, keyof typeof BOOKING_STATES>> = {
  cancel: 'overdue',
  'write off': 'overdue',
  reinstate: 'refunded whole',
  hold: 'held by staff',
  'place off': 'a place on offer',
  payment: 'each pays',
  refund: 'each pays',
  'one pays': 'each pays',
}

/** Where others of the party asked to leave, too; and of a refund, once it was answered what it comes to. */
const NOT_ALWAYS = ['requestStays', 'shown']

const DIALOGS = Object.entries<Act>(STAFF_ACTS).filter(([, { address }]) => address)

test.each(DIALOGS)('%s: its dialog has each field of its form', async (act, { address, typed }) => {
  anOpenTour()
  moveClockTo(NOON)
  const made = BOOKING_STATES[IN_STATE[act as keyof typeof STAFF_ACTS] ?? 'deposit paid']
  const booking = bookingNow(await made())
  const { reference } = booking
  const sent = Object.entries(typed(booking)).map(([name, value]) => [name, String(value)])
  const at = `${PAGE}/${reference}/${address?.(booking)}`
  const { name = 'price' } = dialogAt(at) ?? {}
  const screen = SCREENS[name] as unknown as AnyScreen

  const seen = new Set(['quoted', 'formKey', ...NOT_ALWAYS])
  const fields = new Proxy<Record<string, FieldMetadata<string>>>(
    {},
    {
      get: (_, field: string) => {
        seen.add(field)
        return { id: field, name: field }
      },
    },
  )
  const opened = async (query: string) => {
    const request = new Request(`${at}${query}`, { headers: { Cookie: cookie } })
    const { page } = await loader({ request, params: { reference }, context: {} })
    return page as OpenedPage
  }
  const first = await opened('')
  if (screen.ask) screen.ask(first, fields)
  const page = screen.ask ? await opened(`?${new URLSearchParams(sent)}`) : first
  const dialog = screen.confirm(page, fields, {})
  for (const shown of [page.typed, 'sent' in dialog ? dialog.sent : {}])
    for (const field of Object.keys(shown ?? {})) seen.add(field)

  expect(Object.keys(COMMANDS[name].form.shape).filter((field) => !seen.has(field))).toEqual([])
})
