import type { Booking } from '#app/bookings/find-booking.server'
import { cardInWords } from '#app/bookings/installments/autopay'
import { dueTogether } from '#app/bookings/installments/due'
import { installmentName } from '#app/bookings/installments/plan'
import { aboutBooking, letterTo, seeBooking, travelerMailbox } from '#app/bookings/traveler-letters.server'
import { rows, type Words, words } from '#app/mail/letter'
import { certainMailboxOf, type Once, postToEach } from '#app/mail/outbox.server'
import { businessTime } from '#app/platform/clock.server'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'

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
  writeToPayers(booking, consent.payerEmail, mail, body, now)
}

/** It was stopped, by whoever asked: nothing more is charged by itself. */
export function mailAutopayStopped(booking: Booking, consent: Agreement, now: Date): void {
  const mail = { kind: 'autopay-stopped', once: consent.id } as const
  const body = words`
    # Automatic payment stopped for ${booking.reference}

    We won’t charge your ${cardInWords(consent)} for the installments of the ${departureOf(booking).name} anymore, and
    our payment provider removes it.

    The booking stands as it is. Each installment is paid by hand from now on: we email a payment link before it is due.
  `
  writeToPayers(booking, consent.payerEmail, mail, body, now)
}

/** To the lead traveler, with the way to their booking, and to the payer, who may have no link to that. */
export function writeToPayers(
  booking: Booking,
  payerEmail: string,
  mail: Pick<Once, 'kind' | 'once'>,
  body: Words,
  now: Date,
): void {
  const about = aboutBooking(booking, now)
  const lead = travelerMailbox(booking)
  const ofBooking = { ...mail, bookingId: booking.id }
  const toLead = letterTo(about)`${body}\n\n${seeBooking(about)}`
  postToEach([lead], { ...ofBooking, letter: toLead }, now)
  if (isSameMailbox(payerEmail, lead.address)) return
  const toPayer = letterTo({ ...about, travelerName: '' })`${body}`
  postToEach([{ name: '', address: payerEmail }], { ...ofBooking, letter: toPayer }, now)
}

export const isSameMailbox = (one: string, other: string): boolean =>
  certainMailboxOf(one) === certainMailboxOf(other)
