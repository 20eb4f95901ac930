import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { cardInWords } from '#app/bookings/installments/autopay'
import { dueTogether, dueWords } from '#app/bookings/installments/due'
import { installmentName } from '#app/bookings/installments/plan'
import { type PartyTraveler, partyOf, travelerAddress } from '#app/bookings/party.server'
import {
  aboutBooking,
  letterTo,
  NOT_EXPECTING,
  seeBooking,
  smallPrint,
  travelerMailbox,
} from '#app/bookings/traveler-letters.server'
import { rows, type Words, words } from '#app/mail/letter'
import { certainMailboxOf, type Mailbox, type Once, postToEach } from '#app/mail/outbox.server'
import { amountsOwed, nextInstallment } from '#app/money/books/amounts-owed.server'
import { type Owed, owedOf } from '#app/money/books/shares-owed.server'
import { businessDay, businessTime } from '#app/platform/clock.server'
import { type Day, showDay } from '#app/platform/days'
import { GUEST_METHODS } from '#app/platform/ledger-words'
import { type Cents, cents, showCents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import type { autopayConsents } from '#db/schema/money'
import type { AUTOPAY_ENDS, PaysFrom } from '#db/values'
import { companionMailbox, nameInShare } from './share-mail.server'

/** What was agreed, as letters say it, with the address of the page where it is stopped. */
type Agreement = {
  id: number
  forTravelerId: number | null
  paysFrom: PaysFrom
  payerEmail: string
  plan: { number: number; dueOn: Day; amountCents: Cents }[]
  words: string
  agreedAt: Date
  brand: string | null
  last4: string | null
  address: string
}

/** The copy of what was agreed, which the law asks for at once: to payer and traveler. */
export function mailAutopayBegun(booking: Booking, consent: Agreement, now: Date): void {
  const { plan, agreedAt, paysFrom } = consent
  const amounts = dueTogether(
    plan.map(({ number, ...charge }) => ({ ...charge, number, name: installmentName(number, plan) })),
  )
  const mail = { kind: 'autopay-begun', once: consent.id } as const
  const body = words`
    # Automatic payment for ${booking.reference}

    You agreed that we charge your ${cardInWords(consent)} for ${whatIsCharged(booking, consent)}.
    Please keep this email: it is your copy.

    ${rows(amounts.map(({ name, dueOn, amountCents }) => [`${name}, ${showDay(dueOn)}`, showCents(amountCents)]))}

    ## What this means

    - We email you before each charge, with its amount and its day.
    - We never charge more than that email says. If an amount changes, that email says so first.
    - ${IF_DECLINED[paysFrom]}

    ## How to stop

    You can stop at any time until a charge begins. Nothing else about the booking changes: you pay each installment
    yourself then. You can also call or write to us, or tell your bank.

    [See or stop automatic payment](${consent.address})

    -# What you agreed to on ${businessTime(agreedAt)}: “${consent.words}”
  `
  writeToPayers(booking, consent, mail, () => body, now)
}

const IF_DECLINED: Record<PaysFrom, string> = {
  card: 'If the card is declined, we email you, and you can pay another way.',
  'bank-account': 'If the money does not come, we email you, and you can pay another way.',
}

/** 'the installments of the Lodges of the Coast', or those of one's share of it. */
function whatIsCharged(booking: Booking, { forTravelerId }: Pick<Agreement, 'forTravelerId'>): string {
  const of = departureOf(booking).name
  return forTravelerId === null
    ? `the installments of the ${of}`
    : `the installments of your share of the ${of}`
}

/** In the letter to both. Those without one are told by the letter that came before. */
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
  'first-failed': 'The payment that came with your agreement did not reach us.',
  left: 'The traveler is no longer on this booking.',
  'who-pays': 'Who pays for this booking has changed.',
}

