import {
  type AmountOrPercent,
  type Cents,
  cents,
  partOf,
  showAmountOrPercent,
  showCents,
} from '#app/platform/money'
import type { Departure } from './departures.server'

type Fee = Pick<Departure, 'resaleFeeCents' | 'resaleFeePercent'>

/**
 * What staff keep of a place that the waitlist takes; null where travelers cannot offer theirs (rules 1.28).
 */
export function resaleFee({ resaleFeeCents, resaleFeePercent }: Fee): AmountOrPercent | null {
  if (resaleFeePercent > 0) return { percent: resaleFeePercent }
  return resaleFeeCents > 0 ? { cents: resaleFeeCents } : null
}

/** What guests read of it beside the refund terms; null where staff have set no fee. */
export function resaleNote(departure: Fee): string | null {
  const fee = resaleFee(departure)
  if (!fee) return null
  const words = `${showAmountOrPercent(fee)}${'percent' in fee ? ' of its price' : ''}`
  return `Can’t come after the days of full refund? You can offer your place to the waitlist: once someone has paid for it, you get back what you paid, less a fee of ${words}.`
}

/** Of one place, in cents; never more than its price. */
export const feeOf = (fee: AmountOrPercent, priceCents: Cents): Cents =>
  cents(Math.min(priceCents, partOf(priceCents, fee)))

/** What somebody agrees to who offers a place: shown whole, stored word for word, enforced as stored. */
export const resaleTerms = (feeCents: Cents): string =>
  `If someone on the waitlist pays for this place, we refund everything paid for it by then, less a fee of ${showCents(feeCents)}, and nothing more is due for it. You never get back less than if you canceled that day. Until then nothing changes: the seat is yours, and payments stay due. You can take it back at any time before someone begins to pay for it.`
