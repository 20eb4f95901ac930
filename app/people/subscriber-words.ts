import type { SUBSCRIBER_STATES } from '#db/values'

/** Where a subscription stands (rules 5.5). */
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]

/** What staff read of it. */
export const SUBSCRIBER_WORDS: Record<SubscriberState, string> = {
  confirmed: 'Confirmed',
  waiting: 'Waiting for confirmation',
  left: 'Left',
}

/** The column of our own file that says so. */
export const STATE_COLUMN = 'State'

/** Why no one is added of whom such a file says that they are not on the list. */
export const NOT_ON_THE_LIST: ReadonlyMap<string, string> = new Map([
  [SUBSCRIBER_WORDS.waiting, 'has not confirmed'],
  [SUBSCRIBER_WORDS.left, 'has unsubscribed'],
])

/** How long a request waits for its confirmation, in days. */
export const REQUEST_RETAINED_DAYS = 30

/** Of whom a number of subscribers consists: '116 confirmed, 4 waiting'. */
export const subscribersInWords = ({ confirmed, waiting }: { confirmed: number; waiting: number }): string =>
  `${confirmed.toLocaleString('en-US')} confirmed, ${waiting.toLocaleString('en-US')} waiting`

/** wanjiru@example.com is shown as w•••@example.com: links are forwarded, and land in histories. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')

const MEGABYTES = 12

/** How large a list of subscribers may be that is sent with its form; in words, and in bytes. */
export const LIST_AT_MOST = `${MEGABYTES} MB`
export const LIST_BYTES_AT_MOST = MEGABYTES * 1_000_000
export const LIST_TOO_LARGE = `This list is larger than ${LIST_AT_MOST}, so nothing was read. Please split it into smaller files and add them one by one.`

/** Where a list is sent to: only this address takes a body of that size. */
export const LIST_PATH = '/admin/subscribers/add'
/** The same page, which says by this parameter that the list was too large. */
export const LIST_TOO_LARGE_PARAMETER = 'too-large'
