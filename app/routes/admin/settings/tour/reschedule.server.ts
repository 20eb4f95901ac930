import { randomUUID } from 'node:crypto'
import { queueOf } from '#app/bookings/waitlist/staff-waitlist.server'
import {
  type NotRescheduled,
  type Postponed,
  whyNotRescheduled,
} from '#app/money/schedule/change-schedule.server'
import { sheetOf, sheetShown } from '#app/money/schedule/sheet.server'
import { now } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import type { Departure } from '#app/tours/departures.server'
import type { ScheduleReason } from '#app/tours/refund-policy'
import { watcherCountOf } from '#app/tours/tell-watchers.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const WHY_NOT: Record<NotRescheduled, string> = {
  gone: 'This departure was deleted in the meantime.',
  canceled: 'This departure was canceled already.',
  draft: 'This departure is a draft: delete it, or change its dates.',
  'has-begun': 'The journey has begun.',
}

const pageOf = (id: number) => `/admin/settings/tour/${id}`

const nothingChanged = (id: number, description: string) =>
  redirectWithToast(pageOf(id), { tone: 'info', title: 'Nothing was changed', description })

/** What both pages show: the sheet of all bookings, and who else hears of it. Throws the way back where it is too late. */
export async function reschedulingShown(departure: Departure, because: ScheduleReason) {
  const refused = whyNotRescheduled(departure, now())
  if (refused) throw await nothingChanged(departure.id, WHY_NOT[refused])
  const sheet = sheetOf(departure.id, because, now())
  return {
    ...{ id: departure.id, dates: showDays(departure.startsOn, departure.endsOn), sheet },
    watching: watcherCountOf(departure.id),
    waiting: queueOf(departure.id).living.filter(({ state }) => state !== 'unconfirmed').length,
    quoted: sheetShown(sheet),
    formKey: randomUUID(),
  }
}

/** In the letter that is shown before staff have written any. */
export const YOUR_WORDS = '(Your words follow here.)'

const CHANGED =
  'The bookings have changed since this page was opened. Nothing was changed: please look at the sheet again.'

/** Done or known: the departure's page, with what follows. Refused: the words, and the field that they are about. */
export async function answerRescheduled(
  outcome: Postponed,
  { id, done }: { id: number; done: string },
): Promise<Response | { words: string; field?: 'startsOn' }> {
  if ('known' in outcome) return nothingChanged(id, 'This form was sent before.')
  if ('changed' in outcome) {
    const letters = outcome.changed.rows.length
    const description =
      letters === 0
        ? 'Nobody had booked it, so no letters were sent.'
        : `${letters === 1 ? '1 letter' : `${letters} letters`} sent, answers by ${showDay(outcome.answerBy)}.`
    return redirectWithToast(pageOf(id), { tone: 'success', title: done, description })
  }
  switch (outcome.refused) {
    case 'quote-changed':
      return { words: CHANGED }
    case 'not-later':
      return { words: 'Please choose a later first day than the present one', field: 'startsOn' }
    case 'date-taken':
      return { words: 'Another departure begins on this day: choose another one', field: 'startsOn' }
    default:
      return { words: WHY_NOT[outcome.refused] }
  }
}
