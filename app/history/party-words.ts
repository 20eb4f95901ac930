import type { Acts } from '#app/audit/acts'
import { showCents } from '#app/money'
import { travelersInWords } from '#app/tour/party'
import { money, noted, type Piece, QUOTE_REASONS, spoken, whenAsked } from './said-of-acts'

/** The words of what changes the party of a paid booking. */
export const PARTY_WORDS = {
  'traveler-joined': {
    did: 'added a traveler to',
    detail: ({ travelers, amountCents }: Partial<Acts['traveler-joined']>): Piece[] => [
      travelers && travelersInWords(travelers),
      money(amountCents),
    ],
  },
  'traveler-left': {
    did: 'took a traveler off',
    detail: ({
      travelers,
      refundCents,
      byHandCents,
      why,
      askedOn,
      note,
    }: Partial<Acts['traveler-left']>): Piece[] => [
      travelers && travelersInWords(travelers),
      refundCents ? `${showCents(refundCents)} goes back` : 'nothing goes back',
      byHandCents !== undefined && byHandCents > 0 && `${showCents(byHandCents)} of it by hand`,
      why && (QUOTE_REASONS[why] ?? spoken(why)),
      whenAsked(askedOn),
      noted(note),
    ],
  },
  'share-came-back': {
    did: 'counted money of a traveler who left as paid again for',
    detail: ({ amountCents }: Partial<Acts['share-came-back']>): Piece[] => [money(amountCents)],
  },
}
