/** Why a bank did not let money go, by Stripe's word for it, as the end of a sentence to the guest. */
const REASONS: Record<string, string> = {
  account_closed: 'the bank account is closed',
  no_account: 'your bank could not find the account',
  invalid_account_number: 'your bank could not find the account',
  incorrect_account_details: 'your bank could not find the account',
  insufficient_funds: 'there was not enough money in the account',
  debit_not_authorized: 'your bank says that it was not authorized',
}

/** 'there was not enough money in the account'. */
export const whyBankFailed = (reason: string | null): string =>
  REASONS[reason ?? ''] ?? 'your bank could not process it'

/** Whether the same account may have the money some days later. */
export const isWorthAnotherTry = (reason: string | null): boolean => reason === 'insufficient_funds'

/** Whether the owner of the account told the bank to let nothing go. */
export const isNotAuthorized = (reason: string | null): boolean => reason === 'debit_not_authorized'

/** Reasons of a dispute by which Stripe says that money of a bank account never came after all. */
export const BOUNCES = ['insufficient_funds', 'incorrect_account_details', 'bank_cannot_process']

export const isBounce = (reason: string): boolean => BOUNCES.includes(reason)
