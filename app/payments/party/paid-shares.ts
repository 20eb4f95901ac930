import type { PartyTraveler } from '#app/bookings/party.server'
import { type Cents, cents } from '#app/money'

type Paying = Pick<PartyTraveler, 'id' | 'priceCents' | 'keptBeforeCents' | 'openBeforeCents'>

const hasJoined = ({ keptBeforeCents }: Paying): boolean => keptBeforeCents > 0

const priceOf = (party: Paying[]): number => party.reduce((sum, { priceCents }) => sum + priceCents, 0)

/**
 * What one of a party has paid of what the booking keeps (`keptCents`, without what stays of those who left). One who
 * joined later: their part of what came since, by their price beside what the others had still to pay then. The others
 * share the rest by their prices. Never more than the price.
 */
export function paidShareOf(one: Paying, party: Paying[], keptCents: Cents): Cents {
  if (hasJoined(one)) return ofJoiner(one, keptCents)
  const joined = party.filter(hasJoined).reduce((sum, joiner) => sum + ofJoiner(joiner, keptCents), 0)
  const first = priceOf(party.filter((traveler) => !hasJoined(traveler)))
  return atMostPrice(one, (Math.max(0, keptCents - joined) * one.priceCents) / first)
}

const ofJoiner = (joiner: Paying, keptCents: Cents): Cents => {
  const since = Math.max(0, keptCents - joiner.keptBeforeCents)
  return atMostPrice(
    joiner,
    (since * joiner.priceCents) / Math.max(1, joiner.priceCents + joiner.openBeforeCents),
  )
}

const atMostPrice = ({ priceCents }: Paying, amount: number): Cents =>
  cents(Math.min(priceCents, Math.floor(amount)))

/** What those who joined have on file once `leaver` is gone: the leaver's part of it goes along. `stay` is the party without. */
export function joinersAfter(leaver: Paying, stay: Paying[]) {
  return stay
    .filter((joiner) => hasJoined(joiner) && joiner.id > leaver.id)
    .map((joiner) => {
      const before = priceOf([...stay.filter(({ id }) => id < joiner.id), leaver])
      const without = (amount: Cents) => cents(Math.floor(amount - (amount * leaver.priceCents) / before))
      return {
        id: joiner.id,
        keptBeforeCents: cents(Math.max(1, without(joiner.keptBeforeCents))),
        openBeforeCents: without(joiner.openBeforeCents),
      }
    })
}
