import type { CancelQuote } from '#app/money/refunds/cancellation.server'
import { showLongDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { NO_REFUND_DAYS } from '#app/tours/refund-policy'

/** What the policy gives back if the booking is canceled today (rules 4.2). */
export function refundWords(quote: CancelQuote): string {
  if (quote.why === 'nothing-paid') return 'Nothing is paid at the moment, so nothing would come back.'
  if (quote.why === 'has-begun') {
    return `The journey has begun: by the terms, the ${showCents(quote.keptCents)} that you paid is no longer refundable.`
  }
  if (quote.refundCents === 0) {
    return quote.why === 'too-late'
      ? `The departure is ${NO_REFUND_DAYS} days or fewer away: if you cancel today, the ${showCents(quote.keptCents)} that you paid is not refundable.`
      : `If you cancel today, nothing comes back: the ${showCents(quote.keptCents)} that you paid is the deposit, which is no longer refundable.`
  }
  const day = quote.askedOn
    ? `As of ${showLongDay(quote.askedOn)}, when you asked to cancel`
    : 'If you cancel today'
  const back = `${day}, you get ${showCents(quote.refundCents)} back${whereTo(quote)}`
  return quote.keptCents > 0
    ? `${back}. ${showCents(quote.keptCents)} is no longer refundable.`
    : `${back}: all that you paid.`
}

function whereTo({ toCardsCents, byHandCents }: CancelQuote): string {
  if (byHandCents === 0) return ' to your card'
  if (toCardsCents === 0) return ', the same way you paid it'
  return ` (${showCents(toCardsCents)} to your card, ${showCents(byHandCents)} the same way you paid it)`
}
