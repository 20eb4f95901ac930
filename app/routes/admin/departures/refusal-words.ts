import type { NotGuaranteed } from '#app/bookings/guarantee-departure.server'
import type { NotRescheduled } from '#app/money/changes/schedule/change-schedule.server'

// What staff read where a departure stays as it is.

const GONE = 'This departure was deleted in the meantime.'
const HAS_BEGUN = 'The journey has begun.'

export const NOT_REMOVED = {
  gone: GONE,
  'has-bookings': 'Someone has booked this departure, so it cannot be deleted. Close its sales instead.',
  'only-one':
    'This is the only departure that the site can show. Open another one first, or close the sales of this one.',
}

export const WHY_NOT_GUARANTEED: Record<NotGuaranteed | 'quote-changed', string> = {
  gone: GONE,
  canceled: 'This departure was canceled.',
  draft: 'A draft cannot be guaranteed. Put it on sale first.',
  'has-begun': HAS_BEGUN,
  'runs-anyway': 'It needs no minimum, so it runs anyway.',
  'quote-changed':
    'Someone has booked or canceled since this was opened. Nothing was changed: please look again.',
}

export const WHY_NOT_RESCHEDULED: Record<NotRescheduled, string> = {
  gone: GONE,
  canceled: 'This departure was canceled already.',
  draft: 'This departure is a draft: delete it, or change its dates.',
  'has-begun': HAS_BEGUN,
}

export const WHY_NOT_DECIDED = {
  ...WHY_NOT_RESCHEDULED,
  'quote-changed':
    'The departure or its bookings have changed since this page was opened. Nothing was changed: please look at it again.',
  'not-later': 'Please choose a later first day than the current one',
  'date-taken': 'Another departure begins on this day: choose another one',
}
