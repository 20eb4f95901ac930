import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { now } from '#app/clock.server'
import { showCents } from '#app/money'
import { REFUSED_EACH_TIME } from '#app/payments/refunds/refund-tries'
import { dropRefund, stuckRefund, tryRefundAgain } from '#app/payments/refunds/stuck-refunds.server'
import { keepTyped } from '#app/routes/admin/desk-form'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { readForm } from '#app/routes/read-form.server'
import { deskButton } from '#app/ui/desk/desk-button'
import { NotSent, useDeskAnswer } from '#app/ui/desk/not-sent'
import { RouteDialog } from '#app/ui/desk/route-dialog'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const REFUSED_AGAIN =
  'Stripe refused it again. Nothing was changed: look at the payment in Stripe, or drop it.'

const asked = (params: { reference?: string; id?: string }) => ({
  reference: params.reference ?? '',
  id: Number(params.id),
})

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see money')
  const stuck = stuckRefund(asked(params))
  if (!stuck) throw redirect(`/admin/bookings/${params.reference}`)
  const { booking, order } = stuck
  return {
    reference: booking.reference,
    amountCents: order.amountCents,
    stripeIntentId: order.stripeIntentId,
    lastError: order.lastError,
    loweredPrice: order.priceChangeCents < 0,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change money')
  const intent = (await readForm(request, ['intent'])).get('intent')
  const which = asked(params)
  const back = `/admin/bookings/${which.reference}`
  if (intent === 'drop') {
    if (!dropRefund(which, staff, now())) return redirectWithToast(back, NOT_STUCK)
    return redirectWithToast(back, {
      tone: 'success',
      title: 'Refund dropped',
      description: 'The money counts as paid again, and the traveler gets a message.',
    })
  }
  if (intent !== 'again') return data({ refused: 'Please choose what happens.' }, { status: 400 })
  switch (await tryRefundAgain(which, staff, now)) {
    case 'not-stuck':
      return redirectWithToast(back, NOT_STUCK)
    case 'refused':
      return data({ refused: REFUSED_AGAIN }, { status: 409 })
    case 'owed':
      return redirectWithToast(back, {
        tone: 'info',
        title: 'Stripe cannot be reached',
        description: 'The refund waits, and is made by itself as soon as Stripe answers.',
      })
    case 'made':
      return redirectWithToast(back, {
        tone: 'success',
        title: 'Refund made',
        description: 'The money goes back to the card.',
      })
  }
}

const NOT_STUCK = {
  tone: 'info',
  title: 'Nothing was changed',
  description: 'This refund was made or dropped meanwhile.',
} as const

export const clientAction = keepTyped((sent) => ({
  title: sent.get('intent') === 'drop' ? 'Failed to drop the refund' : 'Failed to try the refund again',
}))

export default function StuckRefundPage() {
  const { reference, amountCents, stripeIntentId, lastError, loweredPrice } = useLoaderData<typeof loader>()
  const refused = useDeskAnswer<typeof action>()?.refused
  const { formData } = useNavigation()
  const doing = formData?.get('intent')
  const closeTo = `/admin/bookings/${reference}`
  return (
    <RouteDialog title={`A refund of ${showCents(amountCents)} could not be made`} closeTo={closeTo}>
      <div className="grid gap-3 text-sm">
        <p>
          {lastError ? `${REFUSED_EACH_TIME} and said: ${lastError}. ` : `${REFUSED_EACH_TIME}. `}
          The payment is <span className="[overflow-wrap:anywhere]">{stripeIntentId}</span> in Stripe's
          dashboard.
        </p>
        <p>
          <strong>Try again</strong> when the cause is gone, such as too little balance at Stripe.
        </p>
        <p>
          <strong>Drop it</strong> when the money went back in another way, or does not go back at all.{' '}
          {loweredPrice && 'The price, which was lowered by it, goes up again. '}
          The traveler is told that it does not come to the card. This cannot be undone.
        </p>
      </div>
      {refused && <Notice tone="danger" role="alert" title={refused} className="mt-4" />}
      <NotSent className="mt-4" />
      <Form method="post" preventScrollReset className="mt-5 flex flex-wrap gap-2.5">
        <button
          type="submit"
          name="intent"
          value="again"
          disabled={!!doing}
          aria-busy={doing === 'again'}
          className={deskButton('main')}
        >
          {doing === 'again' ? 'Asking Stripe...' : 'Try again'}
        </button>
        <button
          type="submit"
          name="intent"
          value="drop"
          disabled={!!doing}
          aria-busy={doing === 'drop'}
          className={deskButton('danger')}
        >
          {doing === 'drop' ? 'Dropping...' : 'Drop it'}
        </button>
        <Link to={closeTo} preventScrollReset className={deskButton('plain')}>
          Back
        </Link>
      </Form>
    </RouteDialog>
  )
}
