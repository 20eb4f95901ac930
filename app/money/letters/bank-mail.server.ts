import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { cardInWords } from '#app/bookings/installments/autopay'
import { dueWords, isOverdue } from '#app/bookings/installments/due'
import { arrivesAbout, HOW_LONG, OFF_FOR_BANK } from '#app/bookings/on-its-way'
import { isPaid } from '#app/bookings/status'
import { termsInShort, writeToStaff, writeToTraveler } from '#app/bookings/traveler-letters.server'
import { rows, type Words, words } from '#app/mail/letter'
import { amountsOwed, type InstallmentNow, nextInstallment } from '#app/money/books/amounts-owed.server'
import { bankDiscountsOf } from '#app/money/books/bank-discount.server'
import { whyBankFailed } from '#app/money/books/bank-failures'
import { type Owed, type ShareOwed, shareOwed } from '#app/money/books/shares-owed.server'
import { payerInSentence, type WhoPaid } from '#app/money/books/who-paid.server'
import type { StripeDispute } from '#app/money/stripe/refunds.server'
import { businessDay } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import type { autopayConsents } from '#db/schema/money'
import { AT_MOST_THIS } from './autopay-charge-mail.server'
import { holderOf, isSameMailbox } from './autopay-mail.server'
import { nameInShare, ownShareOf, payForAddress, towardWords, writeToCompanion } from './share-mail.server'

/** A payment from a bank account: `once` is Stripe's id of it. */
type Payment = { id: string; amountCents: Cents }

/** Money has left for us from a bank account: that nothing needs to be done, once for a payment. */
export function mailOnItsWay(
  booking: Booking,
  { id: once, amountCents }: Payment,
  { share, companion }: WhoPaid,
  now: Date,
): void {
  const about = showDay(arrivesAbout(businessDay(now)))
  const offCents = bankDiscountsOf(booking.id).get(once)?.cents
  const toward = companion ? 'your share of the' : share ? `${towardWords(share)} of the` : 'the'
  const written = (owed: { installments: Next[] }) => {
    const next = nextInstallment(owed)
    return words`
      # Your payment is on its way

      ${showCents(amountCents)} is on its way from your bank for ${toward} ${departureOf(booking).name}. Banks take ${HOW_LONG}, so we expect it about ${about}. You don’t need to do anything: please leave the money in the account
      until then. We’ll email you the receipt when it arrives.

      | Booking reference | ${booking.reference} |
      | On its way | ${showCents(amountCents)} |
      ${offCents && words`| ${OFF_FOR_BANK} | ${showCents(offCents)} |`}
      | Expected about | ${about} |

      ${next && `The next payment of ${showCents(next.owedCents)} is ${dueWords(next, businessDay(now))}.`}
    `
  }
  const mail = { kind: 'bank-payment-begun', once } as const
  if (companion) writeToCompanion(booking, companion, now, mail, written)
  else writeToTraveler(booking, now, mail, () => written(ownShareOf(booking) ?? amountsOwed(booking)))
}

/** Letters that ask again for a bank payment: they take the place of the mildest reminder (rules 3.7). */
export const ASKS_ANEW = ['bank-payment-failed', 'bank-payment-taken-back'] as const

type Next = Pick<InstallmentNow, 'number' | 'name' | 'owedCents' | 'dueOn' | 'waits'>

/**
 * It did not come: why, and until when it is asked for now, or that it is charged as agreed; staff are told
 * too. Once for a payment. Gives the number of the mail to whose payment it was.
 */
export function mailBankPaymentFailed(
  booking: Booking,
  payment: Payment & { failure: string | null },
  again: AskedAgain,
  now: Date,
): number | null {
  const { asked, chargedBy, who, failed } = again
  const { id: once, amountCents, failure } = payment
  const amount = showCents(amountCents)
  const why = whyBankFailed(failure)
  const { consent, isOver } = failed ?? {}
  const isTheirs = !consent || isSameMailbox(consent.payerEmail, holderOf(booking, consent).mailbox.address)
  const whose = who.hasLeft
    ? 'the bank of a traveler who has left your booking'
    : isTheirs
      ? 'your bank'
      : 'the bank account that is charged automatically'
  const began = `${amount} was on its way from ${whose}, and did not reach us${whose === 'your bank' ? `: ${why}` : ''}.`
  const takenBack = discountTakenBack(booking, once)
  const payer = payerInSentence(who)
  const mailId = writeToPayer(booking, { kind: 'bank-payment-failed', once }, again, now, {
    letter: (asksAgain) => words`
      # ${who.hasLeft ? 'A' : 'Your'} bank payment did not go through

      ${began} ${takenBack} ${isOver && 'Automatic payment from it has ended.'}

      ${isPaid(booking.status) && asksAgain}
      ${!isPaid(booking.status) && 'This booking is no longer active, so you don’t need to pay it in another way.'}
    `,
    toLead: (name) => `${amount} was on its way from ${name}’s bank, and did not reach us.`,
  })
  writeToStaff(booking, now, {
    kind: 'staff-bank-payment-failed',
    once,
    subject: 'Bank payment failed',
    says: `${amount} was on its way from ${payer ? `the bank account of ${payer}` : 'the guest’s bank account'}, and did not come: ${why}. ${takenBack && `${takenBack} `}${toStaff(asked, chargedBy, now)}`,
    rows: [
      ['Amount', amount],
      ...(who.share ? [['Toward', `${nameInShare(who.share)}’s share`] as [string, string]] : []),
    ],
  })
  return mailId
}

