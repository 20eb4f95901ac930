import { price } from '#scripts/sandbox/page'
import { DAY_SECONDS, moneySeconds, moveMoney } from './balance'
import { chargeCalled } from './charges'
import { isChargedBack } from './disputes'
import type { Form } from './form'
import { newId, nowSeconds } from './ids'
import { intentCalled } from './intent'
import { pageOf } from './lists'
import type { Charge, Refund } from './objects'
import { allowOnly, metadataOf, textOf, wholeNumber } from './parameters'
import { badRequest, noSuch, Refusal } from './refusal'
import type { Call, Sandbox } from './sandbox'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer']

const BANK_REFUND_DAYS = 180

/** Gives back the whole rest or a part of it; never more than was taken and not yet given back. */
export function createRefund({ sandbox, params }: Pick<Call, 'sandbox' | 'params'>): Refund {
  allowOnly(
    params,
    'amount charge payment_intent reason metadata instructions_email origin refund_application_fee reverse_transfer',
  )
  const reason = textOf(params, 'reason')
  if (reason && !REASONS.includes(reason))
    throw badRequest(`Invalid reason: must be one of ${REASONS.join(', ')}`, 'reason')
  const charge = chargeToRefund(sandbox, params)
  const amount = amountToRefund(charge, wholeNumber(params, 'amount'))

  const refund = shape(charge, amount, reason ?? null, metadataOf(params))
  const balance = moveMoney(sandbox, -amount, 0, charge.currency, 'refund', refund.id)
  sandbox.store.keep({ ...refund, balance_transaction: balance.id })
  const given = charge.amount_refunded + amount
  const after = sandbox.store.keep({
    ...charge,
    amount_refunded: given,
    refunded: given === charge.amount_captured,
  })
  sandbox.announce('refund.created', refund)
  sandbox.announce('charge.refunded', after)
  sandbox.announce('refund.updated', refund)
  return refund
}

export function retrieveRefund({ sandbox, id }: Call): Refund {
  return refundCalled(sandbox, id)
}

export function updateRefund({ sandbox, params, id }: Call): Refund {
  allowOnly(params, 'metadata')
  const refund = refundCalled(sandbox, id)
  const updated = sandbox.store.keep({ ...refund, metadata: metadataOf(params, refund.metadata ?? {}) })
  sandbox.announce('refund.updated', updated)
  return updated
}

/** A refund that needs something of the cardholder first, as Stripe has it for some ways to pay. */
export const holdRefund = (sandbox: Sandbox, id: string): Refund =>
  sandbox.store.keep({ ...refundCalled(sandbox, id), status: 'requires_action' })

/** The bank sends a refund back days later: the money is the account's again. */
export function failRefund(sandbox: Sandbox, id: string): Refund {
  const refund = refundCalled(sandbox, id)
  if (refund.status === 'failed') throw new Error(`Refund ${id} is ${refund.status}`)
  const charge = chargeCalled(sandbox, refund.charge ?? '')
  const amount_refunded = charge.amount_refunded - refund.amount
  sandbox.store.keep({ ...charge, amount_refunded, refunded: false })
  moveMoney(sandbox, refund.amount, 0, charge.currency, 'refund_failure', refund.id)
  const failed = sandbox.store.keep({
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  sandbox.announce('refund.failed', failed)
  sandbox.announce('refund.updated', failed)
  return failed
}

export function listRefunds({ sandbox, params }: Call) {
  const intent = textOf(params, 'payment_intent')
  const charge = textOf(params, 'charge')
  return pageOf(
    sandbox,
    'refund',
    params,
    '/v1/refunds',
    (refund) => (!intent || refund.payment_intent === intent) && (!charge || refund.charge === charge),
  )
}

function refundCalled(sandbox: Sandbox, id: string): Refund {
  const refund = sandbox.store.find('refund', id)
  if (!refund) throw noSuch('refund', id)
  return refund
}

function chargeToRefund(sandbox: Sandbox, params: Form): Charge {
  const chargeId = textOf(params, 'charge')
  const intentId = textOf(params, 'payment_intent')
  if (!chargeId && !intentId) {
    throw badRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      undefined,
      'parameter_missing',
    )
  }
  const id = chargeId ?? intentCalled(sandbox, intentId ?? '', 'payment_intent').latest_charge
  const charge = id ? chargeCalled(sandbox, id, 'charge') : undefined
  if (!charge?.paid) {
    const message = `This PaymentIntent (${intentId ?? charge?.payment_intent}) does not have a successful charge to refund.`
    throw new Refusal(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message,
    })
  }
  if (isChargedBack(sandbox, charge)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw new Refusal(400, { type: 'invalid_request_error', code: 'charge_disputed', message })
  }
  refuseTooOld(sandbox, charge)
  return charge
}

// Only a card takes its money back however long ago it was.
function refuseTooOld(sandbox: Sandbox, charge: Charge): void {
  const paid = sandbox.store.find('balance_transaction', charge.balance_transaction ?? '')
  if (charge.payment_method_details?.type !== 'us_bank_account' || !paid) return
  if (moneySeconds(sandbox) - paid.created <= BANK_REFUND_DAYS * DAY_SECONDS) return
  const message = `ACH Direct Debit payments can be refunded for ${BANK_REFUND_DAYS} days after the original payment; charge ${charge.id} is older.`
  throw new Refusal(400, { type: 'invalid_request_error', message })
}

function amountToRefund(charge: Charge, asked: number | undefined): number {
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw new Refusal(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message })
  }
  if (asked !== undefined && asked < 1)
    throw badRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (asked !== undefined && asked > left) {
    const message = `Refund amount (${price(asked, charge.currency)}) is greater than unrefunded amount on charge (${price(left, charge.currency)})`
    throw new Refusal(400, { type: 'invalid_request_error', message, param: 'amount' })
  }
  return asked ?? left
}

function shape(
  charge: Charge,
  amount: number,
  reason: string | null,
  metadata: Record<string, string>,
): Refund {
  return {
    id: newId('re_3', 23),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details:
      charge.payment_method_details?.type === 'us_bank_account'
        ? { type: 'us_bank_transfer', us_bank_transfer: { reference: null, reference_status: 'pending' } }
        : {
            card: {
              reference_status: 'pending',
              reference_type: 'acquirer_reference_number',
              type: 'refund',
            },
            type: 'card',
          },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason as Refund['reason'],
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}
