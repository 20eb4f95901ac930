import { plannedTogether } from '#app/bookings/installments/due'
import type { InstallmentPlan } from '#app/bookings/installments/plan'
import { type Day, showDay, showDays } from '#app/platform/days'
import { cents, showCents } from '#app/platform/money'
import { dayCount } from '#app/tours/departure'
import { sumOfEqualShares, travelersInWords } from '#app/tours/party'
import { Panel } from '#app/ui/panel'
import { SummaryList } from '#app/ui/summary-list'

export type OrderFacts = {
  tourName: string
  startsOn: Day
  endsOn: Day
  roomName: string
  guests: number
  plan: InstallmentPlan
  /** Until when an early bird has something off the price. */
  earlyBirdEndsOn: Day | null
}

type PaymentType = 'deposit' | 'full'

/**
 * What is bought, what is due now and what later, before anything is paid. `as-chosen` is for
 * the page without scripts: the style sheet shows the sums of the option that is checked.
 */
export function OrderSummary({
  order,
  paymentType,
}: {
  order: OrderFacts
  paymentType: PaymentType | 'as-chosen'
}) {
  return (
    <Panel as="aside" className="p-6 sm:p-8 lg:sticky lg:top-28 lg:order-last">
      <h2 className="type-h3">Order summary</h2>
      <p className="mt-1 text-sm text-ink-soft">
        {order.tourName}
        <br />
        {showDays(order.startsOn, order.endsOn)}
      </p>
      {paymentType === 'as-chosen' ? (
        <>
          <div className="group-has-[[value=full]:checked]/checkout:hidden">
            <Sums order={order} paymentType="deposit" />
          </div>
          <div className="hidden group-has-[[value=full]:checked]/checkout:block">
            <Sums order={order} paymentType="full" />
          </div>
        </>
      ) : (
        <Sums order={order} paymentType={paymentType} />
      )}
    </Panel>
  )
}

function Sums({
  order: { plan, roomName, guests, earlyBirdEndsOn, ...dates },
  paymentType,
}: {
  order: OrderFacts
  paymentType: PaymentType
}) {
  const isDeposit = paymentType === 'deposit'
  const offCents = plan.earlyBirdOffCents ?? cents(0)
  const usualCents = cents(plan.totalCents + offCents)
  const sum = sumOfEqualShares(usualCents, guests)
  return (
    <SummaryList
      className="mt-4"
      rows={[
        {
          label: roomName,
          note: `${travelersInWords(guests)}, ${dayCount(dates)} days${sum ? `: ${sum}` : ''}`,
          value: offCents > 0 ? <del>{showCents(usualCents)}</del> : showCents(plan.totalCents),
        },
        ...(offCents > 0
          ? [
              {
                label: 'Early bird',
                note: earlyBirdEndsOn && `Until ${showDay(earlyBirdEndsOn)}`,
                value: `−${showCents(offCents)}`,
              },
              { label: 'Your price', value: showCents(plan.totalCents) },
            ]
          : []),
        {
          label: 'Due today',
          value: showCents(isDeposit ? plan.depositCents : plan.totalCents),
          total: true,
        },
        ...(isDeposit
          ? plannedTogether(plan).map(({ name, amountCents, dueOn }) => ({
              label: name,
              note: `Due ${showDay(dueOn)}`,
              value: showCents(amountCents),
            }))
          : []),
      ]}
    />
  )
}
