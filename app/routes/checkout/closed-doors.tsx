import { checkoutPath } from '#app/bookings/hold'
import { NOT_CONFIGURED } from '#app/money/payments/refusal-words'
import { type Day, showDay, showDays } from '#app/platform/days'
import { afterSales, CANCELED_FOR_GUESTS, NOT_YET, SALES_CLOSED, SOLD_OUT } from '#app/tours/departure'
import type { RoomType } from '#app/tours/party'
import { CANCELED } from '#app/tours/running'
import { ButtonLink } from '#app/ui/button'
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

type Sales = 'closed' | 'sold-out' | 'not-yet'

type Props = {
  sales: Sales
  /** The departure's first day, once the journey has begun. */
  begun: Day | null
  /** The departure that is on sale instead. */
  next: { startsOn: Day; endsOn: Day; roomType: RoomType } | null
  /** The first day of sale. */
  opensOn: Day | null
  /** The first day of the departure that nobody can book. */
  startsOn: Day
  /** As a whole. */
  isCanceled: boolean
}

const TITLES: Record<Sales, string> = { closed: SALES_CLOSED, 'sold-out': SOLD_OUT, 'not-yet': NOT_YET }

/** Nothing can be booked: said plainly, with what can, and with somebody to ask. */
export const NoSeat = ({ sales, begun, next, opensOn, startsOn, isCanceled }: Props) => (
  <Notice
    tone="info"
    title={isCanceled ? CANCELED : TITLES[sales]}
    className="mb-20 max-w-2xl"
    actions={
      <>
        {sales === 'sold-out' && (
          <ButtonLink to={`/texascountrysafari?departure=${startsOn}#waitlist`} reloadDocument>
            Join the waitlist
          </ButtonLink>
        )}
        {next ? (
          <ButtonLink
            to={checkoutPath(next)}
            reloadDocument
            tone={sales === 'sold-out' ? 'outline' : 'umber'}
          >
            Book {showDays(next.startsOn, next.endsOn)}
          </ButtonLink>
        ) : (
          <ButtonLink to="/texascountrysafari#tell-me" tone={sales === 'sold-out' ? 'outline' : 'umber'}>
            Tell me when the next one opens
          </ButtonLink>
        )}
        <ButtonLink to="/contact" tone="outline">
          Contact us
        </ButtonLink>
        <ButtonLink to="/texascountrysafari" tone="outline">
          Back to the tour
        </ButtonLink>
      </>
    }
  >
    {isCanceled ? CANCELED_AT_CHECKOUT : why(sales, begun, opensOn)}
    {next && ` The next departure, ${showDays(next.startsOn, next.endsOn)}, is on sale.`}
  </Notice>
)

const CANCELED_AT_CHECKOUT = `It is no longer on sale, and no card is charged for it. ${CANCELED_FOR_GUESTS}`

function why(sales: Sales, begun: Day | null, opensOn: Day | null): string {
  if (sales === 'sold-out')
    return 'All seats are taken, or held by travelers who are paying now. Join the waitlist: seats that come free are offered there first.'
  if (sales === 'not-yet' && opensOn) return `Seats can be booked starting ${showDay(opensOn)}.`
  return afterSales(begun && showDay(begun))
}
