import type { ReactNode } from 'react'
import { plannedTogether } from '#app/bookings/installments/due'
import { dueNow, type InstallmentPlan } from '#app/bookings/installments/plan'
import { showDay, showDays } from '#app/platform/days'
import { cents, showCents } from '#app/platform/money'
import { dayCount } from '#app/tours/departure'
import { requestedParty, roomNameOf, travelersInWords } from '#app/tours/party'
import { DownIcon } from '#app/ui/icons'
import { Panel } from '#app/ui/panel'
import { Picture } from '#app/ui/picture'
import { remainingRows, SummaryList } from '#app/ui/summary-list'
import type { CheckoutPage } from './checkout-page.server'

type OrderFacts = Pick<
  CheckoutPage,
  'picture' | 'tourName' | 'privateTo' | 'startsOn' | 'endsOn' | 'earlyBirdEndsOn' | 'earlyBirdOffer'
> &
  Pick<CheckoutPage, 'roomType' | 'travelers' | 'singles'> & { plan: InstallmentPlan }

type PaymentType = CheckoutPage['paymentType']

type Props = {
  order: OrderFacts
  /** `as-chosen`: without scripts, the style sheet shows the sums of the checked option. */
  paymentType: PaymentType | 'as-chosen'
}

/**
 * What is bought, what is due now and what later, before anything is paid. On a narrow screen a line that
 * stays in sight says what is due, and opens to the rest.
 */
export const OrderSummary = (props: Props) => (
  <aside className="order-summary mb-8 lg:top-28 lg:col-start-2 lg:row-span-2 lg:mt-14 lg:mb-0">
    <Panel className="overflow-hidden lg:hidden">
      <details>
        <summary className="flex cursor-pointer list-none items-center gap-3.5 p-2.5 pr-4 [&::-webkit-details-marker]:hidden">
          <span className="block size-14 flex-none overflow-hidden rounded-badge bg-night">
            <Picture picture={{ ...props.order.picture, alt: '' }} sizes="4rem" className="size-full" />
          </span>
          <span className="min-w-0 grow">
            <span className="font-semibold">
              <DueToday {...props} />
              <span className="font-normal text-ink-soft"> · Details</span>
            </span>
            <span className="block text-ink-soft text-sm">
              {showDays(props.order.startsOn, props.order.endsOn)}
            </span>
            <EarlyBirdLine {...props.order} />
          </span>
          <DownIcon className="size-5 flex-none text-umber" />
        </summary>
        <div className="px-5 pb-5">
          <Bought {...props} />
        </div>
      </details>
    </Panel>
    <Panel title="Order summary" className="hidden overflow-hidden p-8 lg:block">
      <OrderPrint picture={props.order.picture} />
      <Bought {...props} />
    </Panel>
  </aside>
)

/** Of the journey, so that the sums are for something. Lazy: not fetched while the summary is closed. */
const OrderPrint = ({ picture }: Pick<OrderFacts, 'picture'>) => (
  <div className="mt-2 mb-4 aspect-2/1 overflow-hidden rounded-field bg-night">
    <Picture picture={picture} sizes="(width >= 64rem) 20rem, 100vw" className="size-full" />
  </div>
)

/** What booking early takes off, also while the details are closed. */
const EarlyBirdLine = ({ plan: { totalCents, earlyBirdOffCents = cents(0) }, earlyBirdEndsOn }: OrderFacts) =>
  earlyBirdOffCents > 0 && (
    <span className="mt-1 block font-normal text-sm">
      Early bird{earlyBirdEndsOn && ` until ${showDay(earlyBirdEndsOn)}`}:{' '}
      <del className="text-ink-soft">{showCents(cents(totalCents + earlyBirdOffCents))}</del>{' '}
      {showCents(totalCents)}
    </span>
  )

/** 'Due today $500', of the option that is chosen. */
export const DueToday = (props: Props) => (
  <Chosen {...props}>
    {(order, paymentType) => (
      <>
        Due today <span className="tabular-nums">{showCents(dueNow(order.plan, paymentType))}</span>
      </>
    )}
  </Chosen>
)

const Bought = ({ order, paymentType }: Props) => (
  <>
    <p className="mt-1 text-ink-soft text-sm">
      {order.tourName}
      <br />
      {order.privateTo && (
        <>
          {order.privateTo}
          <br />
        </>
      )}
      {showDays(order.startsOn, order.endsOn)}
    </p>
    {order.earlyBirdOffer && (
      <p className="mt-2 text-sm">
        <span className="font-semibold">Early bird:</span> {order.earlyBirdOffer}
      </p>
    )}
    {order.plan.runs && <p className="mt-2 text-sm">{order.plan.runs.sentence}</p>}
    <Chosen order={order} paymentType={paymentType} as="div">
      {(order, paymentType) => <Sums order={order} paymentType={paymentType} />}
    </Chosen>
  </>
)

type ChosenProps = Props & {
  as?: 'span' | 'div'
  children: (order: OrderFacts, paymentType: PaymentType) => ReactNode
}

const Chosen = ({ order, paymentType, as: Tag = 'span', children }: ChosenProps) =>
  paymentType === 'as-chosen' ? (
    <>
      <Tag className="group-has-[[value=full]:checked]/checkout:hidden">{children(order, 'deposit')}</Tag>
      <Tag className="hidden group-has-[[value=full]:checked]/checkout:contents">
        {children(order, 'full')}
      </Tag>
    </>
  ) : (
    children(order, paymentType)
  )

function Sums({ order, paymentType }: { order: OrderFacts; paymentType: PaymentType }) {
  const { plan, roomType, travelers, singles, earlyBirdEndsOn } = order
  const offCents = plan.earlyBirdOffCents ?? cents(0)
  const { discount } = plan
  const usualCents = cents(plan.totalCents + offCents + (discount?.offCents ?? 0))
  return (
    <SummaryList
      className="mt-4"
      rows={[
        {
          label: roomNameOf(requestedParty(roomType, { travelers, singles })),
          note: `${travelersInWords(travelers)}, ${dayCount(order)} days${plan.sum ? `: ${plan.sum}` : ''}`,
          value: showCents(usualCents),
          isStruck: usualCents > plan.totalCents,
        },
        offCents > 0 && {
          label: 'Early bird',
          note: earlyBirdEndsOn && `Until ${showDay(earlyBirdEndsOn)}`,
          value: `−${showCents(offCents)}`,
        },
        discount && {
          label: discount.words,
          note: `Code ${discount.code}`,
          value: `−${showCents(discount.offCents)}`,
        },
        usualCents > plan.totalCents && { label: 'Your price', value: showCents(plan.totalCents) },
        { label: 'Due today', value: showCents(dueNow(plan, paymentType)), total: true },
        ...(paymentType === 'deposit'
          ? remainingRows(
              plan.remainingCents,
              plannedTogether(plan).map(({ name, amountCents, dueOn }) => ({
                label: name,
                note: `Due ${showDay(dueOn)}`,
                value: showCents(amountCents),
              })),
            )
          : []),
      ]}
    />
  )
}
