import { eq } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { cardInWords } from '#app/bookings/installments/autopay'
import { installmentName } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { writeToStaff } from '#app/bookings/traveler-letters.server'
import { words } from '#app/mail/letter'
import { type Once, occasionOf } from '#app/mail/outbox.server'
import { whyBankFailed } from '#app/money/books/bank-failures'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom, showDay, showMonth } from '#app/platform/days'
import { GUEST_METHODS, METHOD_NAMES } from '#app/platform/ledger-words'
import { type Cents, showCents } from '#app/platform/money'
import { capitalized } from '#app/platform/typed/fields'
import { departureOf } from '#app/tours/departures.server'
import { db } from '#db/connection.server'
import type { autopayCharges } from '#db/schema/autopay'
import { outbox } from '#db/schema/mail'
import type { autopayConsents } from '#db/schema/money'
import { holderOf, isSameMailbox, type Reader, writeToPayer, writeToPayers } from './autopay-mail.server'
import { nameInShare } from './share-mail.server'

type Consent = typeof autopayConsents.$inferSelect
type Charge = typeof autopayCharges.$inferSelect

/** How long after a charge that failed its installment counts as due again. */
export const DAYS_TO_PAY_BY_HAND = 7

/** 'Visa •••• 4242, expires April 2030'. */
const methodInWords = (consent: Consent): string =>
  `${cardInWords(consent)}${consent.expiresIn ? `, expires ${showMonth(consent.expiresIn)}` : ''}`

/** 'the first installment of the Lodges of the Coast', or that of one's share of it. */
function whatOf(booking: Booking, { number, forTravelerId }: Charge): string {
  const of = forTravelerId === null ? 'the' : 'your share of the'
  return `the ${nameOf(booking, { number })} of ${of} ${departureOf(booking).name}`
}

const nameOf = (booking: Booking, { number }: Pick<Charge, 'number'>): string =>
  installmentName(number, installmentsOf(booking.id)).toLowerCase()

type Announced = { charge: Charge; planned: Cents | null; isSecond: boolean; stopAddress: string }

/**
 * Announces a charge to the payer and the lead traveler, some days before and again on the day before.
 * `planned` is what was agreed for it, where that differs. Gives the number of the payer's mail.
 */
export function mailAnnouncement(
  booking: Booking,
  consent: Consent,
  { charge, planned, isSecond, stopAddress }: Announced,
  now: Date,
): number | null {
  const amount = showCents(charge.amountCents)
  const day = showDay(charge.chargeOn)
  const [name, method] = [METHOD_NAMES[consent.paysFrom], GUEST_METHODS[consent.paysFrom]]
  const when = daysFrom(businessDay(now), charge.chargeOn) === 1 ? `tomorrow, ${day}` : `on ${day}`
  const mail = announcementOf(charge, isSecond)
  const says = ({ payAt }: Reader) => words`
    # We’ll charge ${amount} ${when}: ${booking.reference}

    As agreed on ${showDay(businessDay(consent.agreedAt))}, we’ll charge your ${method} for
    ${whatOf(booking, charge)}. You don’t need to do anything.

    | Amount | ${amount} |
    | Day of the charge | ${day} |
    | ${name} | ${methodInWords(consent)} |

    ${planned !== null && planned !== charge.amountCents && `When you agreed, this installment was ${showCents(planned)}. Since then the price, or what is paid, has changed.`}

    ${AT_MOST_THIS}

    ${consent.paysFrom === 'bank-account' && 'Please have the money in the account on that day. It is on its way for some days then.'}

    Until that day you can [stop automatic payments or use another card](${stopAddress}).

    ${payAt && words`To pay now instead:\n\n[Pay ${amount}](${payAt})`}
  `
  writeToPayers(booking, consent, mail, says, now)
  return payersMail(consent, mail)
}

/** In each letter that announces a charge: it binds us. */
export const AT_MOST_THIS =
  'We never charge more than this amount. If part of it is paid before that day, we charge only the rest.'

/** As the outbox has it: with another day it is another letter. */
const announcementOf = ({ id, chargeOn }: Charge, isSecond: boolean) =>
  ({ kind: 'autopay-announced', once: `${id}:${chargeOn}:${isSecond ? 2 : 1}` }) as const

/** Which announcement of a charge, as it stands, a mail is; null where it is none of them. */
export function whichAnnouncement(
  charge: Charge,
  { occasion }: { occasion: string },
): 'first' | 'second' | null {
  if (occasion === occasionOf(announcementOf(charge, false))) return 'first'
  return occasion === occasionOf(announcementOf(charge, true)) ? 'second' : null
}

function payersMail({ payerEmail }: Consent, mail: Pick<Once, 'kind' | 'once'>): number | null {
  const written = db
    .select({ id: outbox.id, to: outbox.toAddress })
    .from(outbox)
    .where(eq(outbox.occasion, occasionOf(mail)))
    .all()
  return written.find(({ to }) => isSameMailbox(to, payerEmail))?.id ?? null
}

/**
 * Tells a payer who is not the traveler that their account did not pay, and whether it is charged again; the
 * traveler has a letter of their own.
 */
