import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { env } from '#app/env.server'
import { type PageAsked, readCursor } from '#app/page-cursor'
import { bookingsJson } from '#app/payments/booking-json.server'
import { listBookings } from '#app/payments/list-bookings.server'
import { requireStaffCall } from '#app/routes/admin/staff-session.server'
import { onlyMethods } from '#app/routes/api/json-call.server'

const ALL = { term: '', money: null }
const USUAL = 100
const AT_MOST = 1_000

/** GET /api/admin/bookings: newest first, the next page in the Link header (spec §7, decisions §5). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request)
  const query = new URL(request.url).searchParams
  const size = sizeAsked(query.get('limit'))
  const after = readCursor(query.get('after'))
  const { rows, next } = await inTurns(after ? { from: 'after', cursor: after } : { from: 'start' }, size)
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (next) {
    const address = `${env.BASE_URL}/api/admin/bookings?limit=${size}&after=${next}`
    headers.set('Link', `<${address}>; rel="next"`)
  }
  return Response.json(rows, { headers })
}

/** A long list is read a hundred at a time, others being served in between (decisions §8). */
async function inTurns(asked: PageAsked, size: number) {
  const rows: ReturnType<typeof bookingsJson> = []
  for (let from = asked; ; await nextTurn()) {
    const page = listBookings(ALL, from, Math.min(USUAL, size - rows.length))
    rows.push(...bookingsJson(page.rows))
    const next = readCursor(page.cursors.next)
    if (!next || rows.length >= size) return { rows, next: page.cursors.next }
    from = { from: 'after', cursor: next }
  }
}

function sizeAsked(limit: string | null): number {
  const wanted = /^\d{1,9}$/.test(limit ?? '') ? Number(limit) : USUAL
  return Math.min(Math.max(1, wanted), AT_MOST)
}

export async function action({ request }: ActionFunctionArgs) {
  await requireStaffCall(request)
  return onlyMethods(request, 'GET')
}
