import { randomUUID } from 'node:crypto'
import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import type { Booking } from '#app/bookings/find-booking.server'
import { guaranteeQuote, standingOn } from '#app/bookings/guarantee-departure.server'
import { queueOf } from '#app/bookings/waitlist/staff-waitlist.server'
import { type Letter, letterAsHtml } from '#app/mail/letter'
import { digestOf } from '#app/money/books/quote-digest.server'
import {
  type Postponed,
  sheetOf,
  whyNotRescheduled,
} from '#app/money/changes/schedule/change-schedule.server'
import { businessDay, now } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { DEAD_TOKEN } from '#app/platform/keys.server'
import { counted } from '#app/platform/words'
import type { Departure } from '#app/tours/departures.server'
import type { ScheduleReason } from '#app/tours/refund-policy'
import { watcherCountOf } from '#app/tours/watchers.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { choiceRows, openChoices } from '#app/views/departures-decided.server'
import { WHY_NOT_DECIDED, WHY_NOT_RESCHEDULED } from './refusal-words'

/** What staff can decide about it, and who has not chosen yet after they did. */
export function runningOf(departure: Departure) {
  const quote = guaranteeQuote(departure, now())
  return {
    decision: {
      canGuarantee: !('refused' in quote) && departure.guaranteedAt === null,
      isMinimumPaid: !('refused' in quote) && quote.paidTravelers >= quote.minimumTravelers,
      canChange: whyNotRescheduled(departure, now()) === null,
    },
    canceledOn: departure.canceledAt && showDay(businessDay(departure.canceledAt)),
    choices: choiceRows(openChoices(departure.id, CHOICES_AT_MOST)),
  }
}

const CHOICES_AT_MOST = 500

const pageOf = (id: number) => `/admin/departures/${id}`

/** Back to the departure's page, which says why. */
export const nothingChanged = (id: number, description: string) =>
  redirectWithToast(pageOf(id), { tone: 'info', title: 'Nothing was changed', description })

/** What both pages show: the sheet of all bookings, and who else gets a letter. Too late, it redirects. */
export async function reschedulingView(departure: Departure, because: ScheduleReason) {
  const refused = whyNotRescheduled(departure, now())
  if (refused) throw await nothingChanged(departure.id, WHY_NOT_RESCHEDULED[refused])
  const sheet = sheetOf(departure.id, because, now())
  return {
    ...{ id: departure.id, dates: showDays(departure.startsOn, departure.endsOn), sheet },
    watching: watcherCountOf(departure.id),
    waiting: queueOf(departure.id).living.filter(({ state }) => state !== 'unconfirmed').length,
    quoted: digestOf(sheet),
    formKey: randomUUID(),
  }
}

/** In the letter that is previewed before staff have written any. */
export const YOUR_WORDS = '(Your words follow here.)'

/** After a success or a repetition, the departure's page; refused, the form again with what was typed. */
export async function answerRescheduled(
  outcome: Postponed,
  submission: Submission<Record<string, unknown>>,
  { id, done }: { id: number; done: string },
): Promise<Response | ReturnType<typeof data<SubmissionResult<string[]>>>> {
  if ('known' in outcome) return nothingChanged(id, 'This form was sent before.')
  if ('changed' in outcome) {
    const letters = outcome.changed.rows.length
    const description =
      letters === 0
        ? 'No one had booked it, so no emails were sent.'
        : `${counted(letters, 'email')} sent; answers are due by ${showDay(outcome.answerBy)}.`
    return redirectWithToast(pageOf(id), { tone: 'success', title: done, description })
  }
  return data(submission.reply({ formErrors: [WHY_NOT_DECIDED[outcome.refused]] }), { status: 409 })
}

export type LeadLetter = NonNullable<ReturnType<typeof leadLetter>>

/**
 * A letter to the lead travelers of a departure as one of them will read it, with links that open nothing;
 * `as` is a booking's reference. Null where no one has booked.
 */
export function leadLetter(departureId: number, as: string | null, write: (booking: Booking) => Letter) {
  const readers = standingOn(departureId)
  const reader = readers.find(({ reference }) => reference === as) ?? readers[0]
  if (!reader) return null
  const letter = write({ ...reader, linkToken: DEAD_TOKEN })
  return {
    as: reader.reference,
    readers: readers.map(({ reference, customerName }) => ({
      ...{ value: reference, label: `${customerName}, ${reference}` },
    })),
    preview: { subject: letter.subject, html: letterAsHtml(letter) },
    from: `${env.MAIL_FROM.name} <${env.MAIL_FROM.address}>`,
  }
}
