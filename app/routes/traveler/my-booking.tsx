import type { ActionFunctionArgs } from '@remix-run/node'
import { sendBookingLinks } from '#app/bookings/send-booking-links.server'
import { now } from '#app/platform/clock.server'
import { unlistedHead } from '#app/ui/page-head'
import { LinkByMail } from './link-by-mail'
import { answerLinkByMail } from './link-by-mail.server'

export const action = ({ request }: ActionFunctionArgs) =>
  answerLinkByMail(request, 'links', (email) => sendBookingLinks(email, now()))

export const meta = unlistedHead(
  '/my-booking',
  'Find your booking',
  'We’ll email the link to your booking page to the address you booked with.',
)

export default function SendMyLinkPage() {
  return (
    <LinkByMail
      page="/my-booking"
      title="Find your booking"
      lead="Your booking page shows your schedule and receipts, and lets you pay what is due. The link is in every email we’ve sent you; you can get it again here."
      hint="The address that you booked with."
      button="Send me my link"
      sent="If we know this address, an email with your link is on its way. It may take a minute; please check your spam folder, too."
    />
  )
}
