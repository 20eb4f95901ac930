import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type Booking, bookingByLink } from '#app/bookings/find-booking.server'
import { rememberLink } from '#app/server/guards/link-guesses.server'

/**
 * The loader of a page behind a booking's link: null with 404 where the link opens no booking, and on to the
 * booking's page where `pageOf` has nothing to show.
 */
export async function loadLinkPage<Page extends object>(
  { request, params }: LoaderFunctionArgs,
  pageOf: (booking: Booking) => Page | null,
) {
  const token = params.token ?? ''
  const booking = bookingByLink(token)
  if (!booking) return data(null, 404)
  const page = pageOf(booking)
  if (!page) throw redirect(`/booking/${token}`)
  return data({ token, ...page }, { headers: await rememberLink(request, token) })
}
