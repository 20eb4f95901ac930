import { DAY_SECONDS, moneySeconds, moveMoney } from './balance'
import { newId } from './ids'
import { pageOf } from './lists'
import type { BalanceTransaction, Payout } from './objects'
import { allowOnly, textOf } from './parameters'
import { noSuch } from './refusal'
import type { Call, Sandbox } from './sandbox'

/**
 * Sends to the bank what became available, one payout a day; what comes to nothing or less waits for the
 * next. Asked whenever somebody looks.
 */
export function payOut(sandbox: Sandbox): void {
  const now = moneySeconds(sandbox)
  const unpaid = sandbox.store
    .all('balance_transaction')
    .filter(({ payout, available_on }) => payout === undefined && available_on <= now)
  const days = [...new Set(unpaid.map(({ available_on }) => available_on))].toSorted(
    (one, other) => one - other,
  )
  let waiting: BalanceTransaction[] = []
  for (const day of days) {
    waiting = [...waiting, ...unpaid.filter(({ available_on }) => available_on === day)]
    const amount = waiting.reduce((sum, { net }) => sum + net, 0)
    if (amount <= 0) continue
    send(sandbox, waiting, amount, day)
    waiting = []
  }
}

function send(sandbox: Sandbox, moves: BalanceTransaction[], amount: number, day: number): void {
  const id = newId('po_1', 23)
  for (const move of moves) sandbox.store.keep({ ...move, payout: id })
  const moved = moveMoney(sandbox, -amount, 0, 'usd', 'payout', id)
  sandbox.store.keep({ ...moved, created: day, available_on: day, payout: id })
  const payout = sandbox.store.keep({ ...shape(id, amount, day), balance_transaction: moved.id })
  sandbox.announce('payout.paid', payout)
  if (sandbox.payoutsFail()) failPayout(sandbox, id)
}

/** The bank sends it back: the money is in the balance again, and goes out with the next. */
export function failPayout(sandbox: Sandbox, id: string): Payout {
  const payout = payoutCalled(sandbox, id)
  if (payout.status === 'failed') throw new Error(`Payout ${id} has failed already`)
  const back = moveMoney(sandbox, payout.amount, 0, payout.currency, 'payout_reversal', id)
  const failed = sandbox.store.keep({
    ...payout,
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    failure_balance_transaction: back.id,
  })
  sandbox.announce('payout.failed', failed)
  return failed
}

/** `GET /v1/balance_transactions`: all of them, or those of one payout. */
export function listMoves({ sandbox, params }: Call) {
  allowOnly(params, 'created currency ending_before expand limit payout source starting_after type')
  payOut(sandbox)
  const payout = textOf(params, 'payout')
  const source = textOf(params, 'source')
  const page = pageOf(
    sandbox,
    'balance_transaction',
    params,
    '/v1/balance_transactions',
    (move) => (!payout || move.payout === payout) && (!source || move.source === source),
  )
  return { ...page, data: page.data.map(({ payout: _, ...shown }) => shown) }
}

export function listPayouts({ sandbox, params }: Call) {
  allowOnly(params, 'arrival_date created destination ending_before expand limit starting_after status')
  payOut(sandbox)
  return pageOf(sandbox, 'payout', params, '/v1/payouts')
}

export const retrievePayout = ({ sandbox, id }: Call): Payout => payoutCalled(sandbox, id)

function payoutCalled(sandbox: Sandbox, id: string): Payout {
  const payout = sandbox.store.find('payout', id)
  if (!payout) throw noSuch('payout', id)
  return payout
}

const shape = (id: string, amount: number, day: number): Payout => ({
  id,
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: day - (day % DAY_SECONDS),
  automatic: true,
  balance_transaction: null,
  created: day,
  currency: 'usd',
  description: 'STRIPE PAYOUT',
  destination: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'paid',
  trace_id: null,
  type: 'bank_account',
})
