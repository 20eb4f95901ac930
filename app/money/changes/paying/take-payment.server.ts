import { sellPlaces } from '#app/money/changes/party/resold-places.server'
import { applyPostponement } from '#app/money/changes/schedule/notify-guests.server'
import { type FollowFirst, type Recorded, recordPayment } from '#app/money/payments/record-payment.server'
import type { Intent } from '#app/money/stripe/intents.server'

/**
 * With a first payment the travelers whose places it bought leave, and a guest who paid by the old dates of a
 * departure is told of the new ones.
 */
export const followFirst: FollowFirst = (paid, now, tx) => {
  sellPlaces(paid, now, tx)
  applyPostponement(paid, now, tx)
}

/** Records card money of which Stripe says that it has come, with all that follows from it. */
export const takePayment = (intent: Intent, now: Date): Recorded => recordPayment(intent, followFirst, now)
