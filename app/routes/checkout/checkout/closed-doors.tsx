import { type Day, showDay } from '#app/days'
import { NOT_CONFIGURED } from '#app/payments/opening/refusal-words'
import { afterSales, SALES_CLOSED, SOLD_OUT } from '#app/tour/sales-words'
import { ButtonLink } from '#app/ui/button-link'
import { Notice } from '#app/ui/notice'

/** No card payments on this site (rules 2.13). */
export const PaymentUnavailable = () => (
  <Notice
    tone="danger"
    title="Payment System Unavailable"
    actions={<ButtonLink to="/contact">Contact us</ButtonLink>}
  >
    {NOT_CONFIGURED}
  </Notice>
)

type NoSeatProps = {
  sales: 'closed' | 'sold-out'
  /** The departure's first day, once the journey has begun. */
  begun: Day | null
}

/** Nothing can be booked: said plainly, with somebody to ask. */
export const NoSeat = ({ sales, begun }: NoSeatProps) => (
  <Notice
    tone="info"
    title={sales === 'sold-out' ? SOLD_OUT : SALES_CLOSED}
    className="mb-20 max-w-2xl"
    actions={
      <>
        {sales === 'closed' && <ButtonLink to="/#stay-connected">Hear of the next departure</ButtonLink>}
        <ButtonLink to="/contact" tone={sales === 'closed' ? 'outline' : 'umber'}>
          Contact us
        </ButtonLink>
        <ButtonLink to="/texascountrysafari" tone="outline">
          Back to the tour
        </ButtonLink>
      </>
    }
  >
    {sales === 'sold-out'
      ? 'All seats are taken or held by travelers who are paying now. Write to us: we keep a list for seats that come free and for the next departure.'
      : afterSales(begun && showDay(begun))}
  </Notice>
)
