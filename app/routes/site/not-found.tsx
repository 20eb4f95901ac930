import { data, type MetaFunction } from '@remix-run/node'
import { pageHead } from '#app/ui/page-head'
import { NotFoundScreen } from '#app/ui/shell/message-screens'

export const loader = () => data(null, { status: 404 })

export const meta: MetaFunction = ({ matches, location }) =>
  pageHead({
    matches,
    title: 'Page Not Found',
    description: 'There is no page at this address.',
    path: location.pathname,
    noindex: true,
  })

export default function NotFoundPage() {
  return <NotFoundScreen />
}