export function tellPayerOfFailure(
  booking: Booking,
  { consent, isOver }: { consent: Consent; isOver: boolean },
  payment: { id: string; amountCents: Cents; failure: string | null },
  now: Date,
): void {
  if (isSameMailbox(consent.payerEmail, holderOf(booking, consent).mailbox.address)) return
  const next = isOver
    ? 'We don’t charge it automatically anymore.'
    : 'If we charge it again, we’ll email you before.'
  const says = words`
    # Your bank payment did not go through: ${booking.reference}

    ${showCents(payment.amountCents)} was on its way from your bank for the ${departureOf(booking).name}, and did not
    reach us: ${whyBankFailed(payment.failure)}. ${next} You don’t need to do anything.

    -# Your bank may charge you a fee of its own.
  `
  writeToPayer(booking, consent, { kind: 'autopay-declined', once: payment.id }, says, now)
}

/** What comes of a declined charge. */
export type AfterDecline =
  | { next: 'again'; on: Day }
  | { next: 'other-card' | 'approve' | 'never' | 'revoked' }

type Declined = { charge: Charge; owedCents: Cents; after: AfterDecline; stopAddress: string }

/** Tells the traveler at once, with the link to pay; the payer, with that to their own page; and staff. */
export function mailDeclined(
  booking: Booking,
  consent: Consent,
  { charge, owedCents, after, stopAddress }: Declined,
  now: Date,
): void {
  const amount = showCents(owedCents)
  const once = `${charge.id}:${charge.tries + 1}`
  const payBy = showDay(addDays(businessDay(now), DAYS_TO_PAY_BY_HAND))
  const { isLead, traveler: holder } = holderOf(booking, consent)
  const says = ({ payAt, traveler }: Reader) => words`
    # We couldn’t charge your ${GUEST_METHODS[consent.paysFrom]}: ${booking.reference}

    Today we tried to charge ${amount} for ${whatOf(booking, charge)}, as
    agreed. ${whyDeclined(after, consent)} Nothing was charged.

    | Amount | ${amount} |
    | ${METHOD_NAMES[consent.paysFrom]} | ${methodInWords(consent)} |

    ${payAt && words`${whatNext(after, payBy)}\n\n[Pay ${amount}](${payAt})`}

    ${!payAt && words`${whatPayerDoes(after, payBy, traveler)}\n\n[See automatic payment](${stopAddress})`}
  `
  writeToPayers(booking, consent, { kind: 'autopay-declined', once }, says, now)
  writeToStaff(booking, now, {
    kind: 'staff-autopay-declined',
    once,
    subject: `Automatic payment of ${amount} declined`,
    says: forStaff(after),
    rows: [
      ['Installment', `${nameOf(booking, charge)}, due ${showDay(charge.dueOn)}`],
      ...(holder && !isLead ? [['Toward', `${nameInShare(holder)}’s share`] as [string, string]] : []),
      [METHOD_NAMES[consent.paysFrom], methodInWords(consent)],
    ],
  })
}

function whyDeclined(after: AfterDecline, { paysFrom }: Consent): string {
  const bank = paysFrom === 'card' ? 'The bank that issued it' : 'The bank'
  switch (after.next) {
    case 'approve':
      return `${bank} wants you to approve this payment yourself.`
    case 'other-card':
      return `${bank} says that the details we have are out of date.`
    case 'revoked':
      return `${bank} says that you no longer allow automatic payments.`
    default:
      return `${bank} declined it.`
  }
}

function whatNext(after: AfterDecline, payBy: string): string {
  switch (after.next) {
    case 'again':
      return `We’ll try again on ${showDay(after.on)}. To pay now, or by another card, use this link; then we won’t charge it again.`
    case 'other-card':
      return `Please pay with this link by ${payBy}. Or add your card again on your booking page within a week, and we’ll charge it then.`
    case 'revoked':
      return `Automatic payments have ended for this booking. Please pay with this link by ${payBy}.`
    default:
      return `We won’t try it again. Please pay with this link by ${payBy}.`
  }
}

/** The same to a payer, who has no link to the booking. */
function whatPayerDoes(after: AfterDecline, payBy: string, traveler: string): string {
  const byTraveler = capitalized(`${traveler} can also pay it, by ${payBy}, with the link in their email.`)
  switch (after.next) {
    case 'again':
      return `We’ll try again on ${showDay(after.on)}. Until then you can use another card, or stop automatic payments.`
    case 'other-card':
      return `Please add a card again with this link within a week, and we’ll charge it then. ${byTraveler}`
    case 'revoked':
      return `Automatic payments have ended for this booking. ${byTraveler}`
    default:
      return `We won’t try it again. ${byTraveler}`
  }
}

function forStaff(after: AfterDecline): string {
  switch (after.next) {
    case 'again':
      return `The traveler was told, and the site tries again on ${showDay(after.on)}.`
    case 'other-card':
      return 'The traveler was asked to pay by the link, or to add a card. It is not tried again with this one.'
    case 'revoked':
      return 'The bank says that the traveler withdrew the permission. Automatic payments have ended.'
    default:
      return 'The traveler was asked to pay by the link. It is not tried again.'
  }
}
