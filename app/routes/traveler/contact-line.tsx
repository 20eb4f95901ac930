import { useRouteLoaderData } from '@remix-run/react'
import type { loader as rootLoader } from '#app/root'
import { ButtonLink } from '#app/ui/button'
import { TextLink } from '#app/ui/link'
import { MessageScreen } from '#app/ui/shell/message-screens'

type Props = { reference: string; className?: string }

/** Who to ask; a mail already names the booking. */
export function ContactLine({ reference, className = 'text-ink-soft' }: Props) {
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  if (!settings) return null
  const { contactEmail, contactPhone } = settings
  return (
    <p className={className}>
      Questions? Write to{' '}
      <TextLink to={`mailto:${contactEmail}?subject=${encodeURIComponent(`Booking ${reference}`)}`}>
        {contactEmail}
      </TextLink>{' '}
      or call{' '}
      <TextLink to={`tel:${contactPhone.replace(/[^+\d]/g, '')}`} className="whitespace-nowrap">
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
