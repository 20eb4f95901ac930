import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { subscriberByToken, unsubscribe } from '#app/people/subscribers.server'
import { now } from '#app/platform/clock.server'
import { ButtonLink } from '#app/ui/button'
import { unlistedHead } from '#app/ui/page-head'
import { FocusedMessage, MessageScreen, QuestionScreen } from '#app/ui/shell/message-screens'

/** Changes nothing: mail programs and scanners open links by themselves. */
export function loader({ params }: LoaderFunctionArgs) {
  const subscriber = subscriberByToken(params.token ?? '') ?? null
  return data({ subscriber }, { status: subscriber ? 200 : 404 })
}

/**
 * The button, and the one click of a mail program (RFC 8058), which sends no cookie and no origin and must
 * not be redirected. It may be repeated: a page sent again unsubscribes nobody twice.
 */
export function action({ params, request }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const left = unsubscribe(token, now(), campaignIn(request))
  return data({ left }, { status: left || subscriberByToken(token) ? 200 : 404 })
}

/** The letter that the link stood in; an address that was changed by hand names none. */
function campaignIn(request: Request): number | null {
  const id = new URL(request.url).searchParams.get('c') ?? ''
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
}

export const meta = unlistedHead('/unsubscribe', 'Unsubscribe', 'Leave the newsletter.')

export default function UnsubscribePage() {
  const { subscriber } = useLoaderData<typeof loader>()
  const justLeft = useActionData<typeof action>()?.left ?? false
  if (!subscriber) {
    return (
      <MessageScreen
        title="We don’t recognize this link"
        text="It may have been cut off. Please open it again from the latest letter, or write to us and we’ll take you off the list."
        actions={<ButtonLink to="/contact">Contact us</ButtonLink>}
      />
    )
  }
  return subscriber.isSubscribed ? (
    <QuestionScreen
      title="Leave the newsletter?"
      text={`We write to ${subscriber.maskedEmail} about once a month. One click, and we stop.`}
      yes="Unsubscribe"
      busyLabel="Unsubscribing..."
      no="Keep the letters"
      noTo="/"
    />
  ) : (
    <FocusedMessage
      isNews={justLeft}
      title={justLeft ? 'You are unsubscribed' : 'You are unsubscribed already'}
      text={`We won’t send any more letters to ${subscriber.maskedEmail}. If you miss them, you can subscribe again at any time.`}
      actions={<ButtonLink to="/">Return Home</ButtonLink>}
    />
  )
}
