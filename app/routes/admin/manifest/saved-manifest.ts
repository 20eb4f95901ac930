import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { readDay } from '#app/platform/days'
import { namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import type { Departure } from '#app/tours/departures.server'
import { MANIFEST_CACHED_HOURS, tickAboard } from '#app/tours/guides.server'
import { phoneManifest } from './phone-manifest.server'

const pathOf = ({ id }: Departure) => `/admin/manifest-phone/${id}`

/**
 * The manifest as a page that the phone keeps and renews when there is a network: the
 * same as the file for a phone, without passports. Each time it is fetched it is
 * opened, and the log says so. It is forgotten with the session, with the assignment,
 * and when it was not renewed for MANIFEST_CACHED_HOURS (public/kept-worker.js).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const departure = openTo(staff, namedDeparture(params))
  return new Response(phoneManifest(departure, staff, pathOf(departure)), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Keep-Seconds': String(MANIFEST_CACHED_HOURS * 3_600),
    },
  })
}

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; manifest-src 'self'; img-src 'self'; worker-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/** Everyone is aboard on a day. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change journey')
  const departure = openTo(staff, namedDeparture(params))
  const day = readDay(String((await readForm(request, ['day'])).get('day') ?? ''))
  if (!day || !tickAboard(departure, day, staff, now()))
    throw new Response('This is no day of the departure', { status: 400 })
  return redirect(pathOf(departure), 303)
}
