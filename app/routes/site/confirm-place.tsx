import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmPlace } from '#app/bookings/waitlist/join-waitlist.server'
import { placeToConfirm } from '#app/bookings/waitlist/place-page.server'
import { now } from '#app/platform/clock.server'
import { ButtonLink } from '#app/ui/button'
import { unlistedHead } from '#app/ui/page-head'
import { FocusedMessage, MessageScreen, QuestionScreen } from '#app/ui/shell/message-screens'

/** Confirms nothing: mail programs and scanners open links by themselves. */
export function loader({ params }: LoaderFunctionArgs) {
  const place = placeToConfirm(params.token ?? '')
  return data({ place }, { status: place ? 200 : 404 })
}

/** It may be repeated: a page sent again confirms nobody twice. */
export function action({ params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const confirmed = confirmPlace(token, now())
  return data({ confirmed }, { status: confirmed || placeToConfirm(token) ? 200 : 404 })
}

export const meta = unlistedHead(
  '/waitlist/confirm',
  'Confirm your place',
  'Confirm your place on the waitlist.',
)

export default function ConfirmPlacePage() {
  const { place } = useLoaderData<typeof loader>()
  const justConfirmed = useActionData<typeof action>()?.confirmed ?? false
  if (!place)
    return (
      <MessageScreen
        title="We don’t recognize this link"
        text="It may have been cut off, or it may be older than a month. Join again on the journey’s page, and you will get a new one."
        actions={<ButtonLink to="/texascountrysafari">See the journey</ButtonLink>}
      />
    )
  const { tourName, dates, party, maskedEmail, page } = place
  return place.isWaiting ? (
    <QuestionScreen
      title="Confirm your place on the waitlist"
      text={`${tourName}, ${dates}, for ${party}. Offers go to ${maskedEmail}.`}
      yes="Confirm my place"
      busyLabel="Confirming..."
      no="No, thank you"
      noTo="/texascountrysafari"
    />
  ) : (
    <FocusedMessage
      isNews={justConfirmed}
      title={justConfirmed ? 'You are on the waitlist' : 'You have confirmed this already'}
      text={`When seats on the ${tourName}, ${dates}, come free for you, we email ${maskedEmail}.`}
      actions={page && <ButtonLink to={page}>See my place</ButtonLink>}
    />
  )
}
