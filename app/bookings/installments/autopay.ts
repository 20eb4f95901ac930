import { type Day, showLongDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { BRAND } from '#app/platform/words'
import type { PaysFrom } from '#db/values'

/** One installment as a guest agrees that it is charged by itself. */
export type AgreedCharge = { number: number; dueOn: Day; amountCents: Cents }

/** What a guest ticks, by what they pay from. */
export const AUTOPAY_OFFER: Record<PaysFrom, string> = {
  card: 'Charge this card for the installments on their dates.',
  'bank-account': 'Charge this bank account for the installments on their dates.',
}

const PAID_FROM: Record<PaysFrom, string> = { card: 'this card', 'bank-account': 'this bank account' }

/** Who is told of the charges, where card or account are not the traveler's. */
export const PAYER_EMAIL = {
  label: 'Email of the person paying',
  hint: {
    lead: 'Notices of each charge go here and to the lead traveler.',
    own: 'Only if that is not you. Notices of each charge go here and to you.',
  },
}

/** '$2,250 on October 16, 2026 and $2,250 on December 15, 2026': those of one day together. */
export function chargesInWords(plan: readonly AgreedCharge[]): string {
  const days = [...new Set(plan.map(({ dueOn }) => dueOn))]
  const said = days.map((day) => {
    const ofDay = plan.filter(({ dueOn }) => dueOn === day)
    return `${showCents(cents(ofDay.reduce((sum, { amountCents }) => sum + amountCents, 0)))} on ${showLongDay(day)}`
  })
  return said.length > 2 ? `${said.slice(0, -1).join(', ')} and ${said.at(-1)}` : said.join(' and ')
}

/** Before it is ticked. */
export const autopayInShort = (plan: readonly AgreedCharge[]): string =>
  `${chargesInWords(plan)}. We email you before each charge, and you can stop at any time.`

/** The whole sentence that a guest agrees to (rules 3.14); stored as it was shown. */
export const autopayWords = (plan: readonly AgreedCharge[], paysFrom: PaysFrom = 'card'): string =>
  `You authorize ${BRAND} to charge ${PAID_FROM[paysFrom]} automatically: ${chargesInWords(plan)}. We email you before each charge and never charge more than that email says. You can stop at any time until a charge begins, by the link in each email or on your own page here.`

/**
 * A plan in one line, by which a page tells what was ticked: '1:2025-08-15:200000 2:2025-09-15:200000'.
 */
export const agreedInLine = (plan: readonly AgreedCharge[]): string =>
  plan.map(({ number, dueOn, amountCents }) => `${number}:${dueOn}:${amountCents}`).join(' ')

/** 'Visa •••• 4242', as a guest knows a card. */
export const cardInWords = ({ brand, last4 }: { brand: string | null; last4: string | null }): string =>
  `${brand ?? 'card'} •••• ${last4 ?? ''}`.trim()