/** It had come, and the bank took it back: the price stays, and it is asked for again. Once for a dispute. */
export function mailBankTookBack(
  booking: Booking,
  { id: once, intentId, amountCents, reason }: StripeDispute,
  again: AskedAgain,
  now: Date,
): void {
  const amount = showCents(amountCents)
  writeToPayer(booking, { kind: 'bank-payment-taken-back', once }, again, now, {
    letter: (asksAgain) => words`
      # Your bank took a payment back

      We had received ${amount} from your bank account. Now your bank has taken it back:
      ${whyBankFailed(reason)}. So this payment no longer counts as made. ${discountTakenBack(booking, intentId ?? '')}

      ${asksAgain}
    `,
    toLead: (name) =>
      `We had received ${amount} from ${name}’s bank account, and the bank has taken it back.`,
  })
}

/** Of a payment by Stripe's id; empty where nothing was off for it. */
function discountTakenBack({ id }: Booking, stripeIntentId: string): string {
  const offCents = bankDiscountsOf(id).get(stripeIntentId)?.cents
  return offCents ? `The discount of ${showCents(offCents)} for it is taken back.` : ''
}

/** By what all of it is charged that is asked for again: nobody is asked to pay it by hand. */
export type ChargedBy = {
  consent: Consent
  stopAddress: string
  /** This letter is the announcement; else one follows. */
  isAnnounced: boolean
}

/** What of the booking is asked for again, what it asked for before, and who had paid it. */
type AskedAgain = {
  asked: Next[]
  before: Owed
  who: WhoPaid
  chargedBy: ChargedBy | null
  /** The consent that charges the account, where one does. */
  failed: { consent: Consent; isOver: boolean } | null
}

type Consent = typeof autopayConsents.$inferSelect

/**
 * To whose bank payment it was, with the way to pay it. Where a companion is late with it, the lead traveler
 * is told as well, whose contract it is (rules 2.26).
 */
function writeToPayer(
  booking: Booking,
  mail: { kind: (typeof ASKS_ANEW)[number]; once: string },
  { asked, before, chargedBy, who }: AskedAgain,
  now: Date,
  { letter, toLead }: { letter: (asksAgain: Words) => Words; toLead: (name: string) => string },
): number | null {
  const { companion, share } = who
  const ofShare = { ...mail, travelerId: share?.id ?? null }
  if (!companion) {
    const own = share && shareOwed(booking, share.id)
    const theirs = own ? partOf(own, asked) : asked
    const payAt = payForAddress(booking, own?.traveler.position ?? 'all')
    return writeToTraveler(booking, now, ofShare, (about) => {
      return words`
        ${letter(askedFor(theirs, payAt, now, chargedBy))}

        ${theirs.length > 0 && termsInShort(about)}
      `
    })
  }
  const mailId = writeToCompanion(booking, companion, now, ofShare, (theirs) =>
    letter(askedFor(partOf(theirs, asked), payAddress(companion), now, chargedBy)),
  )
  const theirs = shareOwed(booking, companion.id)
  const again = theirs ? partOf(theirs, asked) : []
  const wasDue = before.installments.filter(({ dueOn }) => isOverdue(dueOn, businessDay(now)))
  const isLate = again.some(({ number }) => wasDue.some((one) => one.number === number))
  if (!isLate) return mailId
  const name = nameInShare(companion)
  writeToTraveler(booking, now, { ...ofShare, once: `${mail.once}:lead` }, () => {
    return words`
      # ${name}’s payment did not come

      ${toLead(name)} It was already due. ${name} has an email with a link to pay it by card, or you can pay it yourself.

      ${rows(again.map((one) => [`${one.name}, ${dueWords(one, businessDay(now))}`, showCents(one.owedCents)]))}

      [Pay ${name}’s share](${payForAddress(booking, companion.position)})
    `
  })
  return mailId
}

/** Of what the booking asks for again, what one of the party does. */
const partOf = ({ installments }: ShareOwed, asked: Next[]): Next[] =>
  installments.filter(({ number, owedCents }) => owedCents > 0 && asked.some((one) => one.number === number))

/** What is asked for, until when, and the way to pay it; or that it is charged, and how to stop that. */
function askedFor(asked: Next[], payAt: string, now: Date, chargedBy: ChargedBy | null = null): Words {
  if (asked.length === 0) return words`Nothing is due for it now.`
  const today = businessDay(now)
  const sum = cents(asked.reduce((total, { owedCents }) => total + owedCents, 0))
  return words`
    ${!chargedBy && 'Please pay it by card instead:'}
    ${chargedBy && `You don’t need to do anything: as agreed, we’ll charge the ${cardInWords(chargedBy.consent)} for it when it is due.`}

    ${rows(asked.map((one) => [`${one.name}, ${dueWords(one, today)}`, showCents(one.owedCents)]))}

    ${chargedBy && (chargedBy.isAnnounced ? AT_MOST_THIS : 'We’ll email you before we charge it.')}

    ${chargedBy && words`Until that day you can [stop automatic payments or use another card](${chargedBy.stopAddress}). To pay now instead:`}

    [Pay ${showCents(sum)}](${payAt})

    -# Your bank may charge you a fee of its own.
  `
}

function toStaff(asked: Next[], chargedBy: ChargedBy | null, now: Date): string {
  if (asked.length === 0) return 'Nothing is asked for it.'
  const said = asked
    .map((one) => `${showCents(one.owedCents)}, ${dueWords(one, businessDay(now))}`)
    .join('; ')
  return chargedBy
    ? `The guest has a letter, and the ${cardInWords(chargedBy.consent)} is charged as agreed: ${said}.`
    : `The guest has a letter, and is asked for ${said}.`
}
