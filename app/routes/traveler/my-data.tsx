import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { keepCaught } from '#app/people/caught-messages.server'
import { machineNow, now } from '#app/platform/clock.server'
import { HONEYPOT } from '#app/platform/typed/fields'
import { inEqualTime } from '#app/server/guards/rates.server'
import { parseForm, readForm } from '#app/server/guards/read-form.server'
import { DATA_LINK_HOURS, DataLinkForm, sendDataLink } from '#app/server/personal/data-link.server'
import { Button, ButtonLink } from '#app/ui/button'
import { EmailField, HoneypotField } from '#app/ui/field'
import { ArrivedNotice } from '#app/ui/notice'
import { unlistedHead } from '#app/ui/page-head'
import { NarrowPage, Panel } from '#app/ui/panel'

export const loader = ({ request }: LoaderFunctionArgs) => ({
  sent: new URL(request.url).searchParams.has('sent'),
  hours: DATA_LINK_HOURS,
})

/** Whatever is held of an address: the answer is the same. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, ['email', HONEYPOT])
  const sent = () => redirect('/my-data?sent', 303)
  if (form.get(HONEYPOT)) {
    keepCaught('links', { email: String(form.get('email') ?? '') }, now())
    return sent()
  }
  const submission = parseForm(form, DataLinkForm)
  if (submission.status !== 'success') {
    const { error, initialValue } = submission.reply()
    return data({ errors: error?.email ?? [], email: String(initialValue?.email ?? '') }, 400)
  }
  await inEqualTime(() => sendDataLink(submission.value.email, now(), machineNow()))
  return sent()
}

export const meta = unlistedHead(
  '/my-data',
  'My data',
  'We’ll email you a link to everything that we hold about you.',
)

export default function MyDataPage() {
  const { sent, hours } = useLoaderData<typeof loader>()
  return (
    <NarrowPage
      title="My data"
      lead={`We’ll email you a link to everything that we hold about you. It works for ${hours} hours: read it, save it, or ask us to erase it.`}
    >
      {sent ? <Sent /> : <AskForData />}
    </NarrowPage>
  )
}

function AskForData() {
  const answer = useActionData<typeof action>()
  const sending = useNavigation().formAction?.startsWith('/my-data')
  return (
    <Panel>
      <Form method="post" noValidate className="grid gap-5">
        <EmailField answer={answer} hint="The address that you gave us." />
        <HoneypotField />
        <p>
          <Button busy={sending} busyLabel="Sending...">
            Send me my data
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
      <ButtonLink to="/my-data" tone="outline">
        Try another address
      </ButtonLink>
    }
  >
    If we hold anything about this address, an email with a link is on its way, once a day at most. It may
    take a minute; please check your spam folder, too.
  </ArrivedNotice>
)
