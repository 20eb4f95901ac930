import { createHash } from 'node:crypto'

export interface Decline {
  ends: 'declined'
  code: string
  declineCode: string
  message: string
  adviceCode?: string | undefined
  networkDeclineCode: string
}
export type Outcome = { ends: 'succeeds' } | { ends: 'asks'; afterwards: Outcome } | Decline

interface TestCard {
  number: string
  brand: string
  says: string
  outcome: Outcome
  /** Once set up it no longer asks when the payer is away. */
  isGoodOnceSetUp?: boolean
  /** Can be kept, and only fails when it is charged. */
  canBeSaved?: boolean
}

const MESSAGES: Record<string, string> = {
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  insufficient_funds: 'Your card has insufficient funds.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
}

/** What Stripe advises and what the network said; without, `try_again_later` and `01`. */
const BY_DECLINE_CODE: Record<string, [advice: string | undefined, network?: string]> = {
  authentication_required: [undefined, '1A'],
  expired_card: ['confirm_card_data', '54'],
  fraudulent: ['do_not_try_again', '59'],
  incorrect_cvc: ['confirm_card_data', 'N7'],
  insufficient_funds: ['try_again_later', '51'],
  lost_card: ['do_not_try_again', '41'],
  processing_error: ['try_again_later', '96'],
  revocation_of_authorization: ['do_not_try_again', 'R1'],
  stolen_card: ['do_not_try_again', '43'],
  stop_payment_order: ['do_not_try_again', 'R0'],
}

const SUCCEEDS: Outcome = { ends: 'succeeds' }

/** Stripe's test cards that the sandbox plays, in the order in which they are shown. */
export const TEST_CARDS: TestCard[] = [
  { number: '4242424242424242', brand: 'visa', says: 'Succeeds', outcome: SUCCEEDS },
  { number: '5555555555554444', brand: 'mastercard', says: 'Succeeds', outcome: SUCCEEDS },
  { number: '378282246310005', brand: 'amex', says: 'Succeeds (security code of four)', outcome: SUCCEEDS },
  {
    number: '4000002500003155',
    brand: 'visa',
    says: 'Asks for authentication; once set up, good without the payer',
    outcome: { ends: 'asks', afterwards: SUCCEEDS },
    isGoodOnceSetUp: true,
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    says: 'Asks for authentication each time, also without the payer',
    outcome: { ends: 'asks', afterwards: SUCCEEDS },
  },
  {
    number: '4000000000003220',
    brand: 'visa',
    says: 'Asks for authentication',
    outcome: { ends: 'asks', afterwards: SUCCEEDS },
  },
  {
    number: '4000008260003178',
    brand: 'visa',
    says: 'Asks for authentication, then has insufficient funds',
    outcome: {
      ends: 'asks',
      afterwards: declined('card_declined', 'Your card has insufficient funds.', 'insufficient_funds'),
    },
    isGoodOnceSetUp: true,
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    says: 'Can be saved; each charge is declined',
    outcome: declined('card_declined', 'Your card was declined.', 'generic_decline'),
    canBeSaved: true,
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    says: 'Declined',
    outcome: declined('card_declined', 'Your card was declined.', 'generic_decline'),
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    says: 'Insufficient funds',
    outcome: declined('card_declined', 'Your card has insufficient funds.', 'insufficient_funds'),
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    says: 'Expired card',
    outcome: declined('expired_card', 'Your card has expired.', 'expired_card'),
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    says: 'Wrong security code',
    outcome: declined('incorrect_cvc', "Your card's security code is incorrect.", 'incorrect_cvc'),
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    says: 'Processing error',
    outcome: declined(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
      'processing_error',
    ),
  },
]

const NOT_A_TEST_CARD = declined(
  'card_declined',
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  'test_mode_live_card',
)

const AUTHENTICATION_REQUIRED = declineOf('authentication_required')

/** Stripe's ready-made payment methods, by the card behind them. */
export const NAMED_METHODS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_authenticationRequired: '4000002500003155',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_threeDSecure2Required: '4000000000003220',
}

const cardOf = (fingerprint: string) => TEST_CARDS.find((card) => fingerprintOf(card.number) === fingerprint)

/** What becomes of a payment by the card with this fingerprint. Numbers themselves are never kept. */
export function outcomeOf(fingerprint: string): Outcome {
  return cardOf(fingerprint)?.outcome ?? NOT_A_TEST_CARD
}

/** What becomes of it when the payer is away and can prove nothing. */
export function outcomeOffSession(fingerprint: string, isSetUp: boolean): Outcome {
  const outcome = outcomeOf(fingerprint)
  if (outcome.ends !== 'asks') return outcome
  return isSetUp && cardOf(fingerprint)?.isGoodOnceSetUp ? outcome.afterwards : AUTHENTICATION_REQUIRED
}

/** What becomes of keeping the card for later. */
export function outcomeOfSaving(fingerprint: string): Outcome {
  const outcome = outcomeOf(fingerprint)
  if (outcome.ends === 'asks') return { ends: 'asks', afterwards: SUCCEEDS }
  return cardOf(fingerprint)?.canBeSaved ? SUCCEEDS : outcome
}

/** A decline by its code alone, with what the network and Stripe say to it. */
export function declineOf(declineCode: string): Decline {
  const ownCode = ['expired_card', 'incorrect_cvc', 'processing_error', 'authentication_required']
  const code = ownCode.includes(declineCode) ? declineCode : 'card_declined'
  return declined(code, MESSAGES[declineCode] ?? 'Your card was declined.', declineCode)
}

export function fingerprintOf(number: string): string {
  return createHash('sha256')
    .update(`sandbox ${number}`)
    .digest('base64url')
    .replace(/[-_]/g, '0')
    .slice(0, 16)
}

export function brandOf(number: string): string {
  if (/^4/.test(number)) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(6011|64|65)/.test(number)) return 'discover'
  return 'unknown'
}

/** The check digit that every card number ends with. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function declined(code: string, message: string, declineCode: string): Decline {
  const [adviceCode, networkDeclineCode = '01'] = BY_DECLINE_CODE[declineCode] ?? ['try_again_later']
  return { ends: 'declined', code, message, declineCode, adviceCode, networkDeclineCode }
}
