import { checkoutPath, HOLD_MINUTES } from '#app/bookings/hold'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { ButtonLink } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import type { BookingPage } from './booking-page.server'
import { ContactLine } from './contact-line'
import { MoneyBack } from './money-panels'

/** A booking that does not stand, or not yet: why, and what came back. */
export function BookingOver({ page }: { page: BookingPage }) {
  const { booking } = page
  const checkout = checkoutPath(booking)
  return (
    <div className="grid gap-4 lg:order-last">
      {booking.isDepartureCanceled && !wasCanceled(booking) ? (
        <Notice
          tone="info"
          title="We had to cancel this departure"
          actions={<ButtonLink to="/texascountrysafari">See the other departures</ButtonLink>}
        >
          Nothing is due for it anymore. A payment that still arrives goes back to your card in full.
          <CameBack page={page} />
        </Notice>
      ) : booking.heldUntil ? (
        <Notice
          tone="wait"
          title={`We hold ${booking.travelers > 1 ? 'your seats' : 'your seat'} until ${showDay(booking.heldUntil)}`}
          actions={
            <ButtonLink to={`/pay/${page.token}`} reloadDocument>
              Pay {showCents(page.due.remainingCents)}
            </ButtonLink>
          }
        >
          Once the first payment has arrived, {booking.travelers > 1 ? 'they are' : 'it is'} yours.
        </Notice>
      ) : booking.status === 'pending' ? (
        <Notice
          tone="wait"
          title="The first payment has not arrived yet"
          actions={
            <ButtonLink to={checkout} reloadDocument>
              Go to checkout
            </ButtonLink>
          }
        >
          A seat is held for {HOLD_MINUTES} minutes from the moment you gave your details.
        </Notice>
      ) : wasCanceled(booking) ? (
        <Notice tone="info" title="This booking is canceled">
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

const wasCanceled = ({ status }: BookingPage['booking']): boolean =>
  status === 'cancelled' || status === 'refunded'

function CameBack({ page: { booking, returned, choice, isResold } }: { page: BookingPage }) {
  const isOurs = choice?.kind === 'canceled'
  return (
    <>
      {isOurs && wasCanceled(booking) && (
        <p className="mt-1">We had to cancel its departure, so everything you paid comes back.</p>
      )}
      {isResold && <p className="mt-1">Someone on the waitlist took the place you offered.</p>}
      <MoneyBack returned={returned} className="mt-1" />
      {wasCanceled(booking) && (
        <>
          <p className="mt-1">Nothing more is due, and no more reminders are sent.</p>
          {(isOurs || isResold ? [] : booking.refundTerms.accepted).map((terms) => (
            <p key={terms} className="mt-1">
              {terms}
            </p>
          ))}
        </>
      )}
    </>
  )
}
