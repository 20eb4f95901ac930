import type { Booking } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { travelerWords } from '#app/travelers/detail-fields'
import { hasOwnAddress } from '#app/travelers/details-due.server'
import { rowBy } from '#db/prepared.server'
import { payerLinks, paymentIntents } from '#db/schema/money'
import type { LedgerEntry } from './ledger.server'

/** Whose share a payment was for, and who paid it (rules 2.26, 2.27). */
export type WhoPaid = {
  /** Null where it counts for all, or for one who travels no more. */
  share: PartyTraveler | null
  /** The name of who paid, where it was not the lead traveler. */
  paidBy: string | null
  /** Whether they paid by a link that was made for them. */
  isSomebody: boolean
  /** The companion whose payment it is, and who has letters about it. Null: the lead traveler. */
  companion: PartyTraveler | null
  /** It was for, or from, someone who travels no more. */
  isFormers: boolean
  /** Whether they paid by their own link, and have left since: `paidBy` is no name then. */
  hasLeft: boolean
}

/** In the place of the name of someone who has left. */
export const FORMER_TRAVELER = 'A former traveler'

/** Who paid, in the middle of a sentence; null where it was the lead traveler. */
export const payerInSentence = ({ paidBy, hasLeft }: Pick<WhoPaid, 'paidBy' | 'hasLeft'>): string | null =>
  hasLeft ? FORMER_TRAVELER.toLowerCase() : paidBy

/** Of the whole booking, by the lead traveler. */
const BY_LEAD: WhoPaid = {
  ...{ share: null, paidBy: null, isSomebody: false },
  ...{ companion: null, isFormers: false, hasLeft: false },
}

type Paying = Pick<typeof paymentIntents.$inferSelect, 'forTravelerId' | 'payerTravelerId' | 'payerLinkId'>

/**
 * Whether an intent is for, or was begun by, a traveler who is on the booking no more, or by a link that was
 * withdrawn with them.
 */
export function isOfFormer({ id }: Pick<Booking, 'id'>, intent: Paying): boolean {
  const { forTravelerId, payerTravelerId, payerLinkId } = intent
  if (payerLinkId !== null && linkWith(payerLinkId)?.withdrawnAt) return true
  if (forTravelerId === null && payerTravelerId === null) return false
  const aboard = new Set<number | null>(partyOf(id).map((traveler) => traveler.id)).add(null)
  return !aboard.has(forTravelerId) || !aboard.has(payerTravelerId)
}

/** The payer of an intent, as our record of it says. */
export const whoPays = (booking: Booking, intent: Paying): WhoPaid => ({
  ...payerOf(booking, intent),
  isFormers: isOfFormer(booking, intent),
})

function payerOf(booking: Booking, intent: Paying): WhoPaid {
  const party = partyOf(booking.id)
  const share = party.find(({ id }) => id === intent.forTravelerId) ?? null
  if (intent.payerLinkId !== null) {
    return {
      ...somebody(intent.payerLinkId),
      ...{ share, isFormers: false, hasLeft: false },
      companion: share && companionWithAddress(share, booking),
    }
  }
  const payer = party.find(({ id }) => id === intent.payerTravelerId)
  if (!payer && intent.payerTravelerId !== null) {
    return { ...BY_LEAD, share, paidBy: FORMER_TRAVELER, hasLeft: true }
  }
  if (!payer || payer.position === 1) return { ...BY_LEAD, share }
  return { ...byCompanion(payer, booking), share }
}

const intentWith = rowBy(paymentIntents, paymentIntents.stripeIntentId)

/** The same by Stripe's id; of money on none of our intents, the lead traveler. */
export function payerOfIntent(booking: Booking, stripeIntentId: string): WhoPaid {
  const intent = intentWith(stripeIntentId)
  return intent ? whoPays(booking, intent) : BY_LEAD
}

/**
 * The same of a movement of the ledger. What staff entered for a companion's share is theirs: each pays their
 * own.
 */
export function whoPaid(booking: Booking, { stripeIntentId, forTravelerId }: LedgerEntry): WhoPaid {
  if (stripeIntentId !== null) return payerOfIntent(booking, stripeIntentId)
  const share = forTravelerId === null ? null : partyOf(booking.id).find(({ id }) => id === forTravelerId)
  if (!share) return BY_LEAD
  return share.position === 1 ? { ...BY_LEAD, share } : { ...byCompanion(share, booking), share }
}

const byCompanion = (payer: PartyTraveler, booking: Booking) => ({
  paidBy: travelerWords(payer),
  isSomebody: false,
  companion: companionWithAddress(payer, booking),
  ...{ isFormers: false, hasLeft: false },
})

/** Who has none of their own is written to by the lead traveler's. */
const companionWithAddress = (traveler: PartyTraveler, booking: Booking): PartyTraveler | null =>
  hasOwnAddress(traveler, booking) ? traveler : null

const linkWith = rowBy(payerLinks, payerLinks.id)

const somebody = (linkId: number) => ({ paidBy: linkWith(linkId)?.payerName ?? null, isSomebody: true })
