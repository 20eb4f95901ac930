import type { LoaderFunctionArgs } from '@remix-run/node'
import { today } from '#app/platform/clock.server'
import { fileAnswer } from '#app/routes/file-answers.server'
import { tripByToken } from '#app/views/trip-book.server'

/** A file of a traveler's trip book, for as long as the book is open. */
export async function loader({ params }: LoaderFunctionArgs) {
  const trip = tripByToken(params.token ?? '', today())
  if (!trip) throw new Response(null, { status: 404 })
  if (trip === 'ended') throw new Response(null, { status: 410 })
  return fileAnswer(trip.departure.id, params.id)
}
