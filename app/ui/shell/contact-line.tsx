import type { ShouldRevalidateFunction } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { PictureFiles } from '#app/site/picture'
import { ButtonLink } from '#app/ui/button'
import { TextLink, telHref } from '#app/ui/link'
import { NarrowPage, Panel } from '#app/ui/panel'
import { PrintBand } from '#app/ui/picture'
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
      Questions?{' '}
      {contactEmail && (
        <>
          Write to{' '}
          <TextLink to={`mailto:${contactEmail}?subject=${encodeURIComponent(`Booking ${reference}`)}`}>
            {contactEmail}
          </TextLink>
        </>
      )}
      {contactPhone && (
        <>
          {contactEmail ? ' or call ' : 'Call '}
          <TextLink to={telHref(contactPhone)} className="whitespace-nowrap">
            {contactPhone}
          </TextLink>
        </>
      )}
      {!contactEmail && !contactPhone && <TextLink to="/contact">Write to us</TextLink>}.
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

/** For a page that shows what holds now beside a refusal; Remix reloads nothing after one by itself. */
export const revalidateAlways: ShouldRevalidateFunction = () => true

type LinkPageProps = {
  page: { token: string; picture: PictureFiles }
  title: string
  lead?: string
  children: ReactNode
  after?: ReactNode
}

/** A page behind a booking's link about one thing of it, and the way back. */
export const LinkPage = ({ page: { token, picture }, title, lead, children, after }: LinkPageProps) => (
  <>
    <PrintBand picture={picture} className="h-40 sm:h-56" />
    <NarrowPage title={title} lead={lead}>
      {children}
      <p className="mt-8 print:hidden">
        <ButtonLink to={`/booking/${token}`} tone="outline">
          Back to your booking
        </ButtonLink>
      </p>
      {after}
    </NarrowPage>
  </>
)
