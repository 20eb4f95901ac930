import type { Day } from '#app/platform/days'
import { type AmountOrPercent, type Cents, partOf } from '#app/platform/money'
import { folded } from '#app/platform/typed/folded'
import { offAboveDeposit } from '#app/tours/price'

// What a discount code is and says. Safe in the browser, without zod.

/** How long a code is, in letters and digits. */
const CODE_LENGTH = { atLeast: 3, atMost: 20 } as const
/** What someone may type of one, spaces included. */
export const CODE_TYPED_AT_MOST = 60

/** A code as it is stored and compared: without case, spaces, or what keyboards and pasting add. */
export const comparableCode = (typed: string): string => folded(typed).replace(/\s+/g, '').toUpperCase()

/** Whether something comparable is what a code can be. */
export const isCode = (code: string): boolean =>
  /^[A-Z0-9]+$/.test(code) && code.length >= CODE_LENGTH.atLeast && code.length <= CODE_LENGTH.atMost

export const WRONG_CODE = `Please enter ${CODE_LENGTH.atLeast} to ${CODE_LENGTH.atMost} letters and digits, such as CHOIR2026`

export const hasEnded = ({ endsOn }: { endsOn: Day | null }, today: Day): boolean =>
  endsOn !== null && endsOn < today

const WITHOUT = 'Clear the field to book without it.'

/** Why a code that was typed takes nothing off, and what to do. */
export const CODE_REFUSED = {
  'code-unknown': 'We don’t know this code. Please check how it is spelled.',
  'code-ended': `This code has ended. ${WITHOUT}`,
  'code-used-up': `This code has reached its limit. ${WITHOUT}`,
  'code-elsewhere': `This code is for another departure: choose that one on our site. ${WITHOUT}`,
  'code-used-by-person': `This code was already used with this email address. ${WITHOUT}`,
  'code-too-often': 'Too many unknown codes were tried. Please try again in an hour.',
} as const

export type CodeRefused = keyof typeof CODE_REFUSED

export const isCodeRefused = (refused: string): refused is CodeRefused => refused in CODE_REFUSED

/** What a code takes off a plan: of the whole party. */
export type CodeDiscount = {
  code: string
  /** Whose discount it is. */
  words: string
  offCents: Cents
  /** The code says more, and the deposit remains to be paid. */
  isCut: boolean
}

/** What a code takes off the price of each traveler; never so much that less than the deposit is left. */
export function codeOff(off: AmountOrPercent, priceCents: number, depositCents: number) {
  const wished = partOf(priceCents, off)
  const offCents = offAboveDeposit(priceCents, depositCents, wished)
  return { offCents, isCut: offCents < wished }
}
