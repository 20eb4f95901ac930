import { cents, showCents } from '#app/money'
import { ContactLine } from '#app/routes/traveller/contact-line'
import { ButtonLink } from '#app/ui/button-link'
import { Notice } from '#app/ui/notice'
import type { BookingPage } from './booking'

/** A booking that does not stand, or not yet: why, and what came back. */
export function BookingOver({ page }: { page: BookingPage }) {
  const { booking } = page
  const checkout = `/checkout?roomType=${booking.roomType}`
  return (
    <div className="grid gap-4 lg:order-last">
      {booking.status === 'pending' ? (
        <Notice
          tone="wait"
          title="The first payment has not arrived yet"
          actions={
            <ButtonLink to={checkout} reloadDocument>
              Go to checkout
            </ButtonLink>
          }
        >
          A seat is held for 30 minutes from the moment you gave your details.
        </Notice>
      ) : booking.status === 'cancelled' || booking.status === 'refunded' ? (
        <Notice tone="info" title="This booking is cancelled">
          <CameBack page={page} />
        </Notice>
      ) : (
        <Notice
          tone="info"
          title="This seat was released"
          actions={
            <ButtonLink to={checkout} reloadDocument>
              Book a seat
            </ButtonLink>
          }
        >
          The first payment did not arrive in time. You are welcome to book again.
          <CameBack page={page} />
        </Notice>
      )}
      <ContactLine reference={booking.reference} className="text-sm text-ink-soft" />
    </div>
  )
}

function CameBack({ page: { booking, receipts, onItsWayBackCents } }: { page: BookingPage }) {
  const back = receipts.reduce((sum, { amountCents }) => sum - Math.min(0, amountCents), 0)
  const wasCancelled = booking.status === 'cancelled' || booking.status === 'refunded'
  return (
    <>
      {back > 0 && <p className="mt-1">{showCents(cents(back))} came back to you.</p>}
      {onItsWayBackCents > 0 && (
        <p className="mt-1">
          {showCents(cents(onItsWayBackCents))} are on their way back to your card. Your bank shows it within
          five to ten business days.
        </p>
      )}
      {wasCancelled && (
        <>
          <p className="mt-1">Nothing more is due, and no more reminders are sent.</p>
          <p className="mt-1">The terms you accepted: {booking.refundTerms}</p>
        </>
      )}
    </>
  )
}
