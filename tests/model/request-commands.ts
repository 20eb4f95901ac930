import { findBooking } from '#app/bookings/find-booking.server'
import { answerRequest, askStaff, openRequestsOf, takeRequestBack } from '#app/bookings/guest-requests.server'
import { now } from '#app/platform/clock.server'
import type { Actor } from '#app/staff/audit-log.server'
import type { Commands } from './commands'

function bookingCalled(reference: string) {
  const booking = findBooking(reference)
  if (!booking) throw new Error(`${reference} is gone`)
  return booking
}

/** What guests ask of staff on their page, take back, and are answered. */
export const requestCommands = (staff: Actor) => ({
  askStaff({ reference, kind }: Commands['askStaff']) {
    const asked = askStaff(bookingCalled(reference).id, { kind, message: 'Please' }, now())
    return 'refused' in asked ? asked.refused : 'asked'
  },
  takeRequestBack({ reference }: Commands['takeRequestBack']) {
    const booking = bookingCalled(reference)
    const [asked] = openRequestsOf(booking.id)
    return asked ? takeRequestBack(asked.id, booking, now()) : 'nothing-open'
  },
  answerRequest({ reference, as }: Commands['answerRequest']) {
    const booking = bookingCalled(reference)
    const [asked] = openRequestsOf(booking.id)
    return asked ? answerRequest(asked.id, booking, { as, words: 'We see.' }, staff, now()) : 'nothing-open'
  },
})
