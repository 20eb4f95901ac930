import { showDay } from '#app/days'
import type { Receipt } from '#app/dossiers/receipts.server'
import { type Cents, cents, showCents } from '#app/money'
import { Panel } from '#app/ui/panel'
import { TextLink } from '#app/ui/text-link'
import { VisuallyHidden } from '#app/ui/visually-hidden'
import type { BookingPage } from './booking-page.server'

const METHODS = { card: 'card', cheque: 'check', wire: 'bank transfer', other: 'other means' } as const

const CORRECTIONS = {
  'refund-failed': 'Refund that your card did not take',
  'dispute-lost': 'Taken back by your bank',
  'dispute-won': 'Paid again by your bank',
} as const

/** 'Payment by card'. */
export const nameOfMovement = ({
  kind,
  method,
  corrects,
}: Pick<Receipt, 'kind' | 'method' | 'corrects'>): string => {
  if (corrects) return CORRECTIONS[corrects]
  return kind === 'payment' ? `Payment by ${METHODS[method]}` : `Refund by ${METHODS[method]}`
}

/** Money that went back stands with its sign. */
export const showSigned = (amount: Cents): string =>
  amount < 0 ? `−${showCents(cents(-amount))}` : showCents(amount)

/** Every payment and refund, each with its receipt. */
export const MoneyTable = ({ page: { token, receipts } }: { page: BookingPage }) => (
  <Panel as="section">
    <h2 className="type-h3" id="money">
      Payments
    </h2>
    <table className="mt-3 w-full text-sm" aria-labelledby="money">
      <thead className="sr-only">
        <tr>
          <th scope="col">What and when</th>
          <th scope="col">Amount</th>
          <th scope="col">Receipt</th>
        </tr>
      </thead>
      <tbody>
        {receipts.map((receipt) => (
          <tr key={receipt.id} className="border-t border-line first:border-t-0">
            <td className="py-3 pr-4">
              {nameOfMovement(receipt)}
              <span className="block text-xs text-ink-soft">{showDay(receipt.day)}</span>
            </td>
            <td className="py-3 pr-4 text-right font-medium tabular-nums">
              {showSigned(receipt.amountCents)}
            </td>
            <td className="py-3 text-right">
              <TextLink to={`/booking/${token}/receipts/${receipt.id}`} className="inline-block py-1">
                Receipt<VisuallyHidden> {receipt.number}</VisuallyHidden>
              </TextLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
)
