import type { LoaderFunctionArgs } from '@remix-run/node'
import { photoAnswer } from '#app/routes/file-answers.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { photoBytes } from '#app/travelers/review-photos.server'

/** A photograph of a review, for the staff who decide on it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return photoAnswer(await photoBytes(Number(params.id) || 0))
}
