import type { NotOwed } from '#app/reminders/manual-reminder.server'

/** Why a link or reminder cannot be made: one set of words for the screen and the JSON calls. */
export const NOT_OWED: Record<NotOwed['refused'], { status: 404 | 409; words: string }> = {
  'not-found': { status: 404, words: 'Booking not found' },
  'no-such-installment': { status: 404, words: 'This booking has no installment with that number' },
  'not-standing': {
    status: 409,
    words: 'This booking is not active: it was cancelled, refunded or never paid. Nothing is due for it.',
  },
  'paid-in-full-at-booking': {
    status: 409,
    words: 'This booking was paid in full at once. It has no installments.',
  },
  'being-paid': {
    status: 409,
    words:
      'A payment for this booking is being made just now. No reminder was sent: try again in 15 minutes.',
  },
  'being-refunded': {
    status: 409,
    words: 'A refund of this booking is on its way, so no reminder was sent.',
  },
  'already-paid': { status: 409, words: 'This installment is already paid' },
}
