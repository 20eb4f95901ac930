import { data } from '@remix-run/node'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import {
  type LinkState,
  linkState,
  type PayerLink,
  payerLinkAddress,
} from '#app/money/books/payer-links.server'
import { paymentDueOf } from '#app/money/changes/paying/later-payment.server'
import {
  linkForSomebody,
  linksOf,
  notLinkedWords,
  PayerLinkForm,
  withdrawLink,
} from '#app/money/changes/paying/somebody-else.server'
import { nameInShare } from '#app/money/letters/share-mail.server'
import { type Payer, payerByLink } from '#app/money/payments/payers.server'
import { forGuest } from '#app/money/stripe/guest-budget.server'
import { now } from '#app/platform/clock.server'
import { cents, showCents } from '#app/platform/money'
import { stripeTrouble } from '#app/routes/payment/stripe-trouble.server'
import { type NamedForm, parseForm } from '#app/server/guards/read-form.server'
import { infoToast, redirectWithToast, successToast } from '#app/ui/toasts/flash.server'

export type PayerLinksView = NonNullable<ReturnType<typeof payerLinksView>>

/**
 * The links by which somebody else pays for the guest behind `payer`, and up to how much a new one can be
 * for; null where nothing is left to pay and there are none.
 */
export function payerLinksView(payer: Payer) {
  const { booking } = payer
  const { remainingCents } = paymentDueOf(payer)
  const mostCents = isPaid(booking.status) ? remainingCents : cents(0)
  const links = linksOf(payer)
  if (mostCents === 0 && links.length === 0) return null
  return {
    mostCents,
    links: links.map((link) => viewOf(link, payer)).toReversed(),
  }
}

function viewOf(link: PayerLink, { booking, by }: Payer) {
  const { id, payerName, amountCents, forTravelerId } = link
  const state = stateOf(link)
  const party = partyOf(booking.id)
  const traveler = by === 'lead' && party.find((one) => one.id === forTravelerId)
  return {
    ...{ id, payerName, amountCents, state },
    /** Whose share, where the reader has several before them. */
    share: traveler ? (traveler.position === 1 ? 'your share' : `${nameInShare(traveler)}’s share`) : null,
    address: state === 'open' ? payerLinkAddress(link) : null,
  }
}

/** Of one that is open, whether there is still something that it could pay. */
function stateOf(link: PayerLink): LinkState | 'not-needed' {
  const state = linkState(link)
  if (state !== 'open') return state
  const payer = payerByLink(link.linkToken)
  return payer && paymentDueOf(payer).remainingCents > 0 ? 'open' : 'not-needed'
}

/** What a form of these was refused with, and what had been typed. */
export type PayerLinkAnswer = {
  form: 'payer-link'
  payerName: string
  amount: string
  whose: string
  errors: { payerName?: string[] | null | undefined; amount?: string[] | null | undefined }
  refused: string | null
}

export const PAYER_LINK_FIELDS = ['command', 'payerName', 'amount', 'whose', 'linkId'] as const
export type PayerLinkSent = NamedForm<(typeof PAYER_LINK_FIELDS)[number]>

/** Makes a link, or says what is wrong with it. A form that is sent twice makes one. */
export function answerNewLink(form: PayerLinkSent, payer: Payer | null, here: string) {
  if (!payer) return redirectWithToast(here, NOT_ASKED)
  const typed = (field: 'payerName' | 'amount' | 'whose') => String(form.get(field) ?? '')
  const answer = (refusal: Partial<PayerLinkAnswer>, status: number) =>
    data<PayerLinkAnswer>(
      {
        ...{ form: 'payer-link', payerName: typed('payerName'), amount: typed('amount') },
        ...{ whose: typed('whose'), errors: {}, refused: null, ...refusal },
      },
      status,
    )
  const submission = parseForm(form, PayerLinkForm)
  if (submission.status !== 'success') return answer({ errors: submission.error ?? {} }, 400)

  const { payerName, amount: amountCents } = submission.value
  const made = linkForSomebody(payer, { payerName, amountCents }, now())
  if (!('refused' in made)) return redirectWithToast(`${here}#somebody-else`, readyFor(made))
  const words = notLinkedWords(made)
  return made.refused === 'wrong-part'
    ? answer({ errors: { amount: [words] } }, 409)
    : answer({ refused: words }, 409)
}

const readyFor = ({ payerName, amountCents }: PayerLink) =>
  successToast(
    'The link is ready',
    `Copy it and send it to ${payerName}: it is for ${showCents(amountCents)}.`,
  )

const NOT_ASKED = infoToast('Nothing was changed', 'Nothing is to be paid here anymore. Please look again.')

/** Withdraws a link; once it is paid or withdrawn it stays so. */
export async function answerWithdrawal(form: PayerLinkSent, payer: Payer | null, here: string) {
  const id = Number(form.get('linkId'))
  try {
    const isWithdrawn =
      payer !== null &&
      Number.isSafeInteger(id) &&
      (await forGuest('pay', () => withdrawLink(payer, id, now)))
    return redirectWithToast(`${here}#somebody-else`, isWithdrawn ? WITHDRAWN : NOT_WITHDRAWN)
  } catch (error) {
    const { init } = stripeTrouble(error)
    return data<PayerLinkAnswer>(
      { form: 'payer-link', payerName: '', amount: '', whose: '', errors: {}, refused: NOT_REACHED },
      init,
    )
  }
}

const WITHDRAWN = successToast('The link is withdrawn', 'Nothing can be paid by it anymore.')
const NOT_WITHDRAWN = infoToast(
  'Nothing was changed',
  'This link is paid, being paid or withdrawn already. Please look at it as it is now.',
)
/** Said where Stripe does not answer. */
export const NOT_REACHED = 'We could not reach the payment system. Nothing was changed: please try again.'

/** The payer that the lead traveler's form speaks of. */
export function leadPayer({ linkToken }: Pick<Booking, 'linkToken'>, whose: string | null): Payer | null {
  const position = Number(whose)
  return payerByLink(linkToken, Number.isSafeInteger(position) && position > 0 ? position : 'all')
}
