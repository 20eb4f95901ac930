import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { ButtonLink } from '#app/ui/button-link'
import { MessageScreen } from './message-screen'
import { NotFoundScreen } from './not-found-screen'

/**
 * The page-level error screen (rules 11.3). Both buttons are links to this same address, so that they also work
 * without scripts; with them, Try Again only clears the error and renders again.
 */
export function ErrorScreen() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />

  const here = pathname + search
  return (
    <MessageScreen
      title="Something went wrong"
      text="We apologize for the inconvenience. Please try refreshing the page."
      actions={
        <>
          <ButtonLink to={here} replace tone="outline">
            Try Again
          </ButtonLink>
          <ButtonLink to={here} reloadDocument>
            Refresh Page
          </ButtonLink>
        </>
      }
    />
  )
}
