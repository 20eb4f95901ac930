import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { BookingLinksForm, sendBookingLinks } from '#app/bookings/send-booking-links.server'
import { keepCaught } from '#app/people/caught-messages.server'
import { now } from '#app/platform/clock.server'
import { HONEYPOT } from '#app/platform/typed/fields'
import { inEqualTime } from '#app/server/guards/rates.server'
import { parseForm, readForm } from '#app/server/guards/read-form.server'
import { Button, ButtonLink } from '#app/ui/button'
import { EmailField, HoneypotField } from '#app/ui/field'
import { ArrivedNotice } from '#app/ui/notice'
import { unlistedHead } from '#app/ui/page-head'
import { NarrowPage, Panel } from '#app/ui/panel'

export const loader = ({ request }: LoaderFunctionArgs) => ({
  sent: new URL(request.url).searchParams.has('sent'),
})

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, ['email', HONEYPOT])
  const sent = () => redirect('/my-booking?sent', 303)
  if (form.get(HONEYPOT)) {
    keepCaught('links', { email: String(form.get('email') ?? '') }, now())
    return sent()
  }
  const submission = parseForm(form, BookingLinksForm)
  if (submission.status !== 'success') {
    const { error, initialValue } = submission.reply()
    return data({ errors: error?.email ?? [], email: String(initialValue?.email ?? '') }, 400)
  }
  await inEqualTime(() => sendBookingLinks(submission.value.email, now()))
  return sent()
}

export const meta = unlistedHead(
  '/my-booking',
  'Send me my link',
  'We’ll email the link to your booking page to the address you booked with.',
)

export default function SendMyLinkPage() {
  const { sent } = useLoaderData<typeof loader>()
  return (
    <NarrowPage
      title="Send me my link"
      lead="Your booking page shows your schedule and receipts, and lets you pay what is due. The link is in every email we’ve sent you; you can get it again here."
    >
      {sent ? <Sent /> : <AskForLink />}
    </NarrowPage>
  )
}

function AskForLink() {
  const answer = useActionData<typeof action>()
  const sending = useNavigation().formAction?.startsWith('/my-booking')
  return (
    <Panel>
      <Form method="post" noValidate className="grid gap-5">
        <EmailField answer={answer} hint="The address that you booked with." />
        <HoneypotField />
        <p>
          <Button busy={sending} busyLabel="Sending...">
            Send me my link
          </Button>
        </p>
      </Form>
    </Panel>
  )
}

const Sent = () => (
  <ArrivedNotice
    tone="success"
    role="status"
    title="Please check your inbox"
    actions={
      <ButtonLink to="/my-booking" tone="outline">
        Try another address
      </ButtonLink>
    }
  >
    If we know this address, an email with your link is on its way. It may take a minute; please check your
    spam folder, too.
  </ArrivedNotice>
)
