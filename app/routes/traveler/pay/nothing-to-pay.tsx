import type { ReactNode } from 'react'
import { checkoutPath } from '#app/bookings/checkout-address'
import { HOLD_MINUTES } from '#app/bookings/hold'
import { showDay } from '#app/days'
import { showCents } from '#app/money'
import { NOT_CONFIGURED } from '#app/payments/opening/refusal-words'
import { ContactLine } from '#app/routes/traveler/contact-line'
import { ButtonLink } from '#app/ui/button-link'
import { Notice } from '#app/ui/notice'
import type { PayPage } from './pay-page.server'

/** Why there is no form on this link, in kind words, and where to go on. */
export function NothingToPay({ page }: { page: PayPage }) {
  return (
    <>
      <Why page={page} />
      <ContactLine reference={page.booking.reference} />
    </>
  )
}

function Why({ page: { token, booking, due, isProcessing } }: { page: PayPage }): ReactNode {
  const seeBooking = <ButtonLink to={`/booking/${token}`}>See your booking</ButtonLink>
  switch (booking.status) {
    case 'pending':
      return (
        <Notice
          tone="wait"
          title="The first payment has not arrived yet"
          actions={
            <ButtonLink to={checkoutPath(booking)} reloadDocument>
              Go to checkout
            </ButtonLink>
          }
        >
          A seat is held for {HOLD_MINUTES} minutes from the moment you gave your details. Please finish that
          payment at checkout; later ones are made here.
        </Notice>
      )
    case 'expired':
    case 'payment_failed':
      return (
        <Notice
          tone="info"
          title="This seat was released"
          actions={
            <ButtonLink to={checkoutPath(booking)} reloadDocument>
              Book a seat
            </ButtonLink>
          }
        >
          The first payment did not arrive in time, so nothing is due. You are welcome to book again.
        </Notice>
      )
    case 'cancelled':
    case 'refunded':
      return (
        <Notice tone="info" title="This booking is cancelled" actions={seeBooking}>
          Nothing is due any more. What comes back to you is on your booking page.
        </Notice>
      )
    default:
      if (isProcessing) {
        return (
          <Notice tone="wait" title="A payment is being processed" actions={seeBooking}>
            Please do not pay again. As soon as it is confirmed, your receipt goes out by email.
          </Notice>
        )
      }
      if (booking.isBeingGivenBack) {
        return (
          <Notice tone="info" title="Your payments are on their way back" actions={seeBooking}>
            All that you paid is being returned, so nothing is due for this booking any more.
          </Notice>
        )
      }
      if (due.remainingCents > 0) {
        return (
          <Notice tone="danger" title="Payment System Unavailable" actions={seeBooking}>
            {NOT_CONFIGURED}
          </Notice>
        )
      }
      if (booking.writtenOffCents > 0) {
        return (
          <Notice tone="info" title="Nothing is due" actions={seeBooking}>
            {showCents(booking.writtenOffCents)} was written off: nothing more is asked for.
          </Notice>
        )
      }
      return (
        <Notice tone="success" title="Nothing is due" actions={seeBooking}>
          Your tour is paid in full. We look forward to {showDay(booking.startsOn)}.
        </Notice>
      )
  }
}
