import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { recordPageView } from '#app/analytics/record-page-view.server'
import { now } from '#app/platform/clock.server'
import { recordView } from '#app/server/contract/guest-calls'
import { checked, onlyDeclared, refuse } from '#app/server/contract/json-call.server'
import { visitorOf } from '#app/server/guards/visitors.server'

const MOST_CHARACTERS = 10_000

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, recordView)

/** Staff's own visits are left out; the answer says so, and Google does not hear of them either. */
const OF_STAFF = { 'X-Left-Out': 'staff' }

/** Counts a page view. A visit that is not counted gets the same empty answer. */
export async function action({ request, context }: ActionFunctionArgs) {
  const wrongMethod = onlyDeclared(request, recordView)
  if (wrongMethod) return wrongMethod
  const beacon = await readBeacon(request)
  if ('refused' in beacon) return beacon.refused
  const call = checked(recordView.body, beacon.body)
  if ('refused' in call) return call.refused

  const visitor = await visitorOf(request, context.clientAddress)
  if (visitor === 'staff') return new Response(null, { status: 204, headers: OF_STAFF })

  if (visitor) {
    const { path, referrer, utm_source: utmSource } = call.sent
    recordPageView({ path, referrer, utmSource, ...visitor }, now())
  }
  return new Response(null, { status: 204 })
}

/** A beacon's text is JSON under a type that browsers send without asking first, or JSON by its own name. */
async function readBeacon(request: Request): Promise<{ body: unknown } | { refused: Response }> {
  if (!/^(application\/json|text\/plain)\b/i.test(request.headers.get('Content-Type') ?? '')) {
    return { refused: refuse(415, 'Please send JSON as application/json or text/plain') }
  }
  const text = await request.text()
  if (text.length > MOST_CHARACTERS) return { refused: refuse(413, 'This is more than a page view') }
  try {
    return { body: JSON.parse(text) }
  } catch {
    return { refused: refuse(400, 'The body is not JSON') }
  }
}
