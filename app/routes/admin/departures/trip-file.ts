import type { LoaderFunctionArgs } from '@remix-run/node'
import { fileAnswer } from '#app/routes/file-answers.server'
import { namedDeparture } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'

/** A file of a trip book, for staff. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  return fileAnswer(namedDeparture(params).id, params.id)
}
