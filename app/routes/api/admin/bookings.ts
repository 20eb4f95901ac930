import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { type RequestedPage, readCursor } from '#app/platform/lists/page-cursor'
import { listBookings as listBookingsCall } from '#app/server/contract/admin-calls'
import { answerList, pageFrom, readListCall } from '#app/server/contract/json-call.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'
import { bookingsJson } from '#app/views/booking-json.server'
import { listBookings, UNFILTERED } from '#app/views/list-bookings.server'

const AT_ONCE = 100

/** GET /api/admin/bookings: newest first, the next page in the Link header (rules 7.6). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request, 'see bookings')
  const asked = readListCall(request, listBookingsCall)
  if ('refused' in asked) return asked.refused
  const { limit, cursor } = asked
  const { rows, next } = await inTurns(pageFrom(cursor), limit)
  return answerList('/api/admin/bookings', rows, limit, next)
}

/** A long list is read a hundred at a time, others being served in between (rules 9.5). */
async function inTurns(asked: RequestedPage, size: number) {
  const rows: ReturnType<typeof bookingsJson> = []
  for (let from = asked; ; await nextTurn()) {
    const page = listBookings(UNFILTERED, from, Math.min(AT_ONCE, size - rows.length))
    rows.push(...bookingsJson(page.rows))
    const next = readCursor(page.cursors.next)
    if (!next || rows.length >= size) return { rows, next: page.cursors.next }
    from = { from: 'after', cursor: next }
  }
}

export const action = (call: LoaderFunctionArgs) => loader(call)
