import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { departureInQuery } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'

/** Where a departure’s screens were before it had addresses of its own: bookmarks and letters name them. */
const MOVED: [from: RegExp, to: string][] = [
  [/^settings\/tour\/(codes|lodges)(\/.*)?$/, 'settings/$1$2'],
  [/^settings\/tour\/words$/, 'settings/tour-page'],
  [/^settings\/tour\/lists\/(.+)$/, 'settings/tour-page/$1'],
  [/^settings\/tour\/(\d+)\/days(\/.*)?$/, 'departures/$1/trip-book/days$2'],
  [/^settings\/tour\/(\d+)\/book(\/.*)?$/, 'departures/$1/trip-book$2'],
  [/^settings\/tour\/(\d+)\/(documents|costs)(\/.*)?$/, 'departures/$1/settings/$2$3'],
  [/^settings\/tour\/(\d+)\/letter$/, 'departures/$1/letters/new-dates'],
  [/^settings\/tour(\/.*)?$/, 'departures$1'],
  [/^tour-preview\/([^/]+)$/, 'departures/$1/preview'],
  [/^tour-files\/([^/]+)\/([^/]+)$/, 'departures/$1/trip-book/files/$2'],
]

/** For good; without a departure, to the one under way or next, which is another one later. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams: query } = new URL(request.url)
  const old = pathname.replace(/^\/admin\//i, '')
  if (/^(manifest|rooms)$/i.test(old)) {
    const staff = await requireStaff(request, 'see journey')
    const { id } = departureInQuery(query, staff)
    const status = query.has('departure') ? 301 : 302
    query.delete('departure')
    return redirect(withQuery(`departures/${id}/${old}`, query), status)
  }
  await requireStaff(request, 'see departures')
  const moved = MOVED.find(([from]) => from.test(old))
  if (!moved) throw new Response(null, { status: 404 })
  return redirect(withQuery(old.replace(...moved), query), 301)
}

const withQuery = (page: string, query: URLSearchParams) =>
  `/admin/${page}${query.size > 0 ? `?${query}` : ''}`
