import { createHash } from 'node:crypto'

type Outcome =
  | { ends: 'succeeds' }
  | { ends: 'asks'; afterwards: Outcome }
  | { ends: 'declined'; code: string; declineCode?: string; message: string }

interface TestCard {
  number: string
  brand: string
  says: string
  outcome: Outcome
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
    says: 'Asks for authentication',
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
  pm_card_threeDSecure2Required: '4000000000003220',
}

/** What becomes of a payment by the card with this fingerprint. Numbers themselves are never kept. */
export function outcomeOf(fingerprint: string): Outcome {
  return TEST_CARDS.find((card) => fingerprintOf(card.number) === fingerprint)?.outcome ?? NOT_A_TEST_CARD
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

function declined(code: string, message: string, declineCode: string): Outcome {
  return { ends: 'declined', code, message, declineCode }
}
