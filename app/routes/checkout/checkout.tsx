import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import { withRetryAfter } from '#app/routes/payment/stripe-trouble.server'
import { MyBookingLine } from '#app/ui/link'
import { unlistedHead } from '#app/ui/page-head'
import { PageHeading } from '#app/ui/panel'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { answerCheckout, type CheckoutPage, checkoutPage } from './checkout-page.server'
import { CheckoutScreen } from './checkout-screen'
import { NotOnSale, PaymentUnavailable } from './not-on-sale'

export const handle: PageHandle = { money: true }

export const headers = withRetryAfter

export const loader = ({ request }: LoaderFunctionArgs) => checkoutPage(request)

export const action = (args: ActionFunctionArgs) => answerCheckout(args)

/** Who only asks for a price is answered with it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  !formData?.has('reprice') && defaultShouldRevalidate

export const meta = unlistedHead(
  '/checkout',
  'Checkout',
  'Reserve your seat with a deposit, or pay for the whole tour.',
)

export default function CheckoutRoute() {
  const checkout = useLoaderData<typeof loader>()
  return (
    <div className="wrap">
      <PageHeading title="Checkout" lead={`${checkout.tourName}, ${checkout.roomName.toLowerCase()}`} />
      <WhatIsOnSale checkout={checkout} />
      <MyBookingLine className="pb-20 text-ink-soft text-sm" />
    </div>
  )
}

function WhatIsOnSale({ checkout }: { checkout: CheckoutPage }) {
  const { stripe, sales } = checkout
  if (!stripe) return <PaymentUnavailable />
  if (sales === 'open') return <CheckoutScreen checkout={checkout} stripe={stripe} />
  return <NotOnSale checkout={checkout} sales={sales} />
}
