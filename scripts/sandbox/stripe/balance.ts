import { newId, nowSeconds } from './ids'
import type { BalanceTransaction } from './objects'
import type { Call, Sandbox } from './sandbox'

/** Moves the balance; what goes out is negative. */
export function moveMoney(
  sandbox: Sandbox,
  amount: number,
  fee: number,
  currency: string,
  category: 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal',
  source: string,
): BalanceTransaction {
  return sandbox.store.keep({
    id: newId('txn_3', 23),
    object: 'balance_transaction',
    amount,
    available_on: nowSeconds(),
    balance_type: 'payments',
    created: nowSeconds(),
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
    type: category === 'charge' || category === 'refund' ? category : 'adjustment',
  })
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
