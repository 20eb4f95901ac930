import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { dueWords } from '#app/bookings/installments/due'
import { onItsWayWords } from '#app/bookings/on-its-way'
import {
  beginLaterHostedPayment,
  LATER_PAYMENT_FIELDS,
  LaterPaymentForm,
} from '#app/money/changes/paying/later-payment.server'
import { laterRefusalWords, NOT_CONFIGURED } from '#app/money/changes/paying/refusal-words'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { now } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { AutopayLine } from '#app/routes/payment/autopay-line'
import { moneyRows, NOTHING_TO_DO, PaymentPending, shareRows } from '#app/routes/payment/payment-parts'
import { stripeTrouble, withRetryAfter } from '#app/routes/payment/stripe-trouble.server'
import { rememberLink } from '#app/server/guards/guest-cookies.server'
import { parseForm, readForm } from '#app/server/guards/read-form.server'
import { IF_IT_DOES_NOT_RUN, NOT_DUE_BEFORE } from '#app/tours/departure'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { pageHead } from '#app/ui/page-head'
import { PageHeading, Panel } from '#app/ui/panel'
import { RefundSteps, RefundTerms } from '#app/ui/refund-terms'
import { UnknownLink } from '#app/ui/shell/contact-line'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { priceRows, SummaryList, type SummaryRow } from '#app/ui/summary-list'
import { ClosedLink, OwnPayScreen, ownTitle } from './own-pay'
import { PayForm, useLaterPayment } from './pay-form'
import { NothingToPay, OnItsWayPage, PaidReceipt, Refused, Returned } from './pay-outcomes'
import { closedPage, type PayAnswer, type PayPage, payerAsking, payPage } from './pay-page.server'

export const handle: PageHandle = { money: true }

export const headers = withRetryAfter

/**
 * What is due on a link: the booking's, a companion's or one that was made for somebody else (rules 3.10).
 * Opening it changes nothing: mail scanners do.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const query = new URL(request.url).searchParams
  const payer = payerAsking(token, query)
  if (!payer) {
    const closed = closedPage(token)
    if (!closed) return data(null, 404)
    const status = closed.closed === 'not-asked' ? 404 : 200
    return data(closed, { status, headers: await rememberLink(request, token) })
  }
  const { page, init } = await payPage(query, payer)
  const headers = new Headers(await rememberLink(request, token))
  for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
  return data(page, { ...init, headers })
}

const refused = (answer: PayAnswer, init: number | ResponseInit) => data(answer, init)

/** Without JavaScript: goes on to Stripe's hosted page. */
export async function action({ request, params }: ActionFunctionArgs) {
  if (!stripeConfigured()) return refused({ refused: NOT_CONFIGURED }, 503)
  const form = await readForm(request, LATER_PAYMENT_FIELDS)
  const submission = parseForm(form, LaterPaymentForm)
  const sent = (field: 'partAmount' | 'autopay' | 'payerEmail') => String(form.get(field) ?? '')
  const kept = { partAmount: sent('partAmount'), autopay: sent('autopay'), payerEmail: sent('payerEmail') }
  if (submission.status !== 'success') {
    const [wrongEmail] = submission.error?.payerEmail ?? []
    return refused({ refused: wrongEmail ?? 'Please choose what you would like to pay.', ...kept }, 400)
  }
  const { pays, paysFrom } = submission.value
  const typed = { pays, paysFrom, ...kept }
  try {
    const begun = await beginLaterHostedPayment({ token: params.token ?? '', ...submission.value }, now)
    if (!('refused' in begun)) return redirect(begun.url, 303)
    const words = laterRefusalWords(begun, paysFrom)
    return refused({ refused: words, ...typed }, begun.refused === 'not-found' ? 404 : 409)
  } catch (error) {
    const { onPage, init } = stripeTrouble(error, {}, paysFrom)
    return refused({ refused: onPage, ...typed }, init)
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) =>
  pageHead({
    title: page && 'isOwnLink' in page && page.isOwnLink ? ownTitle(page) : 'Pay for your safari',
    description: 'What is due for a seat on the tour.',
    path: '/pay',
    noindex: true,
    matches,
  })

export default function PayPageScreen() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!page) return <UnknownLink />
  if ('closed' in page) return <ClosedLink page={page} />
  return page.isOwnLink ? (
    <OwnPayScreen page={page} answer={answer} />
  ) : (
    <PayScreen page={page} answer={answer} />
  )
}

