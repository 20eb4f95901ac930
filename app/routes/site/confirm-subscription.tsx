import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmSubscription, requestByToken } from '#app/people/subscribers.server'
import { now } from '#app/platform/clock.server'
import { ButtonLink } from '#app/ui/button'
import { unlistedHead } from '#app/ui/page-head'
import { FocusedMessage, MessageScreen, QuestionScreen } from '#app/ui/shell/message-screens'

/** Confirms nothing: mail programs and scanners open links by themselves. */
export function loader({ params }: LoaderFunctionArgs) {
  const request = requestByToken(params.token ?? '') ?? null
  return data({ request }, { status: request ? 200 : 404 })
}

/** It may be repeated: a page sent again confirms nobody twice. */
export function action({ params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const confirmed = confirmSubscription(token, now())
  return data({ confirmed }, { status: confirmed || requestByToken(token) ? 200 : 404 })
}

export const meta = unlistedHead(
  '/newsletter/confirm',
  'Confirm your subscription',
  'Confirm that you want our newsletter.',
)

export default function ConfirmSubscriptionPage() {
  const { request } = useLoaderData<typeof loader>()
  const justConfirmed = useActionData<typeof action>()?.confirmed ?? false
  if (!request) return <UnknownLink />
  if (request.state === 'waiting') return <StillWaiting maskedEmail={request.maskedEmail} />
  if (request.state === 'left') return <HasLeft maskedEmail={request.maskedEmail} />
  return <OnTheList maskedEmail={request.maskedEmail} justConfirmed={justConfirmed} />
}

const StillWaiting = ({ maskedEmail }: { maskedEmail: string }) => (
  <QuestionScreen
    title="Should we write to you?"
    text={`About once a month, a letter from the road to ${maskedEmail}. One click, and you are on our list.`}
    yes="Confirm"
    busyLabel="Confirming..."
    no="No, thank you"
    noTo="/"
  />
)

const OnTheList = ({ maskedEmail, justConfirmed }: { maskedEmail: string; justConfirmed: boolean }) => (
  <FocusedMessage
    isNews={justConfirmed}
    title={justConfirmed ? 'Karibu: you are on our list' : 'You are on our list already'}
    text={`Our letters go to ${maskedEmail}. Each of them has an unsubscribe link.`}
    actions={<ButtonLink to="/#experiences">See where we travel</ButtonLink>}
  />
)

const HasLeft = ({ maskedEmail }: { maskedEmail: string }) => (
  <MessageScreen
    title="This request is no longer open"
    text={`${maskedEmail} is not on our list. If you want our letters again, just ask for them again.`}
    actions={<ButtonLink to="/#stay-connected">Subscribe again</ButtonLink>}
  />
)

const UnknownLink = () => (
  <MessageScreen
    title="We don’t recognize this link"
    text="It may have been cut off, or it may be older than a month. Ask for our letters again, and you will get a new one."
    actions={<ButtonLink to="/#stay-connected">Subscribe again</ButtonLink>}
  />
)
