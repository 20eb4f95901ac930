import type { NextDepartureDetails } from '#app/travelers/details/next-departure.server'
import { Link } from '#app/ui/link'

/** How complete the details for the next departure are; nothing while nobody travels on it. */
export const DetailsLine = ({ next }: { next: NextDepartureDetails | null }) =>
  next && (
    <p className="mb-6 text-sm">
      <Link
        to={`/admin/manifest?departure=${next.departureId}`}
        className="font-medium text-umber underline underline-offset-3"
      >
        Travelers’ details for {next.dates}
      </Link>
      : {next.complete === next.travelers ? 'complete.' : `${next.complete} of ${next.travelers} complete.`}
    </p>
  )
