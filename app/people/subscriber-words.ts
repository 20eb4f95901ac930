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

/** Of whom a number of subscribers consists: '116 confirmed, 4 waiting'. */
export const subscribersInWords = ({ confirmed, waiting }: { confirmed: number; waiting: number }): string =>
  `${confirmed.toLocaleString('en-US')} confirmed, ${waiting.toLocaleString('en-US')} waiting`

/** wanjiru@example.com is shown as w•••@example.com: links are forwarded, and land in histories. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')
