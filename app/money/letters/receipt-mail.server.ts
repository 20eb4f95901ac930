import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { isOverdue } from '#app/bookings/installments/due'
import { type OnItsWay, onItsWayWords } from '#app/bookings/on-its-way'
import { type PartyTraveler, partyMoney } from '#app/bookings/party.server'
import {
  type AboutBooking,
  aboutBooking,
  bookingLetter,
  postToTraveler,
  whetherItRuns,
  writeToStaff,
} from '#app/bookings/traveler-letters.server'
import { type Letter, rows, words } from '#app/mail/letter'
import { amountsOwed, nextInstallment } from '#app/money/books/amounts-owed.server'
import { keptCents } from '#app/money/books/ledger.server'
import { onItsWayOf } from '#app/money/books/on-its-way.server'
import { discountLines, type Receipt, type ReceiptLine, withCompany } from '#app/money/books/receipts.server'
import type { WhoPaid } from '#app/money/books/who-paid.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { capitalized } from '#app/platform/typed/fields'
import { departureOf } from '#app/tours/departures.server'
import { priceWithSum } from '#app/tours/party'
import { nameInShare, ownShareOf, towardWords, writeToCompanion } from './share-mail.server'

/**
 * The receipt for a later payment to whose payment it is, and a line to staff. What a companion paid, or
 * somebody else paid for them, is theirs: the lead traveler sees it on the booking's page.
 */
export function mailReceipt(
  booking: Booking,
  receipt: Receipt,
  who: WhoPaid & { isAutomatic: boolean },
  now: Date,
): void {
  const { companion, ...paid } = who
  if (companion) mailShareReceipt(booking, companion, receipt, paid, now)
  else mailBookingReceipt(booking, receipt, paid, now)
  const { priceCents, paidCents, writtenOffCents } = moneyOf(booking)
  writeToStaff(booking, now, {
    kind: 'staff-payment',
    once: receipt.id,
    subject: 'Payment received',
    rows: [
      ['Amount', showCents(receipt.amountCents)],
      ...discountLines(receipt).map(({ label, value }): [string, string] => [label, value]),
      ...(who.share ? [['Toward', `${nameInShare(who.share)}’s share`] as [string, string]] : []),
      ...(who.paidBy ? [['Paid by', who.paidBy] as [string, string]] : []),
      ...(who.isAutomatic ? [['Charged', 'Automatically, as agreed'] as [string, string]] : []),
      ['Paid', `${showCents(paidCents)} of ${priceWithSum(priceCents, { writtenOffCents })}`],
    ],
  })
}

const moneyOf = (booking: Booking) => partyMoney({ ...booking, keptCents: keptCents(booking.id) })

type Paid = Omit<WhoPaid, 'companion'> & { isAutomatic: boolean }

function mailBookingReceipt(booking: Booking, receipt: Receipt, paid: Paid, now: Date): void {
  const { id: once, amountCents } = receipt
  const owed = amountsOwed(booking)
  const { paidCents, priceCents } = moneyOf(booking)
  const own = ownShareOf(booking)
  const letter = paymentReceipt({
    ...aboutBooking(booking, now),
    tourName: departureOf(booking).name,
    ...{ amountCents, paidCents, totalCents: priceCents, remainingCents: owed.remainingCents },
    lines: withCompany(receipt).lines,
    next: nextInstallment(own ?? owed) ?? null,
    onItsWay: onItsWayOf(booking.id),
    today: businessDay(now),
    isAutomatic: paid.isAutomatic,
    ...(paid.share && { toward: towardWords(paid.share) }),
    ...{ paidBy: paid.paidBy, othersOwe: own !== undefined && owed.remainingCents > own.owedCents },
  })
  postToTraveler(booking, now, { kind: 'payment-receipt', once, letter })
}

