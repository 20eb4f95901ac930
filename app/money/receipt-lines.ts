import { type Cents, cents, showCents } from '#app/platform/money'
import type { CompanyReceipt, Receipt } from './receipts.server'

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
  return kind === 'payment'
    ? `Payment by ${METHODS[method]}`
    : `Refund ${method === 'card' ? 'to' : 'by'} ${METHODS[method]}`
}

/** Money that went back stands with its sign. */
export const showSigned = (amount: Cents): string =>
  amount < 0 ? `−${showCents(cents(-amount))}` : showCents(amount)

const entryOf = ({ kind, corrects }: Receipt): string => (corrects ? 'correction' : kind)

export type ReceiptLine = {
  /** The amounts, for which the letter has words of its own. */
  of?: 'amount' | 'paid' | 'left'
  label: string
  value: string
}

/** What a receipt says, of money and of the company, on paper and in its letter. */
export const receiptLines = (receipt: CompanyReceipt): ReceiptLine[] => [
  { of: 'amount', label: nameOfMovement(receipt), value: showSigned(receipt.amountCents) },
  { of: 'paid', label: `Total paid after this ${entryOf(receipt)}`, value: showSigned(receipt.paidCents) },
  { of: 'left', label: `Balance after this ${entryOf(receipt)}`, value: showCents(receipt.leftCents) },
]
