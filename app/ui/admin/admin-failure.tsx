import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { Link } from '#app/ui/link'
import { AdminHeading, adminButton, EmptyState } from './admin-parts'
import { useMay } from './admin-shell'

/** An address under /admin where nothing is. */
export const AdminNotFound = () => (
  <>
    <AdminHeading title="Page Not Found" />
    <EmptyState title="There is nothing at this address">
      It may be mistyped, or what was here has been deleted.
      <p className="mt-3 flex flex-wrap justify-center gap-2.5">
        <Link to="/admin/dashboard" className={adminButton('main')}>
          Back to the dashboard
        </Link>
        <Link to="/" className={adminButton('plain')}>
          Return Home
        </Link>
        <Link to="/texascountrysafari" className={adminButton('plain')}>
          View Texas Safari
        </Link>
      </p>
    </EmptyState>
  </>
)

/** What an account of this role, or of this guide, does not see: in words from the server. */
const NotYours = ({ title, message }: { title: string; message: string }) => (
  <>
    <AdminHeading title={title} />
    <EmptyState title={message}>
      <p className="mt-3 flex justify-center">
        <Link to="/admin/dashboard" className={adminButton('main')}>
          {useMay()('see bookings') ? 'Back to the dashboard' : 'Your departures'}
        </Link>
      </p>
    </EmptyState>
  </>
)

/**
 * What stands in the place of a staff page that could not be read or shown (rules 11.3), in the frame of the
 * others.
 */
export function AdminFailure() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) return <AdminNotFound />

  if (isRouteErrorResponse(error) && error.status === 403) return <NotYours {...error.data} />

  const here = pathname + search
  return (
    <>
      <AdminHeading title="Something went wrong" />
      <EmptyState title="We apologize for the inconvenience. Please try refreshing the page.">
        <p className="mt-3 flex flex-wrap justify-center gap-2.5">
          <Link to={here} replace className={adminButton('plain')}>
            Try Again
          </Link>
          <Link to={here} reloadDocument className={adminButton('main')}>
            Refresh Page
          </Link>
        </p>
      </EmptyState>
    </>
  )
}
