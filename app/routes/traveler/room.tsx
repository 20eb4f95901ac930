import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { bookingByLink } from '#app/bookings/find-booking.server'
import { now } from '#app/platform/clock.server'
import { roomCompanionOf } from '#app/travelers/room-companion.server'
import { UnknownLink } from './contact-line'
import { LinkPage, linkPageHead, lookAgain } from './link-page'
import { loadLinkPage } from './link-page.server'
import { answerRoomForm } from './room-answers.server'
import { RoomCompanion } from './room-companion'

/** The room companion alone: where the forms of the booking's page are answered, and a refusal is shown. */
export const loader = (args: LoaderFunctionArgs) =>
  loadLinkPage(args, (booking) => {
    const room = roomCompanionOf(booking, now())
    return room && { room }
  })

export async function action({ request, params }: ActionFunctionArgs) {
  const booking = bookingByLink(params.token ?? '')
  return booking ? answerRoomForm(request, booking) : data(null, 404)
}

export const shouldRevalidate = lookAgain

export const meta = linkPageHead('Your room companion', 'Who you share a room with.')

export default function RoomCompanionPage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!page) return <UnknownLink />
  return (
    <LinkPage token={page.token} title="Your room">
      <RoomCompanion token={page.token} room={page.room} answer={answer ?? undefined} />
    </LinkPage>
  )
}
