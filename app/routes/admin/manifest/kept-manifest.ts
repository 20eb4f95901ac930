import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { addDays, readDay, showInstant, showWeekday } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { namedDeparture, openTo } from '#app/routes/admin/named-rows.server'
import { readForm } from '#app/server/read-form.server'
import { requireStaff } from '#app/server/staff-session.server'
import { byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import { aboardOf, MANIFEST_KEPT_HOURS, tickAboard } from '#app/tours/aboard.server'
import { dayCount } from '#app/tours/departure'
import type { Departure } from '#app/tours/departures.server'
import { manifest } from '#app/views/manifest.server'
import { phoneManifest } from './phone-manifest.server'
import { shownManifest } from './shown-manifest.server'

const pathOf = ({ id }: Departure) => `/admin/manifest-phone/${id}`

/**
 * The manifest as a page that the phone keeps and renews when there is a network: the same as the file for a
 * phone, without passports. Each time it is fetched it is opened, and the log says so. It is forgotten with the
 * session, with the assignment, and when it was not renewed for MANIFEST_KEPT_HOURS (public/kept-worker.js).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const departure = openTo(staff, namedDeparture(params))
  const detail = { kind: 'kept-on-phone' as const }
  recordAct(
    { ...byStaff(staff), action: 'manifest-exported', subject: `departure:${departure.id}`, detail },
    now(),
  )
  const shown = shownManifest(departure, manifest(departure), staff, now())
  return new Response(phoneManifest(shown, { here: pathOf(departure), days: daysOf(departure) }), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Keep-Seconds': String(MANIFEST_KEPT_HOURS * 3_600),
    },
  })
}

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; worker-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

function daysOf(departure: Departure) {
  const ticks = new Map(aboardOf(departure.id).map((tick) => [tick.day, tick]))
  return Array.from({ length: dayCount(departure) }, (_, index) => {
    const day = addDays(departure.startsOn, index)
    const tick = ticks.get(day)
    const by = tick && `${tick.tickedBy}, ${showInstant(tick.tickedAt, env.BUSINESS_TIMEZONE)}`
    return { day, name: `Day ${index + 1}, ${showWeekday(day)}`, by: by ?? null }
  })
}

/** Everyone is aboard on a day. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change journey')
  const departure = openTo(staff, namedDeparture(params))
  const day = readDay(String((await readForm(request, ['day'])).get('day') ?? ''))
  if (!day || !tickAboard(departure, day, staff, now()))
    throw new Response('This is no day of the departure', { status: 400 })
  return redirect(pathOf(departure), 303)
}
