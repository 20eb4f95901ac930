import { dueWords } from '#app/bookings/installments/due'
import type { OwnReceipt } from '#app/money/books/own-receipts.server'
import type { PaymentDue } from '#app/money/changes/paying/later-payment.server'
import { type Day, showDay } from '#app/platform/days'
import { showCents, showSigned } from '#app/platform/money'
import { AutopayLine } from '#app/routes/payment/autopay-line'
import type { RefundTermsText } from '#app/tours/refund-policy'
import { ButtonLink } from '#app/ui/button'
import { TextLink, VisuallyHidden } from '#app/ui/link'
import { Panel } from '#app/ui/panel'
import { RefundSteps } from '#app/ui/refund-terms'
import { SummaryList } from '#app/ui/summary-list'
import type { AutopayFacts } from '#app/views/autopay.server'
import type { ShareFigures } from './share-views.server'

type Props = {
  token: string
  share: { figures: ShareFigures; next: PaymentDue['next']; refund: RefundTermsText } | null
  autopay: AutopayFacts | null
  receipts: OwnReceipt[]
  bookedBy: string | null
  today: Day
}

/** A companion's share, where each pays their own; and what they paid by their link, also afterward. */
export function OwnShare({ token, share, autopay, receipts, bookedBy, today }: Props) {
  if (!share && receipts.length === 0) return null
  return (
    <Panel as="section" id="share" title={share ? 'Your share' : 'Your payments'}>
      {share && (
        <>
          <p className="mt-2 text-sm">
            {`Each of you pays their own share. ${bookedBy ?? 'The lead traveler'} sees what you have paid, and can pay for you.`}
          </p>
          <Figures {...share} today={today} />
          <RefundSteps refund={share.refund} className="mt-5" />
          <AutopayLine autopay={autopay} className="mt-4 print:hidden" />
          {share.figures.owedCents > 0 && (
            <p className="mt-5 print:hidden">
              <ButtonLink to={`/pay/${token}`} reloadDocument>
                Pay my share
              </ButtonLink>
            </p>
          )}
        </>
      )}
      {receipts.length > 0 && (
        <>
          {share && <h3 className="mt-6 font-semibold">Your payments</h3>}
          <OwnReceipts token={token} receipts={receipts} />
        </>
      )}
    </Panel>
  )
}

const Figures = ({ figures, next, today }: NonNullable<Props['share']> & { today: Day }) => (
  <SummaryList
    className="mt-3"
    rows={[
      { label: 'Your share', value: showCents(figures.shareCents) },
      { label: 'Paid so far', value: showCents(figures.paidCents) },
      figures.onItsWayCents > 0 && {
        label: 'On its way from a bank account',
        value: showCents(figures.onItsWayCents),
      },
      {
        label: 'Left to pay',
        note: next && `Next: ${showCents(next.owedCents)}, ${dueWords(next, today)}`,
        value:
          figures.owedCents > 0
            ? showCents(figures.owedCents)
            : figures.onItsWayCents > 0
              ? 'Nothing for now'
              : 'Nothing',
        total: true,
      },
    ]}
  />
)

/** What a companion paid by their link, each with its receipt. */
export const OwnReceipts = ({ token, receipts }: Pick<Props, 'token' | 'receipts'>) => (
  <ul className="mt-2 text-sm">
    {receipts.map(({ id, name, day, amountCents, number }) => (
      <li
        key={id}
        className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t py-3 first:border-t-0"
      >
        <span>
          {name}
          <span className="block text-ink-soft text-xs">{showDay(day)}</span>
        </span>
        <span className="flex items-baseline gap-6">
          <span className="font-medium tabular-nums">{showSigned(amountCents)}</span>
          <TextLink to={`/traveler/${token}/receipts/${id}`} className="inline-block py-1">
            Receipt<VisuallyHidden> {number}</VisuallyHidden>
          </TextLink>
        </span>
      </li>
    ))}
  </ul>
)
