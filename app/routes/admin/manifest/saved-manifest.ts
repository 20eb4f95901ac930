import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { machineNow, now } from '#app/platform/clock.server'
import { readDay } from '#app/platform/days'
import { namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import { readForm } from '#app/server/guards/read-form.server'
import { requireStaff, saverOf } from '#app/server/guards/staff-session.server'
import { isGuideOnly, may } from '#app/staff/rights'
import type { Departure } from '#app/tours/departures.server'
import { manifestKeptUntil, tickAboard } from '#app/tours/guides.server'
import { phoneManifest } from './phone-manifest.server'

type Params = LoaderFunctionArgs['params']

const pathOf = ({ id }: Departure) => `/admin/manifest-phone/${id}`

/**
 * The manifest as a page that the phone keeps and renews when there is a network, without passports. Each
 * fetch opens it, and the log says so. It is forgotten with the session that saved it, with the assignment,
 * and after the journey (public/kept-worker.js).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  if (request.headers.has(ASKS_TO_KEEP))
    return new Response(null, { status: (await mayKeep(request, params)) ? 204 : 410 })
  const staff = await requireStaff(request, 'see journey')
  const departure = openTo(staff, namedDeparture(params))
  return new Response(phoneManifest(departure, staff, pathOf(departure)), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Keep-Seconds': String(await secondsToKeep(request, departure)),
    },
  })
}

/** Sent by the worker that was led to sign-in: may the phone keep its copy? */
const ASKS_TO_KEEP = 'X-May-Keep'

async function mayKeep(request: Request, params: Params): Promise<boolean> {
  const saver = await saverOf(request)
  if (!saver || !may(saver.staff, 'see journey')) return false
  try {
    return manifestKeptUntil(openTo(saver.staff, namedDeparture(params))) > now()
  } catch (refusal) {
    if (refusal instanceof Response) return false
    throw refusal
  }
}

/** A guide's until the journey is over; anyone else's no longer than their session can last. */
async function secondsToKeep(request: Request, departure: Departure): Promise<number> {
  const saver = await saverOf(request)
  if (!saver) return 0
  const ofJourney = +manifestKeptUntil(departure) - +now()
  const ofSession = isGuideOnly(saver.staff) ? ofJourney : +saver.endsAt - +machineNow()
  return Math.max(0, Math.floor(Math.min(ofJourney, ofSession) / 1_000))
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
