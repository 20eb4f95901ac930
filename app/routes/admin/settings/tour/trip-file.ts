import type { LoaderFunctionArgs } from '@remix-run/node'
import { fileAnswer } from '#app/routes/file-answers.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { namedDeparture } from '#app/server/named-rows.server'

/** A file of a trip book, for the staff who look at it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  return fileAnswer(namedDeparture(params).id, params.id)
}
