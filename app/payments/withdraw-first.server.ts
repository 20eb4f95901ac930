import { setTimeout as pause } from 'node:timers/promises'
import { findBooking } from '#app/bookings/find-booking.server'
import { unsettledIntentOf } from './intent-records.server'
import { withdraw } from './settle.server'

const ROUNDS = 5
const BUSY_MS = 300

/** Something may still be paid on the booking's intent: it is withdrawn, then the deed is asked again. */
export type InTheWay = 'intent-in-the-way'

/**
 * Does what must not happen while a booking's payment page is open: `deed` says so, looking in its own transaction, and
 * what could still be paid is withdrawn at Stripe before it is asked again. Money that came first counts by then;
 * money on its way refuses the deed. Throws StripeUnavailable where nothing can be withdrawn; then nothing has changed.
 */
export async function withdrawFirst<Done>(
  reference: string,
  deed: () => Done | InTheWay,
  now: () => Date,
): Promise<Done | { refused: 'being-paid' }> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const done = deed()
    if (done !== 'intent-in-the-way') return done
    const booking = findBooking(reference)
    const open = booking && unsettledIntentOf(booking.id)
    if (open && (await withdraw(open, now)) === 'processing') return { refused: 'being-paid' }
    await pause(round === 0 ? 0 : BUSY_MS)
  }
  return { refused: 'being-paid' }
}
