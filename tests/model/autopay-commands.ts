import { eq } from 'drizzle-orm'
import { findBooking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { owedOf } from '#app/money/books/shares-owed.server'
import {
  agreeTo,
  chargedFor,
  endConsent,
  liveConsentsOf,
  startConsent,
} from '#app/money/payments/autopay-consents.server'
import { ask } from '#app/money/stripe/client.server'
import { retrieveSavedMethod } from '#app/money/stripe/saved-methods.server'
import { now } from '#app/platform/clock.server'
import { db, immediately } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { siteSettings } from '#db/schema/site'
import type { Commands } from './commands'

/** Staff offer it, and someone who pays their own can be written to: else no one could agree. */
export function letAgree(travelerId: number): void {
  db.update(siteSettings).set({ offersAutopay: true }).run()
  const email = `companion${travelerId}@example.com`
  db.update(travelers).set({ email }).where(eq(travelers.id, travelerId)).run()
}

/** Installments, or where each pays their own the share of one of them, are charged by themselves. */
export const AUTOPAY_COMMANDS = {
  async agreeToAutopay({ reference, position, card }: Commands['agreeToAutopay']): Promise<string> {
    const booking = findBooking(reference)
    const traveler = booking && partyOf(booking.id).find((one) => one.position === position)
    if (!booking || !traveler) return 'nobody-there'
    const { customerEmail: payerEmail } = booking
    const { id: stripeCustomerId } = await ask((sdk) => sdk.customers.create({ email: payerEmail }))
    const { id } = await ask((sdk) => sdk.paymentMethods.attach(card, { customer: stripeCustomerId }))
    const method = await retrieveSavedMethod(id)
    const current = findBooking(reference) ?? booking
    const of = chargedFor(current, traveler.id)
    const plan = (owedOf(current, of.forTravelerId)?.installments ?? [])
      .filter(({ owedCents }) => owedCents > 0)
      .map(({ number, dueOn, owedCents }) => ({ number, dueOn, amountCents: owedCents }))
    if (!method || plan.length === 0) return 'nothing-open'
    const said = { payerEmail, words: 'Charge it.', paysFrom: 'card' as const, stripeCustomerId }
    const begun = immediately((tx) =>
      startConsent(agreeTo({ ...of, ...said, plan }, now()), method, now(), tx),
    )
    return begun ? 'done' : 'not-begun'
  },

  stopAutopay({ reference }: Commands['stopAutopay']): string {
    const booking = findBooking(reference)
    const [consent] = booking ? liveConsentsOf(booking.id) : []
    if (!consent) return 'not-agreed'
    immediately((tx) => endConsent(consent, 'stopped', { actor: 'traveler' }, now(), tx))
    return 'done'
  },
}
