import { parseWithZod } from '@conform-to/zod/v4'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { bookingByLink } from '#app/bookings/find-booking.server'
import { beginLaterHostedPayment } from '#app/money/payments/later-payment.server'
import { LATER_PAYMENT_FIELDS, LaterPaymentForm } from '#app/money/payments/later-payment-form'
import { laterRefusalWords, NOT_CONFIGURED } from '#app/money/payments/refusal-words'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { now } from '#app/platform/clock.server'
import { stripeTrouble, withRetryAfter } from '#app/routes/card-payment/stripe-trouble.server'
import { UnknownLink } from '#app/routes/traveler/contact-line'
import { rememberLink } from '#app/server/guards/link-guesses.server'
import { readForm } from '#app/server/guards/read-form.server'
import { pageHead } from '#app/ui/page-head'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { type PayAnswer, payPage } from './pay-page.server'
import { PayScreen } from './pay-screen'

export const handle: PageHandle = { money: true }

export const headers = withRetryAfter

/** What is due on a traveler's link (rules 3.10). Opening it changes nothing: mail scanners do. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const booking = bookingByLink(token)
  if (!booking) return data(null, 404)

  const { page, init } = await payPage(request, booking, token)
  const headers = new Headers(await rememberLink(request, token))
  for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
  return data(page, { ...init, headers })
}

const refused = (answer: PayAnswer, init: number | ResponseInit) => data(answer, init)

/** Without JavaScript: goes on to Stripe's hosted page. */
export async function action({ request, params }: ActionFunctionArgs) {
  if (!stripeConfigured()) return refused({ refused: NOT_CONFIGURED }, 503)
  const form = await readForm(request, LATER_PAYMENT_FIELDS)
  const submission = parseWithZod(form, { schema: LaterPaymentForm })
  if (submission.status !== 'success') {
    return refused({ refused: 'Please choose what you would like to pay.' }, 400)
  }
  const { pays } = submission.value
  const typed = { pays, partAmount: String(form.get('partAmount') ?? '') }
  try {
    const begun = await beginLaterHostedPayment({ token: params.token ?? '', ...submission.value }, now)
    if (!('refused' in begun)) return redirect(begun.url, 303)
    return refused({ refused: laterRefusalWords(begun), ...typed }, begun.refused === 'not-found' ? 404 : 409)
  } catch (error) {
    const { words, init } = stripeTrouble(error)
    return refused({ refused: words, ...typed }, init)
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageHead({
    title: 'Pay for your safari',
    description: 'What is due for your place on the tour.',
    path: '/pay',
    noindex: true,
    matches,
  })

export default function PayPageScreen() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return page ? <PayScreen page={page} answer={answer} /> : <UnknownLink />
}