/** A traveler's payment link: the form while something is due, and kind words where nothing is. */
function PayScreen({ page, answer }: { page: PayPage; answer?: PayAnswer }) {
  const { booking, due, returned, receipt } = page
  const isPayable = due.remainingCents > 0 && !page.isProcessing && page.stripe !== null
  const payment = useLaterPayment(page, isPayable)
  const refusal = payment.refusal ?? (answer ? { message: answer.refused } : null)
  if (returned === 'processing' || returned === 'unconfirmed')
    return <PaymentPending isBusy={page.isBusy} isBooked />
  if (returned === 'on-its-way') return <OnItsWayPage page={page} />
  if (receipt) return <PaidReceipt page={page} receipt={receipt} />

  const notice = refusal ? (
    <Refused refusal={refusal} isNew={refusal === payment.refusal} />
  ) : (
    returned && <Returned returned={returned} refundsGoTo={booking.refundsGoTo} paysFrom={page.paysFrom} />
  )
  const came = page.cameSinceCents !== null && !refusal && (
    <CameSince page={page} came={page.cameSinceCents} />
  )
  return (
    <div className="wrap">
      <PageHeading
        title={came ? 'Thank you' : isPayable ? titleOf(page) : 'Your payments'}
        lead={`${booking.tourName}, ${showDays(booking.startsOn, booking.endsOn)}`}
      />
      <div className="grid items-start gap-8 pb-20 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Summary page={page} isPayable={isPayable} />
        {isPayable ? (
          <div className="grid gap-8">
            <OtherShares page={page} />
            {came}
            {booking.onItsWay.length > 0 && !page.share && !refusal && (
              <OnItsWayNotice onItsWay={booking.onItsWay} />
            )}
            <AutopayLine autopay={page.autopay} />
            {page.instead && !refusal && <Instead page={page} {...page.instead} />}
            <PayForm page={page} typed={answer} payment={payment} notice={notice} />
          </div>
        ) : (
          <div className="grid gap-6">
            {notice}
            {came}
            <NothingToPay page={page} />
            <OtherShares page={page} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Whose share it is, where each pays their own. */
function titleOf({ whose, share }: PayPage): string {
  if (share) return share.isLead ? 'Pay your share' : `Pay ${share.called}’s share`
  return whose === 'all' ? 'Pay everybody’s share' : 'Pay for your safari'
}

/** Where each pays their own, the lead traveler pays any of the shares, or all. */
const OtherShares = ({ page: { token, others } }: { page: PayPage }) =>
  others.length > 0 && (
    <nav aria-label="Other shares">
      <p className="text-sm">Each of you pays their own share. You can also pay another’s:</p>
      <ul className="mt-1 text-sm">
        {others.map(({ whose, words, owedCents }) => (
          <li key={whose}>
            <TextLink to={`/pay/${token}?whose=${whose}`} reloadDocument className="inline-block py-1">
              {words}
            </TextLink>
            , {showCents(owedCents)}
          </li>
        ))}
      </ul>
    </nav>
  )

/** On a narrow screen: what is due before the form, its terms after it. */
function Summary({ page, isPayable }: { page: PayPage; isPayable: boolean }) {
  const { booking, schedule } = page
  const hasTerms = schedule.length > 0 || page.held !== null || page.share !== null
  return (
    <aside className="contents lg:sticky lg:top-28 lg:order-last lg:grid lg:gap-6">
      <Panel title={`Booking ${booking.reference}`} className={`p-6 sm:p-8 ${isPayable ? '' : 'order-last'}`}>
        <p className="mt-1 text-sm text-ink-soft" dir="auto">
          {booking.travelerName}, {booking.roomName.toLowerCase()}
        </p>
        {hasTerms && <SummaryList className="mt-4" rows={rowsOf(page)} />}
        {isPayable && booking.running && (
          <p className="mt-4 border-line border-t pt-4 text-sm">
            {booking.running} {page.waits && `${page.held ? IF_IT_DOES_NOT_RUN : ''} ${NOT_DUE_BEFORE}`}
          </p>
        )}
      </Panel>
      {/* Those that a first payment accepts come before its button, whole. */}
      {page.held && <RefundTerms refund={booking.refundTerms} className="text-sm text-ink-soft lg:px-8" />}
      {hasTerms && !page.held && <RefundSteps refund={booking.refundTerms} className="order-last lg:px-8" />}
    </aside>
  )
}

function rowsOf(page: PayPage): SummaryRow[] {
  const { booking, held, share } = page
  if (held) return heldRows(booking, held)
  if (!share) return moneyRows(page)
  return shareRows({ ...page, share }, share.isLead ? 'Your share' : `${share.called}’s share`)
}

/** The price of seats that staff hold, what makes them the guest's, and what follows. */
const heldRows = (booking: PayPage['booking'], held: NonNullable<PayPage['held']>): SummaryRow[] => [
  ...priceRows(booking),
  {
    label: held.nowName,
    note: `Until ${showDay(held.heldUntil)}`,
    value: showCents(held.nowCents),
    total: true,
  },
  ...held.later.map(({ name, dueOn, amountCents }) => ({
    label: name,
    note: `Due ${showDay(dueOn)}`,
    value: showCents(amountCents),
  })),
]

/** What staff asked for by this link is paid already. */
const CameSince = ({ page: { due, today }, came }: { page: PayPage; came: Cents }) => (
  <Notice tone="success" title={`We’ve received ${showCents(came)} since we sent you this link`}>
    {due.remainingCents > 0
      ? `So this payment has been made. ${showCents(due.remainingCents)} is left to pay in all${due.next ? `, ${showCents(due.next.owedCents)} of it ${dueWords(due.next, today)}` : ''}.`
      : 'So this payment has been made.'}
  </Notice>
)

const OnItsWayNotice = ({ onItsWay }: Pick<PayPage['booking'], 'onItsWay'>) => (
  <Notice tone="info" title={onItsWay.map(onItsWayWords).join('; ')}>
    {NOTHING_TO_DO} Below is what is left to pay.
  </Notice>
)

const Instead = ({ page: { due }, askedCents }: { page: PayPage; askedCents: Cents }) => (
  <Notice tone="info" title={`This link was for ${showCents(askedCents)}`}>
    {`${showCents(due.remainingCents)} is left to pay in all now. Please choose below what you would like to pay.`}
  </Notice>
)
