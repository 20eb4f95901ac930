import type { LoaderFunctionArgs } from '@remix-run/node'
import { BRAND } from '#app/platform/words'
import { namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { appManifest } from '#app/site/seo/site-identity'

/** How a guide's phone keeps a manifest on its home screen: nothing in it is about a traveler. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const { id } = openTo(staff, namedDeparture(params))
  return appManifest({
    name: `Manifest | ${BRAND}`,
    short_name: 'Manifest',
    start: `/admin/manifest-phone/${id}`,
  })
}
