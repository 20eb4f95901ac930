import { useRouteLoaderData } from '@remix-run/react'
import type { loader as rootLoader } from '#app/root'
import { hasBegun } from '#app/tour/departure'
import { buttonLook } from '#app/ui/button-look'
import { Panel } from '#app/ui/panel'
import { RefundTerms } from '#app/ui/refund-terms'
import type { BookingPage } from './booking-page.server'
import { ContactLine } from './contact-line'

/** Staff change and cancel: the traveler writes to them, and sees before what the policy gives back. */
export function ChangeOrCancel({ page: { booking, refundToday, today } }: { page: BookingPage }) {
  const isUnderWay = hasBegun(booking, today)
  const email = useRouteLoaderData<typeof rootLoader>('root')?.settings.contactEmail
  return (
    <Panel as="section" className="p-6 sm:p-8 lg:col-start-2">
      <h2 className="type-h3">Change or cancel</h2>
      <p className="mt-2 text-sm">
        {isUnderWay
          ? 'From its first day on, the journey is as it was booked. Is something not as it should be? Write or call: we see to it.'
          : 'Write to us, and we do it for you: another name, another room, or a cancellation. Nothing changes before we have answered.'}
      </p>
      <p className="mt-3 text-sm">{refundToday}</p>
      <RefundTerms
        intro="The terms you accepted:"
        terms={booking.refundTerms}
        dates={booking.refundDates}
        className="mt-3 border-t border-line pt-3 text-sm text-ink-soft"
      />
      {email && !isUnderWay && (
        <p className="mt-4 flex flex-wrap gap-3 print:hidden">
          <a className={buttonLook('outline', 'w-full')} href={mailTo(email, 'Change', booking.reference)}>
            Ask for a change
          </a>
          <a className={buttonLook('outline', 'w-full')} href={mailTo(email, 'Cancel', booking.reference)}>
            Ask to cancel
          </a>
        </p>
      )}
      <ContactLine reference={booking.reference} className="mt-4 text-sm text-ink-soft" />
    </Panel>
  )
}

const mailTo = (email: string, deed: 'Change' | 'Cancel', reference: string): string =>
  `mailto:${email}?subject=${encodeURIComponent(`${deed} booking ${reference}`)}&body=${encodeURIComponent(
    deed === 'Cancel'
      ? `Please cancel my booking ${reference}.\n\n`
      : `Please change my booking ${reference}:\n\n`,
  )}`
