import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from '#app/platform/clock.server'
import { TourContent } from '#app/routes/site/tour-offer'
import { pageAbout } from '#app/routes/site/tour-page.server'
import { requireStaff } from '#app/server/staff-session.server'
import { adminHead } from '#app/ui/admin/admin-parts'
import { ButtonLink } from '#app/ui/button'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { namedDeparture } from './named-rows.server'

export const handle: PageHandle = { hero: true }

/** The journey's page as it will be with a departure on sale, for staff alone. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  const departure = namedDeparture(params)
  const isDraft = departure.sales === 'draft'
  return {
    id: departure.id,
    isDraft,
    tour: pageAbout(isDraft ? { ...departure, sales: 'open' } : departure, today()),
  }
}

export const meta: MetaFunction = () => adminHead('Preview')

export default function TourPreviewPage() {
  const { id, isDraft, tour } = useLoaderData<typeof loader>()
  return (
    <>
      <TourContent tour={tour} />
      <p className="sticky bottom-0 z-20 flex flex-wrap items-center justify-center gap-x-5 gap-y-2 bg-wait-fill px-(--gutter) py-3 text-sm font-semibold text-wait">
        {isDraft ? 'Preview of a draft: nobody else sees it.' : 'Preview, as guests see it.'}
        <ButtonLink to={`/admin/settings/tour/${id}`} tone="outline">
          Back to the departure
        </ButtonLink>
      </p>
    </>
  )
}
