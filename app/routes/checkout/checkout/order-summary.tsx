import { type Day, showDay, showDays } from '#app/days'
import type { InstallmentPlan } from '#app/installments/plan'
import { showCents } from '#app/money'
import { Panel } from '#app/ui/panel'
import { SummaryList } from '#app/ui/summary-list'

export type OrderFacts = {
  tourName: string
  startsOn: Day
  endsOn: Day
  roomName: string
  plan: InstallmentPlan
  refundTerms: string
}

/** What is bought, what is due now and what later, before anything is paid (spec §2, decisions §4). */
export function OrderSummary({ order, paymentType }: { order: OrderFacts; paymentType: 'deposit' | 'full' }) {
  const { plan } = order
  const isDeposit = paymentType === 'deposit'
  return (
    <Panel as="aside" className="p-6 sm:p-8 lg:sticky lg:top-28 lg:order-last">
      <h2 className="type-h3">Order summary</h2>
      <p className="mt-1 text-sm text-ink-soft">
        {order.tourName}
        <br />
        {showDays(order.startsOn, order.endsOn)}
      </p>
      <SummaryList
        className="mt-4"
        rows={[
          { label: order.roomName, note: '1 traveler, 12 days', value: showCents(plan.totalCents) },
          {
            label: 'Due today',
            value: showCents(isDeposit ? plan.depositCents : plan.totalCents),
            total: true,
          },
          ...(isDeposit
            ? plan.installments.map(({ number, amountCents, dueOn }) => ({
                label: number === 1 ? 'First installment' : 'Final installment',
                note: `Due ${showDay(dueOn)}`,
                value: showCents(amountCents),
              }))
            : []),
        ]}
      />
      <p className="mt-4 border-t border-line pt-4 text-sm text-ink-soft">{order.refundTerms}</p>
    </Panel>
  )
}
