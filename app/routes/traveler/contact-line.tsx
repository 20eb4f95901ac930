import { useRouteLoaderData } from '@remix-run/react'
import type { loader as rootLoader } from '#app/root'
import { TextLink } from '#app/ui/text-link'

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
