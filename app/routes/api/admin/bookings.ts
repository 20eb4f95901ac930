import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { listBookings as listBookingsCall } from '#app/api-contract/desk-calls'
import { bookingsJson } from '#app/dossiers/booking-json.server'
import { listBookings } from '#app/dossiers/list-bookings.server'
import { type PageAsked, readCursor } from '#app/lists/page-cursor'
import { requireStaffCall } from '#app/routes/admin/staff-session.server'
import { answerList, pageFrom, readListCall } from './list-call.server'

const ALL = { term: '', money: null, departureId: null }
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
async function inTurns(asked: PageAsked, size: number) {
  const rows: ReturnType<typeof bookingsJson> = []
  for (let from = asked; ; await nextTurn()) {
    const page = listBookings(ALL, from, Math.min(AT_ONCE, size - rows.length))
    rows.push(...bookingsJson(page.rows))
    const next = readCursor(page.cursors.next)
    if (!next || rows.length >= size) return { rows, next: page.cursors.next }
    from = { from: 'after', cursor: next }
  }
}

export const action = (call: LoaderFunctionArgs) => loader(call)
