import type { NotGuaranteed } from '#app/bookings/guarantee-departure.server'
import type { NotRescheduled } from '#app/money/changes/schedule/change-schedule.server'
import type { InUse } from '#app/tours/remove-departure.server'

// What staff read where a departure stays as it is.

const GONE = 'This departure was deleted in the meantime.'
const HAS_BEGUN = 'The journey has begun.'

const LIST = new Intl.ListFormat('en-US')

/** Of what is not deleted because of all that there is of it. */
export const inUse = ({ by }: InUse, instead: string): string =>
  `It has ${LIST.format(by)}. Remove that first, or ${instead}.`

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
