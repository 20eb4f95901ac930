import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { phoneManifest } from './phone-manifest.server'
import { requestedDeparture } from './shown-manifest.server'

/** The manifest as one file to keep on a guide's phone, where there is no network. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const departure = requestedDeparture(request, staff)
  return new Response(phoneManifest(departure, staff), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': `attachment; filename="manifest-${departure.startsOn}.html"`,
      'Cache-Control': 'no-store',
    },
  })
}
