import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { AdminHeading, AdminLink, EmptyState } from './admin-parts'
import { useMay } from './admin-shell'

/** An unknown address under /admin. */
export const AdminNotFound = () => (
  <>
    <AdminHeading title="Page Not Found" />
    <EmptyState title="There is nothing at this address">
      It may be mistyped, or what was here has been deleted.
      <p className="mt-3 flex flex-wrap justify-center gap-2.5">
        <AdminLink to="/admin/dashboard" tone="main">
          Back to the dashboard
        </AdminLink>
        <AdminLink to="/">Return Home</AdminLink>
        <AdminLink to="/texascountrysafari">View Texas Safari</AdminLink>
      </p>
    </EmptyState>
  </>
)

/** What the account's role, or this guide, may not see; the words come from the server. */
const NotYours = ({ title, message }: { title: string; message: string }) => (
  <>
    <AdminHeading title={title} />
    <EmptyState title={message}>
      <p className="mt-3 flex justify-center">
        <AdminLink to="/admin/dashboard" tone="main">
          {useMay()('see bookings') ? 'Back to the dashboard' : 'Your departures'}
        </AdminLink>
      </p>
    </EmptyState>
  </>
)

/** Shown in place of a staff page that failed to load or render (rules 11.3). */
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
          <AdminLink to={here} replace>
            Try Again
          </AdminLink>
          <AdminLink to={here} reloadDocument tone="main">
            Refresh Page
          </AdminLink>
        </p>
      </EmptyState>
    </>
  )
}
