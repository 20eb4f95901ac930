import { newId } from './ids'
import type { BalanceTransaction } from './objects'
import type { Call, Sandbox } from './sandbox'

type Category =
  | 'charge'
  | 'refund'
  | 'refund_failure'
  | 'dispute'
  | 'dispute_reversal'
  | 'payout'
  | 'payout_reversal'

export const DAY_SECONDS = 86_400
/** How long money stays in the balance before it goes to the bank. */
const DAYS_TO_PAYOUT = 2

/** Stripe's time as money has it, in whole seconds. */
export const moneySeconds = (sandbox: Sandbox): number => Math.floor(sandbox.clock().getTime() / 1000)

export const midnightOf = (seconds: number): number => seconds - (seconds % DAY_SECONDS)

/** Moves the balance; what goes out is negative. */
export function moveMoney(
  sandbox: Sandbox,
  amount: number,
  fee: number,
  currency: string,
  category: Category,
  source: string,
): BalanceTransaction {
  const created = moneySeconds(sandbox)
  return sandbox.store.keep({
    id: newId('txn_3', 23),
    object: 'balance_transaction',
    amount,
    available_on: midnightOf(created) + DAYS_TO_PAYOUT * DAY_SECONDS,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency,
            description: category === 'dispute' ? 'Dispute fee' : 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type: typeOf(category),
  })
}

function typeOf(category: Category): BalanceTransaction['type'] {
  if (category === 'charge' || category === 'refund' || category === 'refund_failure') return category
  if (category === 'payout') return 'payout'
  return category === 'payout_reversal' ? 'payout_failure' : 'adjustment'
}

/** `GET /v1/balance`: everything that came in and went out, less the fees. */
export function retrieveBalance({ sandbox }: Call) {
  const moves = sandbox.store.all('balance_transaction')
  const currencies = [...new Set(['usd', ...moves.map((move) => move.currency)])]
  const available = currencies.map((currency) => {
    const amount = moves.filter((move) => move.currency === currency).reduce((sum, move) => sum + move.net, 0)
    return { amount, currency, source_types: { card: amount } }
  })
  return {
    object: 'balance',
    available,
    livemode: false,
    pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
  }
}
