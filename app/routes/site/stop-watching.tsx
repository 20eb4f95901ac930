import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { stopWatching, watcherByToken } from '#app/tours/watchers.server'
import { ButtonLink } from '#app/ui/button'
import { unlistedHead } from '#app/ui/page-head'
import { MessageScreen, QuestionScreen } from '#app/ui/shell/message-screens'

/** Changes nothing: mail programs and scanners open links by themselves. */
export function loader({ params }: LoaderFunctionArgs) {
  const watcher = watcherByToken(params.token ?? '') ?? null
  return data({ watcher }, { status: watcher ? 200 : 404 })
}

/** The button, and the one click of a mail program (RFC 8058). It may be repeated. */
export function action({ params }: ActionFunctionArgs) {
  stopWatching(params.token ?? '')
  return data({ forgotten: true }, { status: 200 })
}

export const meta = unlistedHead(
  '/departures/stop',
  'Delete my address',
  'Stop emails about the next departure.',
)

export default function StopWatchingPage() {
  const { watcher } = useLoaderData<typeof loader>()
  const forgotten = useActionData<typeof action>()?.forgotten
  if (!forgotten && !watcher) {
    return (
      <MessageScreen
        title="We don’t recognize this link"
        text="Either your address was removed before, or the link was cut off. If we still email you about a departure, write to us and we’ll take you off the list."
        actions={<ButtonLink to="/contact">Contact us</ButtonLink>}
      />
    )
  }
  if (!watcher || forgotten) {
    return (
      <MessageScreen
        title="Your address was deleted"
        text="We won’t write to you about departures. If you want to hear about one again, ask on the journey’s page at any time."
        actions={<ButtonLink to="/texascountrysafari">See the journey</ButtonLink>}
      />
    )
  }
  return (
    <QuestionScreen
      title="Delete your address?"
      text={`We email ${watcher.maskedEmail} when the next departure opens, and if we have to cancel or postpone it. One click, and we won’t.`}
      yes="Delete my address"
      busyLabel="Deleting..."
      no="Keep it"
      noTo="/texascountrysafari"
    />
  )
}
