import type { LoaderFunctionArgs } from '@remix-run/node'
import { machineNow, now } from '#app/platform/clock.server'
import { addressOfDataLink } from '#app/server/personal/data-link.server'
import { heldAsFile, readForOwner } from '#app/server/personal/read-person.server'

/** The same as JSON. */
export function loader({ params }: LoaderFunctionArgs) {
  const email = addressOfDataLink(params.token ?? '', machineNow())
  if (email === null) throw new Response(null, { status: 404 })
  return heldAsFile(email, readForOwner(email), now())
}
