import { NOT_CONFIGURED } from '#app/payments/refusal-words'
import { ButtonLink } from '#app/ui/button-link'
import { Notice } from '#app/ui/notice'

/** No card payments on this site (spec §4, §8). */
export const PaymentUnavailable = () => (
  <Notice
    tone="danger"
    title="Payment System Unavailable"
    actions={<ButtonLink to="/contact">Contact us</ButtonLink>}
  >
    {NOT_CONFIGURED}
  </Notice>
)

/** Nothing can be booked: said plainly, with somebody to ask. */
export const NoSeat = ({ sales }: { sales: 'closed' | 'sold-out' }) => (
  <Notice
    tone="info"
    title={sales === 'sold-out' ? 'This departure is sold out' : 'Booking for this departure is closed'}
    actions={
      <>
        <ButtonLink to="/contact">Contact us</ButtonLink>
        <ButtonLink to="/texascountrysafari" tone="outline">
          Back to the tour
        </ButtonLink>
      </>
    }
  >
    {sales === 'sold-out'
      ? 'All seats are taken or held by travelers who are paying now. Write to us: we keep a list for seats that come free and for the next departure.'
      : 'Write to us about the next departure, or about a journey made for you.'}
  </Notice>
)
