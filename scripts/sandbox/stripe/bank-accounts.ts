import { fingerprintOf } from './cards'
import { newId, nowSeconds } from './ids'
import type { BankMethod } from './objects'
import { badRequest } from './refusal'
import { TEST_ACCOUNTS } from './test-accounts'

/** Stripe's ready-made accounts, by the number behind them. */
export const NAMED_ACCOUNTS: Record<string, string> = {
  pm_usBankAccount: '000123456789',
  pm_usBankAccount_success: '000123456789',
  pm_usBankAccount_accountClosed: '000111111113',
  pm_usBankAccount_noAccount: '000111111116',
  pm_usBankAccount_insufficientFunds: '000222222227',
  pm_usBankAccount_debitNotAuthorized: '000333333335',
}

export const BANK_MESSAGES: Record<string, string> = {
  account_closed: "The customer's bank account has been closed.",
  debit_not_authorized: 'The customer has notified their bank that this payment was unauthorized.',
  insufficient_funds: "The customer's account has insufficient funds to cover this payment.",
  no_account: "The customer's bank account could not be located.",
}

/** The bank's reasons after which Stripe takes no further payment from an account. */
export const BLOCKS: Record<string, { reason: string; network_code: string }> = {
  account_closed: { reason: 'bank_account_closed', network_code: 'R02' },
  debit_not_authorized: { reason: 'debit_not_authorized', network_code: 'R10' },
  no_account: { reason: 'bank_account_invalid_details', network_code: 'R03' },
}

const ROUTING = '110000000'

/** Why a payment from the account with this fingerprint fails, or nothing. */
export function failureOf(fingerprint: string): string | null {
  const account = TEST_ACCOUNTS.find(({ number }) => fingerprintOf(number) === fingerprint)
  return account ? account.failsWith : 'no_account'
}

interface TypedAccount {
  number: string
  routing?: string | undefined
  holder?: string | undefined
  kind?: string | undefined
  /** Chosen at the bank itself, so that its owner is known at once. */
  isVerified: boolean
}

export function newBankMethod({
  number,
  routing = ROUTING,
  holder,
  kind,
  isVerified,
}: TypedAccount): BankMethod {
  if (!/^\d{4,17}$/.test(number))
    throw badRequest(
      'You must use a test bank account number in test mode.',
      'us_bank_account[account_number]',
      'account_number_invalid',
    )
  if (routing !== ROUTING)
    throw badRequest(
      'You must use a test routing number when making test mode transactions. Try 110000000.',
      'us_bank_account[routing_number]',
      'routing_number_invalid',
    )
  return {
    id: newId('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: NO_ADDRESS, email: null, name: null, phone: null, tax_id: null },
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: holder ?? 'individual',
      account_type: kind ?? 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: isVerified ? newId('fca_1') : null,
      fingerprint: fingerprintOf(number),
      last4: number.slice(-4),
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: routing,
      status_details: null,
    },
  }
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
