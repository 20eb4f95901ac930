type Reason = {
  /** What is said of the order in the history, and on the booking's page. */
  inHistory: string
  onPage: string
  /** The booking costs so much less from then on. */
  lowersPrice?: true
  /** The booking goes on, and each who is aboard has a part in it. */
  takesOfAll?: true
  /** It gives back all that is left: what somebody gives back in the dashboard meanwhile is a part of it. */
  givesAllBack?: true
}

/**
 * Why money goes back to a card (rules 4.5). Safe in the browser, and without imports: the database's schema reads it.
 * Whole: all that was paid, which ends the booking and leaves its price. Left-party: the share of one who travels no more.
 */
const REASONS = {
  goodwill: {
    inHistory: 'the price is lowered by it',
    onPage: 'and the price was lowered by it',
    lowersPrice: true,
    takesOfAll: true,
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
  whole: { inHistory: 'all that was paid', onPage: 'of all that was paid', givesAllBack: true },
  'left-party': {
    inHistory: 'for one who travels no more',
    onPage: 'for one who travels no more',
    lowersPrice: true,
  },
  'no-place': { inHistory: 'it found no place', onPage: 'because it found no place', givesAllBack: true },
} satisfies Record<string, Reason>

export type RefundReason = keyof typeof REASONS

export const REFUND_REASONS: Record<RefundReason, Reason> = REASONS

export const REFUND_REASON_KEYS = Object.keys(REASONS) as [RefundReason, ...RefundReason[]]