/** What of their share a companion has paid, by whomever, and what is left of it. */
function mailShareReceipt(
  booking: Booking,
  companion: PartyTraveler,
  receipt: Receipt,
  { paidBy, isSomebody }: Paid,
  now: Date,
): void {
  const amount = showCents(receipt.amountCents)
  const tour = departureOf(booking).name
  writeToCompanion(booking, companion, now, { kind: 'payment-receipt', once: receipt.id }, (share) => {
    const next = nextInstallment(share)
    const isAllThere = share.owedCents + share.onItsWayCents === 0
    return words`
      # Payment received

      ${isSomebody && `${paidBy} paid ${amount} toward your share of the ${tour}.`}
      ${!isSomebody && `Thank you. We received ${amount} toward your share of the ${tour}.`}

      | Booking reference | ${booking.reference} |
      | This payment | ${amount} |
      ${rows(discountLines(receipt).map(({ label, value }) => [label, value]))}
      ${isSomebody && words`| Paid by | ${paidBy} |`}
      | Paid so far | ${showCents(share.paidCents)} of ${showCents(share.shareCents)} |
      | Left to pay | = ${showCents(share.owedCents)} |

      ${next && nextPayment(next, businessDay(now))}
      ${share.onItsWayCents > 0 && `${showCents(share.onItsWayCents)} is on its way from a bank account.`}
      ${isAllThere && 'Your share is paid in full. Nothing more is due.'}

      ${next && words`[Pay my share](${payAddress(companion)})`}
    `
  })
}

type ReceivedPayment = AboutBooking & {
  tourName: string
  amountCents: Cents
  paidCents: Cents
  totalCents: Cents
  remainingCents: Cents
  lines: ReceiptLine[]
  next: { owedCents: Cents; dueOn: Day } | null
  /** What still comes from a bank account, and is not asked for. */
  onItsWay: OnItsWay[]
  today: Day
  isAutomatic?: boolean
  /** Whose share it paid, as 'your share'; and who paid, if not the lead traveler. */
  toward?: string
  paidBy?: string | null
  /** Nothing more is due of them, but of others. */
  othersOwe?: boolean
}

type InLetter = [label: string, value: string, isMain?: boolean]

/** Its amounts as letters say them; what else its receipt says stands here word for word. */
const IN_LETTER: Record<NonNullable<ReceiptLine['of']>, (payment: ReceivedPayment) => InLetter> = {
  amount: ({ amountCents }) => ['This payment', showCents(amountCents), true],
  paid: (payment) => [
    'Paid so far',
    `${showCents(payment.paidCents)} of ${priceWithSum(payment.totalCents, payment)}`,
  ],
  left: ({ remainingCents }) => ['Balance due', showCents(remainingCents), true],
}

/** Thanks a traveler for a later payment, and says what is left. */
export const paymentReceipt = (payment: ReceivedPayment): Letter => bookingLetter(payment)`
  # Payment received

  ${thanks(payment)}
  ${payment.isAutomatic && 'It was charged automatically, as agreed.'}

  | Booking reference | ${payment.reference} |
  ${payment.toward && words`| Toward | ${capitalized(payment.toward)} |`}
  ${payment.paidBy && words`| Paid by | ${payment.paidBy} |`}
  ${rows(payment.lines.map(({ of, label, value }) => (of ? IN_LETTER[of](payment) : [label, value])))}

  ${payment.next && nextPayment(payment.next, payment.today)}
  ${payment.onItsWay.map((one) => words`${onItsWayWords(one)}.`)}

  ${isAllThere(payment) && 'Your tour is paid in full.'}
  ${!payment.next && !payment.othersOwe && 'Nothing more is due.'}
  ${!payment.next && payment.othersOwe && 'Of your own share, nothing more is due.'}

  ${whetherItRuns(payment)}
`

const isAllThere = ({ next, onItsWay, writtenOffCents, othersOwe }: ReceivedPayment): boolean =>
  !next && !othersOwe && onItsWay.length === 0 && !writtenOffCents

function thanks({ amountCents, tourName, toward, paidBy }: ReceivedPayment): string {
  const amount = showCents(amountCents)
  const of = toward ? `toward ${toward} of the ${tourName}` : `for the ${tourName}`
  return paidBy ? `${paidBy} paid ${amount} ${of}.` : `Thank you. We received ${amount} ${of}.`
}

function nextPayment(
  { owedCents, dueOn, waits }: { owedCents: Cents; dueOn: Day; waits?: boolean },
  today: Day,
): string {
  const amount = `The next payment of ${showCents(owedCents)}`
  if (waits) return `${amount} is not due until we’ve guaranteed this departure. We’ll email you.`
  if (isOverdue(dueOn, today)) return `${amount} was due on ${showDay(dueOn)}.`
  return `${amount} is due on ${showDay(dueOn)}. We’ll email you before then.`
}
