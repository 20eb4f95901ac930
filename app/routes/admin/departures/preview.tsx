import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from '#app/platform/clock.server'
import { TourContent } from '#app/routes/site/tour-offer'
import { pageAbout } from '#app/routes/site/tour-page.server'
import { namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { adminHead } from '#app/ui/admin/admin-parts'
import { AdminFailure } from '#app/ui/admin/admin-shell'
import { ButtonLink } from '#app/ui/button'
import type { PageHandle } from '#app/ui/shell/page-handle'

export const handle: PageHandle = { hero: true }

/** The tour page as it will be with a departure on sale, for staff only. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const departure = openTo(staff, namedDeparture(params))
  const isDraft = departure.sales === 'draft'
  return {
    isDraft,
    back: `/admin/departures/${departure.id}`,
    tour: pageAbout(isDraft ? { ...departure, sales: 'open' } : departure, today()),
  }
}

/** Below the site's header, which overlaps pictures here. */
export const ErrorBoundary = () => (
  <div className="admin-page pt-28">
    <AdminFailure />
  </div>
)

export const meta = () => adminHead('Preview')

export default function TourPreviewPage() {
  const { isDraft, back, tour } = useLoaderData<typeof loader>()
  return (
    <>
      <TourContent tour={tour} />
      <p className="sticky bottom-0 z-30 flex flex-wrap items-center justify-center gap-x-5 gap-y-2 bg-wait-fill px-(--gutter) py-3 text-sm font-semibold text-wait">
        {isDraft ? 'Preview of a draft: no one else sees it.' : 'Preview, as guests see it.'}
        <ButtonLink to={back} tone="outline">
          Back to the departure
        </ButtonLink>
      </p>
    </>
  )
}
