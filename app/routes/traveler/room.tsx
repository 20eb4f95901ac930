import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { bookingByLink } from '#app/bookings/find-booking.server'
import { now } from '#app/platform/clock.server'
import { rememberLink } from '#app/server/guards/known-links.server'
import { roomCompanionOf } from '#app/travelers/rooms/room-companion.server'
import { ButtonLink } from '#app/ui/button'
import { pageHead } from '#app/ui/page-head'
import { PageHeading } from '#app/ui/panel'
import { UnknownLink } from './contact-line'
import { answerRoomForm } from './room-answers.server'
import { RoomCompanion } from './room-companion'

/** The room companion alone: where the forms of the booking's page are answered, and a refusal is shown. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const booking = bookingByLink(token)
  if (!booking) return data(null, 404)
  const room = roomCompanionOf(booking, now())
  if (!room) throw redirect(`/booking/${token}`)
  return data({ token, room }, { headers: await rememberLink(request, token) })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const booking = bookingByLink(params.token ?? '')
  return booking ? answerRoomForm(request, booking) : data(null, 404)
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageHead({
    title: 'Your room companion',
    description: 'Who you share a room with.',
    path: '/booking',
    noindex: true,
    matches,
  })

export default function RoomCompanionPage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!page) return <UnknownLink />
  return (
    <div className="wrap-text pb-20">
      <PageHeading title="Your room" />
      <RoomCompanion token={page.token} room={page.room} answer={answer ?? undefined} />
      <p className="mt-8 print:hidden">
        <ButtonLink to={`/booking/${page.token}`} tone="outline">
          Back to your booking
        </ButtonLink>
      </p>
    </div>
  )
}
