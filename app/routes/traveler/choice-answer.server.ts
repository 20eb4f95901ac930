import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { Booking } from '#app/bookings/find-booking.server'
import { ChoiceForm, type ChosenMove, choose, chooseMove, quotedFor } from '#app/money/schedule/choose.server'
import { now } from '#app/platform/clock.server'
import { stripeTrouble } from '#app/routes/card-payment/stripe-trouble.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

/** Why nothing was chosen, and what was marked. */
export type ChoiceAnswer = { refused: string; choice: string }

const NOT_NOW = 'Nothing was changed. This booking cannot be moved right now: please call or write to us.'

const NOT_MOVED: Record<Exclude<Extract<ChosenMove, { refused: string }>['refused'], 'answered'>, string> = {
  'not-found': NOT_NOW,
  'not-standing': NOT_NOW,
  'written-off': NOT_NOW,
  'has-begun': NOT_NOW,
  disputed: NOT_NOW,
  'being-refunded': NOT_NOW,
  'not-chargeable': NOT_NOW,
  'same-departure': NOT_NOW,
  'being-paid':
    'A payment for this booking is being processed. Nothing was changed: please try again in a few minutes.',
  'no-departure': 'This departure is no longer on sale. Nothing was changed: please choose again.',
  'sold-out': 'This departure no longer has enough seats for you. Nothing was changed: please choose again.',
  'quote-changed':
    'The price or the due dates there have changed since you opened this page. Nothing was changed: please look again.',
}

const CHOSEN = {
  tone: 'success' as const,
  title: 'Thank you, your choice is noted',
  description: 'We’ll email you what happens next.',
}
const ANSWERED = {
  tone: 'info' as const,
  title: 'Nothing was changed',
  description: 'You had chosen before, or the last day to choose is over.',
}

/** Notes what a lead traveler chose, or says on the page why not; `here` is the page that sent it. */
export async function answerChoice(form: FormData, { reference }: Pick<Booking, 'reference'>, here: string) {
  const submission = parseWithZod(form, { schema: ChoiceForm })
  const stays = (refused: string, init: number | ResponseInit) =>
    data<ChoiceAnswer>({ refused, choice: String(form.get('choice') ?? '') }, init)
  if (submission.status !== 'success')
    return stays(submission.error?.choice?.[0] ?? 'Please reload the page and try again', 400)

  const { choice, quoted } = submission.value
  if (choice.does !== 'move') {
    const chosen = await choose(reference, choice.does, now)
    return redirectWithToast(here, 'chosen' in chosen ? CHOSEN : ANSWERED)
  }
  try {
    const { departureId } = choice
    const moved = await chooseMove({ reference, departureId, quoted: quotedFor(departureId, quoted) }, now)
    if (!('refused' in moved)) return redirectWithToast(here, CHOSEN)
    return moved.refused === 'answered'
      ? redirectWithToast(here, ANSWERED)
      : stays(NOT_MOVED[moved.refused], 409)
  } catch (error) {
    const { init } = stripeTrouble(error)
    return stays('We could not reach the payment system. Nothing was changed: please try again.', init)
  }
}
