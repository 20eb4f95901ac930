import { ButtonLink } from '#app/ui/button-link'
import { Notice } from '#app/ui/notice'
import { PageHeading } from '#app/ui/page-heading'

/** The confirmation's error state (rules 11.9). */
export const BookingError = ({ reason }: { reason: string }) => (
  <div className="wrap-text pb-20">
    <PageHeading title="Booking Error" />
    <Notice
      tone="danger"
      role="alert"
      title={reason}
      actions={
        <>
          <ButtonLink to="/texascountrysafari">Return to Safari Page</ButtonLink>
          <ButtonLink to="/my-booking" tone="outline">
            Send me my link
          </ButtonLink>
          <ButtonLink to="/contact" tone="outline">
            Contact us
          </ButtonLink>
        </>
      }
    >
      If you paid, your payment is safe: we match every payment with its booking and write to you. Ask us with
      the email address that you booked with.
    </Notice>
  </div>
)
