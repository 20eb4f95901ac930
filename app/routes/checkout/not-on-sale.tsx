import { checkoutPath } from '#app/bookings/hold'
import { NOT_CONFIGURED } from '#app/money/changes/paying/refusal-words'
import { type Day, showDay, showDays } from '#app/platform/days'
import {
  afterSales,
  CANCELED,
  CANCELED_FOR_GUESTS,
  NOT_YET,
  SALES_CLOSED,
  SOLD_OUT,
} from '#app/tours/departure'
import { ButtonLink } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import type { CheckoutPage } from './checkout-page.server'

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

type Props = { checkout: CheckoutPage; sales: Exclude<CheckoutPage['sales'], 'open'> }

const TITLES = { closed: SALES_CLOSED, 'sold-out': SOLD_OUT, 'not-yet': NOT_YET }

/** Nothing can be booked: said plainly, with what can, and with someone to ask. */
export function NotOnSale({ checkout, sales }: Props) {
  const { next, isCanceled, page, startsOn, roomType, salesOpenOn, hasBegun } = checkout
  const tone = sales === 'sold-out' ? 'outline' : 'umber'
  return (
    <Notice
      tone="info"
      title={isCanceled ? CANCELED : TITLES[sales]}
      className="mb-20 max-w-2xl"
      actions={
        <>
          {sales === 'sold-out' && (
            <ButtonLink to={`${page}#waitlist`} reloadDocument>
              Join the waitlist
            </ButtonLink>
          )}
          {next ? (
            <ButtonLink to={checkoutPath({ ...next, roomType })} reloadDocument tone={tone}>
              Book {showDays(next.startsOn, next.endsOn)}
            </ButtonLink>
          ) : (
            <ButtonLink to={`${page}#tell-me`} tone={tone}>
              Tell me when the next one opens
            </ButtonLink>
          )}
          <ButtonLink to="/contact" tone="outline">
            Contact us
          </ButtonLink>
          <ButtonLink to={page} tone="outline">
            Back to the tour
          </ButtonLink>
        </>
      }
    >
      {isCanceled ? CANCELED_AT_CHECKOUT : why(sales, hasBegun ? startsOn : null, salesOpenOn, next !== null)}
      {next && ` The next departure, ${showDays(next.startsOn, next.endsOn)}, is on sale.`}
    </Notice>
  )
}

const CANCELED_AT_CHECKOUT = `It is no longer on sale, and no card is charged for it. ${CANCELED_FOR_GUESTS}`

function why(sales: Props['sales'], begun: Day | null, opensOn: Day | null, hasNext: boolean): string {
  if (sales === 'sold-out')
    return 'All seats are taken, or held by travelers who are paying now. Join the waitlist: seats that come free are offered there first.'
  if (sales === 'not-yet' && opensOn) return `Seats can be booked starting ${showDay(opensOn)}.`
  return afterSales(begun && showDay(begun), hasNext)
}
