import { inWords, nthInWords } from '#app/platform/words'
import type { REFUND_REASON_KEYS } from '#db/values'

type Reason = {
  /** What is said of the order in the history, and on the booking's page. */
  inHistory: string
  onPage: string
  /** The booking costs that much less from then on. */
  lowersPrice?: true
  /** The booking goes on, and every traveler has a part in it. */
  takesOfAll?: true
  /**
   * It gives back all that is left: what someone gives back in the dashboard in the meantime is a part of
   * it.
   */
  givesAllBack?: true
  /** Which promises to former travelers it keeps: that of the one taken off with it, or the oldest. */
  keepsPromises?: 'of-leaver' | 'oldest'
}

export type RefundReason = (typeof REFUND_REASON_KEYS)[number]

/** What each reason does, and how it reads (rules 4.5). Safe in the browser. */
export const REFUND_REASONS: Record<RefundReason, Reason> = {
  goodwill: {
    inHistory: 'the price is lowered by it',
    onPage: 'and the price was lowered by it',
    lowersPrice: true,
    takesOfAll: true,
    keepsPromises: 'oldest',
  },
  'owed-again': {
    inHistory: 'the traveler owes it again',
    onPage: 'and the traveler owes it again',
    takesOfAll: true,
  },
  cancellation: {
    inHistory: 'for the cancellation',
    onPage: 'for the cancellation',
    givesAllBack: true,
  },
  whole: {
    inHistory: 'all that was paid',
    onPage: 'of all that was paid',
    givesAllBack: true,
    keepsPromises: 'oldest',
  },
  'left-party': {
    inHistory: 'for a canceled traveler',
    onPage: 'for a canceled traveler',
    lowersPrice: true,
    keepsPromises: 'of-leaver',
  },
  'no-place': {
    inHistory: 'it could not be used',
    onPage: 'because it could not be used',
    givesAllBack: true,
  },
}

/** How often a refund is tried at Stripe before it waits for staff. */
export const REFUND_TRIES = 10

/** How many hours after this try, of which the first is 1, the next one follows. */
export const hoursAfterTry = (attempt: number): number => attempt

const HOURS_OF_TRIES = Array.from({ length: REFUND_TRIES - 1 }, (_, index) =>
  hoursAfterTry(index + 1),
).reduce((sum, hours) => sum + hours, 0)

/**
 * What the letter to staff about an order in trouble is told once for: its first refusal, and that it was
 * given up.
 */
export const orderTrouble = (orderId: number, isGivenUp: boolean): string =>
  `order-${orderId}${isGivenUp ? '-given-up' : ''}`

/** What becomes of a refund that did not go through. */
export type RefundNext = 'tried-again' | 'waits-for-staff' | 'over'

export const NEXT_WORDS: Record<RefundNext, string> = {
  'tried-again': `We will keep trying for ${inWords(Math.round(HOURS_OF_TRIES / 24))} days.`,
  'waits-for-staff': `That was the ${nthInWords(REFUND_TRIES)} attempt, and it will not be retried automatically.`,
  over: 'It will not be retried automatically.',
}

/** Said of a refund that waits for staff. */
export const REFUSED_EACH_TIME = `Stripe refused it ${inWords(REFUND_TRIES)} times`

/** This many hours after it was ordered, a refund that has not been made is shown to staff. */
export const WAITS_LONG_HOURS = 24

/** Why a refund waits: for the answer of staff, for what they decide, or for Stripe. */
export type RefundWaits = 'for-answer' | 'refused' | 'late'

export const WAITS_WORDS: Record<RefundWaits, string> = {
  'for-answer': 'Was it the one made in Stripe’s dashboard? Nothing is sent until you answer',
  refused: `${REFUSED_EACH_TIME}: try again, or drop it`,
  late: `Not made within ${inWords(WAITS_LONG_HOURS)} hours: will be retried automatically`,
}
