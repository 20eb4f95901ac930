import type { LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import { manifest } from '#app/views/manifest.server'
import { phoneManifest } from './phone-manifest.server'
import { departureWanted, shownManifest } from './shown-manifest.server'

/** The manifest as one file to keep on a guide's phone, where there is no network. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const departure = departureWanted(request, staff)
  recordAct(now(), {
    ...byStaff(staff),
    action: 'manifest-exported',
    subject: `departure:${departure.id}`,
    detail: { kind: 'phone' },
  })
  return new Response(phoneManifest(shownManifest(departure, manifest(departure), staff, now())), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': `attachment; filename="manifest-${departure.startsOn}.html"`,
      'Cache-Control': 'no-store',
    },
  })
}
