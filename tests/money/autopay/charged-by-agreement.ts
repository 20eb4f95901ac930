import type { Booking } from '#app/bookings/find-booking.server'
import { agreedInLine } from '#app/bookings/installments/autopay'
import { autopayToOffer } from '#app/money/changes/paying/agree-to-autopay.server'
import { beginLaterCardPayment, paymentDueOf } from '#app/money/changes/paying/later-payment.server'
import { type Consent, liveConsentsOf } from '#app/money/payments/autopay-consents.server'
import { payerByLink } from '#app/money/payments/payers.server'
import { reconcile } from '#app/money/reconcile.server'
import { addDays, type Day } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { ACCOUNT } from '#tests/fixtures/bank-payments'
import { stripeSandbox } from '#tests/fixtures/environment'
import { CARD } from '#tests/fixtures/payments'
import { aDay, on } from './an-agreed-booking'

// What is agreed to on the pay page itself: behind any link, with a card or from a bank account.

type Agrees = { day?: Day; from?: 'card' | 'bank-account'; method?: string; payerEmail?: string }

/** What the page behind a link sends whose tick is set. */
export function tickedWish(token: string, { from = 'card', payerEmail }: Agrees = {}) {
  const payer = payerByLink(token)
  if (!payer) throw new Error('An unknown link')
  const { next, remainingCents } = paymentDueOf(payer)
  const plan = agreedInLine(autopayToOffer(payer) ?? [])
  return {
    ...{ token, pays: 'next' as const, paysFrom: from, remainingCents },
    amountCents: next?.owedCents ?? cents(0),
    autopay: { plan, payerEmail },
  }
}

/** Pays what is next behind a link, and agrees to the rest. */
export async function paysAndAgrees(booking: Booking, token: string, agrees: Agrees = {}): Promise<Consent> {
  const { day = '2025-08-01', from = 'card' } = agrees
  const { method = from === 'card' ? CARD.good : ACCOUNT.good } = agrees
  theClockIs(day)
  const known = liveConsentsOf(booking.id).map(({ id }) => id)
  const begun = await beginLaterCardPayment(tickedWish(token, agrees), () => on(day))
  if ('refused' in begun) throw new Error(begun.refused)
  stripeSandbox.payIntent(begun.intent.id, method)
  await reconcile(() => on(day))
  const consent = liveConsentsOf(booking.id).find(({ id }) => !known.includes(id))
  if (!consent) throw new Error('Nothing was agreed')
  return consent
}

export const theClockIs = (day: Day, hour = 8): void => stripeSandbox.setClock(() => on(day, hour))

/** Days as the schedule runs them, on which banks answer as well. */
export async function bankDays(from: Day, until: Day): Promise<void> {
  for (let day = from; day <= until; day = addDays(day, 1)) {
    theClockIs(day)
    stripeSandbox.passDays()
    await reconcile(() => on(day, 8))
    await aDay(day)
  }
}
