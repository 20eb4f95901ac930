import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import type { ReactNode, Ref } from 'react'
import { plannedTogether } from '#app/bookings/installments/due'
import type { InstallmentPlan } from '#app/bookings/installments/plan'
import { ORDER } from '#app/bookings/order-fields'
import { showDay, showDays } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { AutopayTick } from '#app/routes/payment/autopay-tick'
import { PayButton, type Refusal, refusalTitle, SetupFailed } from '#app/routes/payment/card-fields'
import type { StripeSettings } from '#app/routes/payment/card-frame'
import { withRetryAfter } from '#app/routes/payment/stripe-trouble.server'
import { LEGAL_LINKS } from '#app/site/site-pages'
import { IF_IT_DOES_NOT_RUN, NOT_DUE_BEFORE } from '#app/tours/departure'
import { sumOfEqualShares } from '#app/tours/party'
import { BOOKED_TODAY } from '#app/tours/refund-policy'
import { ButtonLink } from '#app/ui/button'
import { ChoiceCards } from '#app/ui/choice-cards'
import { LockIcon } from '#app/ui/icons'
import { MyBookingLine, TextLink, telHref } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { unlistedHead } from '#app/ui/page-head'
import { PageHeading } from '#app/ui/panel'
import { RefundTerms } from '#app/ui/refund-terms'
import { type PageHandle, useShellData } from '#app/ui/shell/page-handle'
import { CardSection, CodeField, TravelerFields } from './checkout-fields'
import { answerCheckout, type CheckoutPage, checkoutPage } from './checkout-page.server'
import { NotOnSale, PaymentUnavailable } from './not-on-sale'
import { DueToday, OrderSummary } from './order-summary'
import { PartyField } from './party-field'
import { useCheckout } from './use-checkout'

export const handle: PageHandle = { money: true }

export const headers = withRetryAfter

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  checkoutPage(request, context.clientAddress)

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
  const heading = (
    <PageHeading
      title="Checkout"
      lead={`${checkout.tourName}, ${checkout.roomName.toLowerCase()}, ${showDays(checkout.startsOn, checkout.endsOn)}`}
    >
      {checkout.privateTo && <p className="mt-2 font-semibold text-sm">{checkout.privateTo}</p>}
      {checkout.sales === 'open' && checkout.earlyBirdOffer && (
        <p className="mt-3 text-sm lg:hidden">
          <span className="font-semibold">Early bird:</span> {checkout.earlyBirdOffer}
        </p>
      )}
      <CallUs />
    </PageHeading>
  )
  return (
    <div className="wrap">
      <WhatIsOnSale checkout={checkout} heading={heading} />
      <MyBookingLine className="pb-20 text-ink-soft text-sm" />
    </div>
  )
}

/** Who is asked for thousands may want to hear a person first. */
function CallUs() {
  const phone = useShellData()?.settings.contactPhone
  return phone ? (
    <p className="mt-3 text-sm">
      Questions? <TextLink to={telHref(phone)}>{phone}</TextLink>
    </p>
  ) : null
}

type OnSaleProps = { checkout: CheckoutPage; heading: ReactNode }

function WhatIsOnSale({ checkout, heading }: OnSaleProps) {
  const { stripe, sales } = checkout
  if (!stripe)
    return (
      <>
        {heading}
        <PaymentUnavailable />
      </>
    )
  if (sales === 'open') return <CheckoutScreen checkout={checkout} stripe={stripe} heading={heading} />
  return (
    <>
      {heading}
      <NotOnSale checkout={checkout} sales={sales} />
    </>
  )
}

