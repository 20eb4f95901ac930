import type { LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { heldAsFile, readForStaff } from '#app/server/personal/read-person.server'

/** All that is held of an address, as JSON. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see travelers')
  const email = (new URL(request.url).searchParams.get('email') ?? '').trim().slice(0, EMAIL_AT_MOST)
  const held = email ? readForStaff(email, staff, now()) : []
  if (held.length === 0) throw new Response(null, { status: 404 })
  return heldAsFile(email, held, now())
}
