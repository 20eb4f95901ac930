import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { cardInWords } from '#app/bookings/installments/autopay'
import { dueTogether, dueWords } from '#app/bookings/installments/due'
import { installmentName } from '#app/bookings/installments/plan'
import {
  aboutBooking,
  letterTo,
  seeBooking,
  smallPrint,
  travelerMailbox,
} from '#app/bookings/traveler-letters.server'
import { rows, type Words, words } from '#app/mail/letter'
import { certainMailboxOf, type Once, postToEach } from '#app/mail/outbox.server'
import { amountsOwed, nextInstallment } from '#app/money/books/amounts-owed.server'
import { businessDay, businessTime } from '#app/platform/clock.server'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import type { autopayConsents } from '#db/schema/money'
import type { AUTOPAY_ENDS } from '#db/values'

/** What was agreed, as letters say it, with the address of the page where it is stopped. */
type Agreement = {
  id: number
  payerEmail: string
  plan: { number: number; dueOn: Day; amountCents: Cents }[]
  words: string
  agreedAt: Date
  brand: string | null
  last4: string | null
  address: string
}

/** The copy of what was agreed, which the law asks for at once: to payer and lead traveler. */
export function mailAutopayBegun(booking: Booking, consent: Agreement, now: Date): void {
  const { plan, agreedAt } = consent
  const amounts = dueTogether(
    plan.map(({ number, ...charge }) => ({ ...charge, number, name: installmentName(number, plan) })),
  )
  const mail = { kind: 'autopay-begun', once: consent.id } as const
  const body = words`
    # Automatic payment for ${booking.reference}

    You agreed that we charge your ${cardInWords(consent)} for the installments of the ${departureOf(booking).name}.
    Please keep this email: it is your copy.

    ${rows(amounts.map(({ name, dueOn, amountCents }) => [`${name}, ${showDay(dueOn)}`, showCents(amountCents)]))}

    ## What this means

    - We email you before each charge, with its amount and its day.
    - We never charge more than that email says. If an amount changes, that email says so first.
    - If the card is declined, we email you, and you can pay another way.

    ## How to stop

    You can stop at any time until a charge begins. Nothing else about the booking changes: you pay each installment
    yourself then. You can also call or write to us, or tell your bank.

    [See or stop automatic payment](${consent.address})

    -# What you agreed to on ${businessTime(agreedAt)}: “${consent.words}”
  `
  writeToPayers(booking, consent.payerEmail, mail, () => body, now)
}

/** In the letter to both. */
const ENDED: Record<(typeof AUTOPAY_ENDS)[number], string> = {
  'not-begun': 'They never began.',
  stopped: 'They were stopped, as we were asked.',
  'stopped-by-staff': 'We stopped them for you.',
  'booking-ended': 'Your booking is no longer active.',
  paid: 'Everything is paid: thank you.',
  disputed: 'A payment for this booking is disputed with the bank.',
  moved: 'Your booking is now on another departure. If you like, agree again on your payment page.',
  declined: 'Several installments could not be charged.',
  revoked: 'Your bank says that you no longer allow them.',
  'other-method': 'The card that you agreed to was replaced by another kind of card.',
}

/** Tells payer and lead that nothing is charged automatically anymore, and what is left to pay. */
export function mailAutopayEnded(
  booking: Booking,
  consent: typeof autopayConsents.$inferSelect,
  why: (typeof AUTOPAY_ENDS)[number],
  now: Date,
): void {
  const owed = amountsOwed(booking)
  const next = nextInstallment(owed)
  const kind = why === 'stopped' || why === 'stopped-by-staff' ? 'autopay-stopped' : 'autopay-ended'
  const says = (reader: Reader) => words`
    # Automatic payments have ended: ${booking.reference}

    We no longer charge your ${cardInWords(consent)} for the installments of the ${departureOf(booking).name}.
    ${ENDED[why]}

    ${next && rows([['Still to pay', showCents(cents(owed.remainingCents))]])}

    ${next && `The next payment of ${showCents(next.owedCents)} is ${dueWords(next, businessDay(now))}. ${WHO_PAYS[reader]}`}

    ${next && reader === 'lead' && words`[Pay ${showCents(next.owedCents)}](${payAddress(booking)})`}

    ${smallPrint('Stripe, which kept the card for us, deletes it.')}
  `
  writeToPayers(booking, consent.payerEmail, { kind, once: consent.id }, says, now)
}

const WHO_PAYS: Record<Reader, string> = {
  lead: 'We’ll email you a payment link, or you can pay now:',
  payer: 'We’ll email the lead traveler a payment link.',
}

/** A payer who is not the lead traveler has no link to the booking: that to pay is one, too. */
export type Reader = 'lead' | 'payer'

/** To the lead traveler, with the way to their booking, and to the payer where that is another. */
export function writeToPayers(
  booking: Booking,
  payerEmail: string,
  mail: Pick<Once, 'kind' | 'once'>,
  says: (reader: Reader) => Words,
  now: Date,
): void {
  const about = aboutBooking(booking, now)
  const lead = travelerMailbox(booking)
  const ofBooking = { ...mail, bookingId: booking.id }
  const toLead = letterTo(about)`${says('lead')}\n\n${seeBooking(about)}`
  postToEach([lead], { ...ofBooking, letter: toLead }, now)
  if (isSameMailbox(payerEmail, lead.address)) return
  const toPayer = letterTo({ ...about, travelerName: '' })`${says('payer')}`
  postToEach([{ name: '', address: payerEmail }], { ...ofBooking, letter: toPayer }, now)
}

export const isSameMailbox = (one: string, other: string): boolean =>
  certainMailboxOf(one) === certainMailboxOf(other)
