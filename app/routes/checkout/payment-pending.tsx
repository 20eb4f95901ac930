import { useLocation } from '@remix-run/react'
import { ButtonLink } from '#app/ui/button-link'
import { Notice } from '#app/ui/notice'
import { PageHeading } from '#app/ui/page-heading'

/**
 * Stripe has not said yet whether the money came: nothing is claimed, and nothing is lost. `isBusy`: it was not asked,
 * because too many ask at this moment.
 */
export const PaymentPending = ({ isBusy = false }: { isBusy?: boolean }) => {
  const { pathname, search } = useLocation()
  return (
    <div className="wrap-text pb-20">
      <PageHeading title="We are confirming your payment" />
      <Notice
        tone="wait"
        role="status"
        title={isBusy ? 'This page is up to date in a moment' : 'This takes a little longer than usual'}
        actions={
          <ButtonLink to={pathname + search} reloadDocument>
            Check again
          </ButtonLink>
        }
      >
        Please do not pay a second time. As soon as the payment is confirmed, your place is yours and the
        confirmation goes out by email.
      </Notice>
    </div>
  )
}
