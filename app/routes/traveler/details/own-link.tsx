import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { payerByLink } from '#app/money/payments/payers.server'
import { today } from '#app/platform/clock.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { rememberLink } from '#app/server/guards/guest-cookies.server'
import { readForm } from '#app/server/guards/read-form.server'
import { unlistedHead } from '#app/ui/page-head'
import { TripBookPanel, UnknownLink } from '#app/ui/shell/contact-line'
import { isOpen, tripByToken } from '#app/views/trip-book.server'
import { linkedTraveler } from '../named-traveler.server'
import { ownMoney } from '../shares/own-money.server'
import { OwnShare } from '../shares/own-share'
import { SomebodyElse } from '../shares/somebody-else'
import {
  answerNewLink,
  answerWithdrawal,
  PAYER_LINK_FIELDS,
  type PayerLinkAnswer,
} from '../shares/somebody-else.server'
import { answerDetails, type DetailsAnswer, detailsFields, detailsPage } from './answer-details.server'
import { DetailsScreen } from './details-screen'

/**
 * A traveler's own page: their form, no one else, and no way to the lead traveler. Of money their own share,
 * where each pays their own, and what they paid by this link.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const found = linkedTraveler(params)
  if (!found) return data(null, 404)
  const { traveler, booking } = found
  return data(
    {
      page: detailsPage(traveler, booking, 'own'),
      money: ownMoney(traveler, booking),
      hasTripBook: isOpen(tripByToken(token, today())),
      here: `/traveler/${token}`,
      token,
      today: today(),
      isCompanion: traveler.position > 1,
      bookedBy: traveler.position > 1 ? firstNameOf(booking.customerName) : null,
    },
    { headers: await rememberLink(request, token) },
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request, [...detailsFields(), ...PAYER_LINK_FIELDS])
  const token = params.token ?? ''
  const here = `/traveler/${token}`
  const found = linkedTraveler(params)
  if (!found) throw new Response(null, { status: 404 })
  switch (form.get('command')) {
    case 'link-somebody':
      return answerNewLink(form, payerByLink(token), here)
    case 'withdraw-link':
      return answerWithdrawal(form, payerByLink(token), here)
    default:
      return answerDetails(form, found.traveler, here)
  }
}

export const meta = unlistedHead(
  '/traveler',
  'Your travel details',
  'What the guide, the lodges and the parks need to know about you.',
)

export default function OwnDetailsPage() {
  const found = useLoaderData<typeof loader>()
  const answer = useActionData<DetailsAnswer | PayerLinkAnswer>()
  if (!found) return <UnknownLink />
  const { page, money, here, token, isCompanion, bookedBy, hasTripBook, today } = found
  return (
    <DetailsScreen
      page={page}
      here={here}
      isOwn
      answer={answer?.form === 'payer-link' ? undefined : answer}
      before={
        <>
          {isCompanion && <BookedFor by={bookedBy} />}
          {money && <OwnShare {...money} {...{ token, bookedBy, today }} />}
          {money?.payerLinks && (
            <SomebodyElse
              here={here}
              payerLinks={money.payerLinks}
              answer={answer?.form === 'payer-link' ? answer : undefined}
            />
          )}
          {hasTripBook && <TripBookPanel to={`${here}/trip`} />}
        </>
      }
    />
  )
}

const BookedFor = ({ by }: { by: string | null }) => (
  <p>
    {`${by ?? 'Someone who is traveling with you'} has booked a seat for you. They can open this form, too, but a saved passport number and saved medical notes are never shown here.`}
  </p>
)