/** The checkout form: with scripts the card is paid here, without them on Stripe's page. */
function CheckoutScreen({ checkout, stripe, heading }: OnSaleProps & { stripe: StripeSettings }) {
  const chosen = useCheckout(checkout, stripe)
  const { form, fields, choice, plan, code, payment, refusal, dueCents, ordered } = chosen
  const { travelers } = choice
  return (
    <div className="group/checkout flex flex-col gap-x-8 pb-20 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:items-start">
      <div>
        {heading}
        {payment.phase === 'setup-failed' && (
          <div className="mb-8">
            <SetupFailed />
          </div>
        )}
        {checkout.offer && <OfferedSeats offer={checkout.offer} />}
      </div>
      <OrderSummary {...ordered} />
      <form
        ref={chosen.formRef}
        method="post"
        id={form.id}
        noValidate={form.noValidate}
        onSubmit={chosen.submit}
        className="grid gap-6 sm:gap-8"
      >
        {payment.phase === 'off' && <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />}
        {chosen.checkoutKey && <input type="hidden" name="checkoutKey" value={chosen.checkoutKey} />}
        <input type="hidden" name="departure" value={checkout.departure} />
        <input type="hidden" name="shown" value={chosen.shown} />
        <input type="hidden" name="pages" value={chosen.pages} />
        {checkout.offer && <input type="hidden" name="offer" value={checkout.offer.link} />}
        {chosen.most > 1 && (
          <PartyField
            checkout={checkout}
            plans={chosen.plans}
            chosen={{ ...choice, ...plan }}
            errors={fields.travelers.errors}
            onChange={chosen.choose}
          />
        )}
        <CodeField code={code} plan={plan} />
        <PaymentTypeField of={chosen} />
        <section aria-labelledby={`${form.id}-traveler`}>
          <h2 id={`${form.id}-traveler`} className="type-h3 mb-4">
            {travelers === 1 ? 'Traveler' : 'About you'}
          </h2>
          {travelers > 1 && (
            <p className="mb-4 text-sm text-ink-soft">
              You’re the lead traveler for this group of {travelers}. You don’t need to name the others yet;
              you can add them on your booking page after you book.
            </p>
          )}
          <TravelerFields fields={fields} countries={checkout.countries} />
        </section>
        <CardSection
          ref={chosen.cardPlace}
          payment={payment}
          dueCents={dueCents}
          isKept={chosen.paymentType === 'deposit' && chosen.autopay.isTicked}
        />
        {checkout.offersAutopay && plan.installments.length > 0 && (
          <AutopayTick
            plan={plan.installments}
            wish={chosen.autopay}
            errors={fields.payerEmail.errors}
            className="group-has-[[value=full]:checked]/checkout:hidden"
          />
        )}
        {plan.runs && (
          <Notice tone="wait" title={plan.runs.sentence}>
            {IF_IT_DOES_NOT_RUN} {plan.installments.length > 0 && NOT_DUE_BEFORE}
          </Notice>
        )}
        <RefundTerms
          bar={{ title: BOOKED_TODAY, steps: plan.refund.steps }}
          refund={{
            dates: [],
            notes: [checkout.refundNote],
            accepted: [`By paying you accept these refund terms: ${plan.refund.terms}`],
            pages: LEGAL_LINKS,
          }}
          className="border-line border-t pt-6 text-ink-soft text-sm"
        />
        {refusal && <RefusalNotice refusal={refusal} noticeRef={chosen.refusalRef} />}
        {payment.phase === 'off' && (
          <p className="type-lead font-semibold">
            <DueToday {...ordered} />
          </p>
        )}
        <PayButton phase={payment.phase} dueCents={dueCents} hasChoice />
        <p className="flex gap-2 text-ink-soft text-sm">
          <LockIcon />
          <span>
            Paid securely through Stripe
            {checkout.statement && `, on your statement as ${checkout.statement}`}. We never see your card
            number.
          </span>
        </p>
      </form>
    </div>
  )
}

const OfferedSeats = ({ offer }: { offer: NonNullable<CheckoutPage['offer']> }) => (
  <Notice
    tone="success"
    title={offer.seats === 1 ? 'We’re holding this seat for you' : 'We’re holding these seats for you'}
    className="mb-8"
  >
    Until {offer.ends}. If you don’t finish, use the link in our email to come back. {offer.note}
  </Notice>
)

type Chosen = ReturnType<typeof useCheckout>

const PaymentTypeField = ({ of }: { of: Chosen }) => (
  <ChoiceCards
    legend={ORDER.paymentType.label}
    isPart
    name="paymentType"
    value={of.paymentType}
    onChange={of.setPaymentType}
    errors={of.fields.paymentType.errors}
    options={[
      {
        value: 'deposit',
        title: 'Deposit today',
        price: showCents(of.plan.depositCents),
        detail: `${depositSum(of.plan, of.choice.travelers)}Then ${laterPayments(of.plan)}.`,
      },
      {
        value: 'full',
        title: 'Pay in full',
        price: showCents(of.plan.totalCents),
        detail: 'Nothing more to pay later.',
      },
    ]}
  />
)

const RefusalNotice = ({ refusal, noticeRef }: { refusal: Refusal; noticeRef: Ref<HTMLDivElement> }) => (
  <Notice
    ref={noticeRef}
    tabIndex={-1}
    tone={refusal.terms || refusal.pages ? 'wait' : 'danger'}
    role="alert"
    autoFocus
    title={refusalTitle(refusal)}
    actions={
      refusal.reference && (
        <ButtonLink to={`/booking-confirmation?booking_id=${refusal.reference}`} tone="outline">
          See your booking
        </ButtonLink>
      )
    }
  >
    <span>{refusal.message}</span>
    {refusal.pages && (
      <p className="mt-1">
        <TextLink to="/terms" target="_blank">
          Terms
        </TextLink>{' '}
        and{' '}
        <TextLink to="/privacy" target="_blank">
          Privacy
        </TextLink>
        , as they are now
      </p>
    )}
    {refusal.next && <p className="mt-1">{refusal.next}</p>}
  </Notice>
)

/** How the deposit of a party comes about. */
function depositSum({ depositCents }: InstallmentPlan, travelers: number): string {
  const sum = sumOfEqualShares(depositCents, travelers)
  return sum ? `${sum}. ` : ''
}

const laterPayments = (plan: InstallmentPlan): string =>
  plannedTogether(plan)
    .map(({ amountCents, dueOn }) => `${showCents(amountCents)} by ${showDay(dueOn)}`)
    .join(' and ')
