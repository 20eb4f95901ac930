interface TestAccount {
  number: string
  says: string
  /** Why each payment from it fails, days after it was begun. */
  failsWith: string | null
}

/** Stripe's test accounts that the sandbox plays; routing number 110000000. */
export const TEST_ACCOUNTS: TestAccount[] = [
  { number: '000123456789', says: 'Succeeds', failsWith: null },
  { number: '000111111113', says: 'Fails: the account is closed', failsWith: 'account_closed' },
  { number: '000111111116', says: 'Fails: there is no such account', failsWith: 'no_account' },
  { number: '000222222227', says: 'Fails: insufficient funds', failsWith: 'insufficient_funds' },
  { number: '000333333335', says: 'Fails: the debit was not authorized', failsWith: 'debit_not_authorized' },
]
