// How money came or went: the ledger's methods (`LEDGER_METHODS`), in every form in which they are said.

/** In lists, and at the head of a column. */
export const METHOD_NAMES = {
  card: 'Card',
  'bank-account': 'Bank account',
  cheque: 'Check',
  wire: 'Wire',
  other: 'Other',
} as const

/** In a sentence to staff: 'paid by check'. */
export const BY_METHOD = {
  card: 'by card',
  'bank-account': 'from a bank account',
  cheque: 'by check',
  wire: 'by wire',
  other: 'by other means',
} as const

/** As guests know them: 'your card', 'paid by bank transfer'. */
export const GUEST_METHODS = {
  card: 'card',
  'bank-account': 'bank account',
  cheque: 'check',
  wire: 'bank transfer',
  other: 'other means',
} as const
