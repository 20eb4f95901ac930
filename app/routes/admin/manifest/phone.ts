import type { LoaderFunctionArgs } from '@remix-run/node'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import { now } from '#app/clock.server'
import { manifest } from '#app/dossiers/manifest.server'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { departureWanted } from './departure-wanted.server'
import { phoneManifest } from './phone-manifest.server'
import { shownManifest } from './shown-manifest.server'

/** The manifest as one file to keep on a guide's phone, where there is no network. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see bookings')
  const departure = departureWanted(request)
  recordAct(
    {
      ...byStaff(staff),
      action: 'manifest-exported',
      subject: `departure:${departure.id}`,
      detail: { kind: 'phone' },
    },
    now(),
  )
  return new Response(phoneManifest(shownManifest(departure, manifest(departure), now())), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': `attachment; filename="manifest-${departure.startsOn}.html"`,
      'Cache-Control': 'no-store',
    },
  })
}
