import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { bookingByLink } from '#app/bookings/find-booking.server'
import { partyOf, travelerAddress } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { UnknownLink } from '#app/routes/traveler/contact-line'
import { rememberLink } from '#app/server/guards/link-guesses.server'
import { readForm } from '#app/server/guards/read-form.server'
import { TextLink } from '#app/ui/link'
import { pageHead } from '#app/ui/page-head'
import {
  answerCompanionLink,
  answerDetails,
  type DetailsAnswer,
  detailsFields,
  detailsPage,
} from './answer-details.server'
import { CompanionLink } from './companion-link'
import { DetailsScreen } from './details-screen'

/** The form of one of a booking's travelers, for anyone who holds the booking's link. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = bookedTraveler(params)
  if (!found) return data(null, 404)
  const { booking, traveler, token } = found
  const isCompanion = traveler.position > 1
  return data(
    {
      page: detailsPage(traveler, booking),
      bookingPage: `/booking/${token}`,
      here: `/booking/${token}/travelers/${traveler.position}`,
      companion: isCompanion ? { address: travelerAddress(traveler), email: traveler.email ?? '' } : null,
    },
    { headers: await rememberLink(request, token) },
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request, ['email', ...detailsFields()])
  const found = bookedTraveler(params)
  if (!found) throw new Response(null, { status: 404 })
  const { booking, traveler, token } = found
  const here = `/booking/${token}/travelers/${traveler.position}`
  return form.get('intent') === 'send-link' && traveler.position > 1
    ? answerCompanionLink(form, traveler, booking, here)
    : answerDetails(form, traveler, here)
}

function bookedTraveler({ token = '', position = '' }: { token?: string; position?: string }) {
  const booking = bookingByLink(token)
  if (!booking || !isPaid(booking.status) || !/^[1-9]$/.test(position)) return null
  const traveler = partyOf(booking.id).find((one) => one.position === Number(position))
  return traveler ? { booking, traveler, token } : null
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageHead({
    title: 'Travel details',
    description: 'What the guide, the lodges and the parks need to know about a traveler.',
    path: '/booking',
    noindex: true,
    matches,
  })

export default function BookedTravelerPage() {
  const found = useLoaderData<typeof loader>()
  const answer = useActionData<DetailsAnswer>()
  if (!found) return <UnknownLink />
  const { page, bookingPage, here, companion } = found
  return (
    <DetailsScreen
      page={page}
      here={here}
      isOwn={companion === null}
      answer={answer}
      before={
        <p>
          <TextLink to={bookingPage}>Back to your booking</TextLink>
        </p>
      }
      after={
        companion && (
          <CompanionLink
            companion={companion}
            called={page.called}
            here={here}
            isOver={page.isOver}
            answer={answer}
          />
        )
      }
    />
  )
}
