import { data } from '@remix-run/node'
import type { Booking } from '#app/bookings/find-booking.server'
import { type NotEach, setEachPays } from '#app/money/changes/party/each-pays.server'
import { forGuest } from '#app/money/stripe/guest-budget.server'
import { now } from '#app/platform/clock.server'
import { stripeTrouble } from '#app/routes/payment/stripe-trouble.server'
import { FORM_UNREADABLE } from '#app/server/guards/read-form.server'
import { infoToast, redirectWithToast, successToast } from '#app/ui/toasts/flash.server'
import {
  answerNewLink,
  answerWithdrawal,
  leadPayer,
  NOT_REACHED,
  type PayerLinkSent,
} from './somebody-else.server'

/** Why each cannot pay their own, as the lead traveler reads it. */
export type WhoPaysAnswer = { form: 'who-pays'; refused: string }

/**
 * Carries out what the lead traveler sent from the panels about who pays. Throws a Response for what none of
 * our pages sends.
 */
export function answerPayers(form: PayerLinkSent, booking: Booking, here: string) {
  switch (form.get('command')) {
    case 'each-pays':
      return answerWhoPays(true, booking, here)
    case 'one-pays':
      return answerWhoPays(false, booking, here)
    case 'link-somebody':
      return answerNewLink(form, leadPayer(booking, form.get('whose')), here)
    case 'withdraw-link':
      return answerWithdrawal(form, leadPayer(booking, null), here)
    default:
      throw new Response(FORM_UNREADABLE, { status: 400 })
  }
}

/** It counts once, however often it is sent. */
async function answerWhoPays(eachPays: boolean, booking: Booking, here: string) {
  const { reference } = booking
  const refuse = (refused: string, init: number | ResponseInit) =>
    data<WhoPaysAnswer>({ form: 'who-pays', refused }, init)
  try {
    const set = await forGuest('pay', () => setEachPays({ reference, eachPays }, null, now))
    if ('done' in set) return redirectWithToast(`${here}#who-pays`, eachPays ? EACH : ONE)
    if ('known' in set || set.refused === 'as-it-is') return redirectWithToast(`${here}#who-pays`, AS_IT_IS)
    return refuse(NOT_EACH[set.refused], 409)
  } catch (error) {
    const { init } = stripeTrouble(error)
    return refuse(NOT_REACHED, init)
  }
}

const EACH = successToast(
  'Each of you pays their own share now',
  'Everyone whose email address we have gets their link.',
)
const ONE = successToast('You pay for everybody again', 'What each of you has paid stays paid.')
const AS_IT_IS = infoToast('Nothing was changed', 'It was so already.')

const CANNOT = 'Nothing can be changed about this booking anymore. Please write or call.'

const NOT_EACH: Record<Exclude<NotEach, 'as-it-is'> | 'not-found' | 'being-paid', string> = {
  'not-found': CANNOT,
  inactive: CANNOT,
  alone: 'You travel alone, so there is only your own share.',
  'nothing-due': 'Nothing is left to pay, so nobody has to.',
  automatic:
    'The installments are charged automatically. Please stop that first: then each of you can pay their own share.',
  'being-paid':
    'A payment for this booking is being processed. Nothing was changed: please try again in a few minutes.',
}
