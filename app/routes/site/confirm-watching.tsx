import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmWatching, watchRequestByToken } from '#app/tours/watchers.server'
import { ButtonLink } from '#app/ui/button'
import { unlistedHead } from '#app/ui/page-head'
import { FocusedMessage, MessageScreen, QuestionScreen } from '#app/ui/shell/message-screens'

/** Confirms nothing: mail programs and scanners open links by themselves. */
export function loader({ params }: LoaderFunctionArgs) {
  const request = watchRequestByToken(params.token ?? '') ?? null
  return data({ request }, { status: request ? 200 : 404 })
}

/** It may be repeated: a page sent again confirms nobody twice. */
export function action({ params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const confirmed = confirmWatching(token)
  return data({ confirmed }, { status: confirmed || watchRequestByToken(token) ? 200 : 404 })
}

export const meta = unlistedHead(
  '/departures/confirm',
  'Confirm your request',
  'Confirm that you want to hear when the next departure opens.',
)

export default function ConfirmWatchingPage() {
  const { request } = useLoaderData<typeof loader>()
  const justConfirmed = useActionData<typeof action>()?.confirmed ?? false
  if (!request)
    return (
      <MessageScreen
        title="We don’t recognize this link"
        text="It may have been cut off, or it may be older than a month. Ask again on the journey’s page, and you will get a new one."
        actions={<ButtonLink to="/texascountrysafari">See the journey</ButtonLink>}
      />
    )
  return request.isWaiting ? (
    <QuestionScreen
      title="Should we tell you when it opens?"
      text={`One letter to ${request.maskedEmail} on the day the next departure opens. We write once more only if we have to cancel or postpone it.`}
      yes="Yes, tell me"
      busyLabel="Confirming..."
      no="No, thank you"
      noTo="/texascountrysafari"
    />
  ) : (
    <FocusedMessage
      isNews={justConfirmed}
      title={justConfirmed ? 'Thank you: we will tell you' : 'You have confirmed this already'}
      text={`One letter goes to ${request.maskedEmail} on the day the next departure opens. It has a link to have your address deleted.`}
      actions={<ButtonLink to="/texascountrysafari">See the journey</ButtonLink>}
    />
  )
}
