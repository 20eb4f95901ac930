import type { ActionFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { machineNow, now } from '#app/platform/clock.server'
import { DATA_LINK_HOURS, sendDataLink } from '#app/server/personal/data-link.server'
import { unlistedHead } from '#app/ui/page-head'
import { LinkByMail } from './link-by-mail'
import { answerLinkByMail } from './link-by-mail.server'

export const loader = () => ({ hours: DATA_LINK_HOURS })

export const action = ({ request }: ActionFunctionArgs) =>
  answerLinkByMail(request, 'data', (email) => sendDataLink(email, now(), machineNow()))

export const meta = unlistedHead(
  '/my-data',
  'My data',
  'We’ll email you a link to everything that we hold about you.',
)

export default function MyDataPage() {
  const { hours } = useLoaderData<typeof loader>()
  return (
    <LinkByMail
      page="/my-data"
      title="My data"
      lead={`We’ll email you a link to everything that we hold about you. It works for ${hours} hours: read it, save it, or ask us to erase it.`}
      hint="The address that you gave us."
      button="Send me my data"
      sent="If we hold anything about this address, an email with a link is on its way, once a day at most. It may take a minute; please check your spam folder, too."
    />
  )
}
