/** What the webhook is subscribed to at Stripe (docs/running.md), and what each tells about. */
export const HEARD_EVENTS = {
  'payment_intent.processing': 'intent',
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'checkout.session.completed': 'session',
  'checkout.session.expired': 'session',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.closed': 'dispute',
} as const

type HeardEvent = keyof typeof HEARD_EVENTS

export const isHeardEvent = (type: string): type is HeardEvent => Object.hasOwn(HEARD_EVENTS, type)
