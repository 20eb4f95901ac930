import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { now } from '#app/platform/clock.server'
import { onlyPost } from '#app/server/guards/read-form.server'
import { letterByToken, markRead } from '#app/travelers/letter-recipients.server'
import { Button, ButtonLink } from '#app/ui/button'
import { unlistedHead } from '#app/ui/page-head'
import { FocusedMessage, MessageScreen } from '#app/ui/shell/message-screens'

/** Changes nothing: mail programs and scanners open links by themselves. It says nothing of its reader. */
export function loader({ params }: LoaderFunctionArgs) {
  const letter = letterByToken(params.token ?? '')
  return data({ letter }, { status: letter ? 200 : 404 })
}

/** It may be repeated: the first time counts. */
export function action({ request, params }: ActionFunctionArgs) {
  onlyPost(request)
  const token = params.token ?? ''
  if (!letterByToken(token)) throw new Response(null, { status: 404 })
  markRead(token, now())
  return data({ isRead: true })
}

export const meta = unlistedHead(
  '/read',
  'I have read this email',
  'Let us know that an urgent email reached you.',
)

export default function ReadLetterPage() {
  const { letter } = useLoaderData<typeof loader>()
  const isNews = useActionData<typeof action>() !== undefined
  const sending = useNavigation().state !== 'idle'
  if (!letter) return <UnknownLetter />
  if (letter.isRead)
    return (
      <FocusedMessage
        isNews={isNews}
        title="Thank you"
        text="Now we know that our email reached you. You can close this page."
        actions={<ButtonLink to="/my-booking">My booking</ButtonLink>}
      />
    )
  return (
    <MessageScreen
      title="Have you read our email?"
      text="It is urgent. Press the button, and our team will know that it reached you and won’t call you about it."
      actions={
        <Form method="post">
          <Button busy={sending} busyLabel="Sending...">
            I have read this
          </Button>
        </Form>
      }
    />
  )
}

const UnknownLetter = () => (
  <MessageScreen
    title="We don’t recognize this link"
    text="It may have been cut off. Please open it again from the email, or call us."
    actions={<ButtonLink to="/contact">Contact us</ButtonLink>}
  />
)
