import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { dueWords } from '#app/bookings/installments/due'
import { arrivesAbout, HOW_LONG } from '#app/bookings/on-its-way'
import { isPaid } from '#app/bookings/status'
import { termsInShort, writeToStaff, writeToTraveler } from '#app/bookings/traveler-letters.server'
import { rows, type Words, words } from '#app/mail/letter'
import { amountsOwed, type InstallmentNow, nextInstallment } from '#app/money/books/amounts-owed.server'
import { whyBankFailed } from '#app/money/books/bank-failures'
import type { StripeDispute } from '#app/money/stripe/refunds.server'
import { businessDay } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'

/** A payment from a bank account: `once` is Stripe's id of it. */
type Payment = { id: string; amountCents: Cents }

/** Money has left for us from a bank account: that nothing needs to be done, once for a payment. */
export function mailOnItsWay(booking: Booking, { id: once, amountCents }: Payment, now: Date): void {
  const about = showDay(arrivesAbout(businessDay(now)))
  const next = nextInstallment(amountsOwed(booking))
  writeToTraveler(booking, now, { kind: 'bank-payment-begun', once }, () => {
    return words`
      # Your payment is on its way

      ${showCents(amountCents)} is on its way from your bank for the ${departureOf(booking).name}. Banks take ${HOW_LONG}, so we expect it about ${about}. You don’t need to do anything: please leave the money in the account
      until then. We’ll email you the receipt when it arrives.

      | Booking reference | ${booking.reference} |
      | On its way | ${showCents(amountCents)} |
      | Expected about | ${about} |

      ${next && `The next payment of ${showCents(next.owedCents)} is ${dueWords(next, businessDay(now))}.`}
    `
  })
}

/** It did not come: why, and until when it is asked for now; staff are told too. Once for a payment. */
export function mailBankPaymentFailed(
  booking: Booking,
  payment: Payment & { failure: string | null },
  asked: InstallmentNow[],
  now: Date,
): void {
  const { id: once, amountCents, failure } = payment
  const amount = showCents(amountCents)
  const why = whyBankFailed(failure)
  writeToTraveler(booking, now, { kind: 'bank-payment-failed', once }, (about) => {
    return words`
      # Your bank payment did not go through

      ${amount} was on its way from your bank, and did not reach us: ${why}.

      ${isPaid(booking.status) && askedFor(booking, asked, now)}
      ${!isPaid(booking.status) && 'This booking is no longer active, so you don’t need to pay it in another way.'}

      ${asked.length > 0 && termsInShort(about)}
    `
  })
  writeToStaff(booking, now, {
    kind: 'staff-bank-payment-failed',
    once,
    subject: 'Bank payment failed',
    says: `${amount} was on its way from the guest’s bank account, and did not come: ${why}. ${toStaff(asked, now)}`,
    rows: [['Amount', amount]],
  })
}

/** It had come, and the bank took it back: the price stays, and it is asked for again. Once for a dispute. */
export function mailBankTookBack(
  booking: Booking,
  { id: once, amountCents, reason }: StripeDispute,
  asked: InstallmentNow[],
  now: Date,
): void {
  writeToTraveler(booking, now, { kind: 'bank-payment-taken-back', once }, (about) => {
    return words`
      # Your bank took a payment back

      We had received ${showCents(amountCents)} from your bank account. Now your bank has taken it back:
      ${whyBankFailed(reason)}. So this payment no longer counts as made.

      ${askedFor(booking, asked, now)}

      ${termsInShort(about)}
    `
  })
}

/** What is asked for, until when, and the way to pay it. */
function askedFor(booking: Booking, asked: InstallmentNow[], now: Date): Words {
  if (asked.length === 0) return words`Nothing is due for it now.`
  const today = businessDay(now)
  const sum = cents(asked.reduce((total, { owedCents }) => total + owedCents, 0))
  return words`
    Please pay it by card instead:

    ${rows(asked.map((one) => [`${one.name}, ${dueWords(one, today)}`, showCents(one.owedCents)]))}

    [Pay ${showCents(sum)}](${payAddress(booking)})

    -# Your bank may charge you a fee of its own.
  `
}

const toStaff = (asked: InstallmentNow[], now: Date): string =>
  asked.length === 0
    ? 'Nothing is asked for it.'
    : `The guest has a letter, and is asked for ${asked.map((one) => `${showCents(one.owedCents)}, ${dueWords(one, businessDay(now))}`).join('; ')}.`
