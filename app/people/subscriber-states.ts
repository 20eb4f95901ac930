import type { SUBSCRIBER_STATES } from '#db/schema'

/** Where a subscription stands (rules 5.5). */
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]

/** What staff read of it. */
export const SUBSCRIBER_WORDS: Record<SubscriberState, string> = {
  confirmed: 'Confirmed',
  waiting: 'Waiting for confirmation',
  left: 'Left',
}

/** How long a request waits for its confirmation, in days. */
export const REQUEST_KEPT_DAYS = 30