/** Tells payer and traveler that nothing is charged automatically anymore, and what is left to pay. */
export function mailAutopayEnded(
  booking: Booking,
  consent: typeof autopayConsents.$inferSelect,
  why: (typeof AUTOPAY_ENDS)[number],
  now: Date,
): void {
  const hasLeft = why === 'left'
  const owed = hasLeft ? null : owedAfter(booking, consent)
  const next = owed && nextInstallment(owed)
  const kind = why === 'stopped' || why === 'stopped-by-staff' ? 'autopay-stopped' : 'autopay-ended'
  const says = ({ payAt, traveler }: Reader) => words`
    # Automatic payments have ended: ${booking.reference}

    We no longer charge your ${cardInWords(consent)} for ${whatIsCharged(booking, consent)}.
    ${ENDED[why]}

    ${next && rows([['Still to pay', showCents(cents(owed.remainingCents))]])}

    ${next && `The next payment of ${showCents(next.owedCents)} is ${dueWords(next, businessDay(now))}. ${payAt ? 'We’ll email you a payment link, or you can pay now:' : `We’ll email ${traveler} a payment link.`}`}

    ${next && payAt && words`[Pay ${showCents(next.owedCents)}](${payAt})`}

    ${smallPrint(`Stripe, which kept the ${GUEST_METHODS[consent.paysFrom]} for us, deletes it.`)}
  `
  const mail = { kind, once: consent.id } as const
  // Someone else may travel in their place by now.
  if (hasLeft) writeToPayer(booking, consent, mail, says({ payAt: null, traveler: '' }), now)
  else writeToPayers(booking, consent, mail, says, now)
}

/** What its traveler has to pay by hand from now on: nothing once the lead traveler pays for everybody. */
function owedAfter(booking: Booking, { forTravelerId }: ChargedFor): Owed | null {
  if (booking.eachPays || forTravelerId === null) return owedOf(booking, forTravelerId)
  return holderOf(booking, { forTravelerId }).isLead ? amountsOwed(booking) : null
}

type ChargedFor = Pick<Agreement, 'forTravelerId'>

/** Who reads a letter: whose installments they are, or a payer who has no link to the booking. */
export type Reader = {
  /** Where they are paid by hand; a link to pay is one to the booking, too. */
  payAt: string | null
  /** Whose installments they are, as a payer reads it: 'the lead traveler' or 'Achieng'. */
  traveler: string
}

type Holder = { mailbox: Mailbox; isLead: boolean; traveler: PartyTraveler | null }

/** Whose installments are charged: the lead traveler's, for all, or those of one of the party. */
export function holderOf(booking: Booking, { forTravelerId }: ChargedFor): Holder {
  const own = partyOf(booking.id).find(({ id }) => id === forTravelerId) ?? null
  const isLead = forTravelerId === null || own?.position === 1
  const mailbox = own && !isLead ? companionMailbox(own) : travelerMailbox(booking)
  return { mailbox, isLead, traveler: own }
}

/** To whose installments they are, with the way to their own page, and to the payer where that is another. */
export function writeToPayers(
  booking: Booking,
  consent: Pick<Agreement, 'forTravelerId' | 'payerEmail'>,
  mail: Pick<Once, 'kind' | 'once'>,
  says: (reader: Reader) => Words,
  now: Date,
): void {
  const about = aboutBooking(booking, now)
  const { mailbox, isLead, traveler } = holderOf(booking, consent)
  const ofBooking = { ...mail, bookingId: booking.id }
  const name = traveler && !isLead ? nameInShare(traveler) : 'the lead traveler'
  const isReached = isLead || (traveler !== null && mailbox.address !== '')
  if (isReached) {
    const payAt = payAddress(traveler && !isLead ? traveler : booking)
    const page =
      traveler && !isLead
        ? words`[See your page](${travelerAddress(traveler)})\n\n${smallPrint(NOT_EXPECTING)}`
        : seeBooking(about)
    const letter = letterTo({
      ...about,
      travelerName: mailbox.name,
    })`${says({ payAt, traveler: name })}\n\n${page}`
    postToEach([mailbox], { ...ofBooking, letter }, now)
    if (isSameMailbox(consent.payerEmail, mailbox.address)) return
  }
  writeToPayer(booking, consent, ofBooking, says({ payAt: null, traveler: name }), now)
}

/** To the payer alone: their letters open nothing of the booking. */
export function writeToPayer(
  booking: Booking,
  { payerEmail }: Pick<Agreement, 'payerEmail'>,
  mail: Pick<Once, 'kind' | 'once'>,
  says: Words,
  now: Date,
): void {
  const letter = letterTo({ ...aboutBooking(booking, now), travelerName: '' })`${says}`
  postToEach([{ name: '', address: payerEmail }], { ...mail, bookingId: booking.id, letter }, now)
}

export const isSameMailbox = (one: string, other: string): boolean =>
  certainMailboxOf(one) === certainMailboxOf(other)
