import { ButtonLink } from '#app/ui/button'
import { TextLink, telHref } from '#app/ui/link'
import { Panel } from '#app/ui/panel'
import { MessageScreen } from './message-screens'
import { useShellData } from './page-handle'

/** The way to a trip book: as a document of its own, for a phone keeps it. */
export const TripBookPanel = ({ to }: { to: string }) => (
  <Panel as="section" title="Your trip book" className="p-6 print:hidden sm:p-8">
    <p className="mt-2 text-sm">
      Every day with its lodge, address and phone number, what to pack, and numbers for help. Open it once,
      and it stays on your phone for places without a network.
    </p>
    <ButtonLink to={to} tone="outline" reloadDocument className="mt-4">
      Open your trip book
    </ButtonLink>
  </Panel>
)

type ContactLineProps = { reference: string; className?: string }

/** Who to ask; a mail already names the booking. */
export function ContactLine({ reference, className = 'text-ink-soft' }: ContactLineProps) {
  const settings = useShellData()?.settings
  if (!settings) return null
  const { contactEmail, contactPhone } = settings
  return (
    <p className={className}>
      Questions? Write to{' '}
      <TextLink to={`mailto:${contactEmail}?subject=${encodeURIComponent(`Booking ${reference}`)}`}>
        {contactEmail}
      </TextLink>{' '}
      or call{' '}
      <TextLink to={telHref(contactPhone)} className="whitespace-nowrap">
        {contactPhone}
      </TextLink>
      .
    </p>
  )
}

/** A token that opens no booking: mistyped, or cut short by a mail program. */
export const UnknownLink = () => (
  <MessageScreen
    title="We don’t recognize this link"
    text="It may have been cut off. We can send you a new one, to the email address that you booked with."
    actions={
      <>
        <ButtonLink to="/my-booking">Send me my link</ButtonLink>
        <ButtonLink to="/contact" tone="outline">
          Contact us
        </ButtonLink>
      </>
    }
  />
)
