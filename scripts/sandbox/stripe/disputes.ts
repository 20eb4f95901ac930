import { moveMoney } from './balance'
import { chargeCalled } from './charges'
import { newId, nowSeconds } from './ids'
import { intentCalled } from './intent'
import { pageOf } from './lists'
import { endMandates } from './mandates'
import type { Charge, Dispute } from './objects'
import { textOf } from './parameters'
import { noSuch } from './refusal'
import type { Call, Sandbox } from './sandbox'

export interface DisputeWish {
  /** The whole charge without. */
  amount?: number
  reason?: string
  /** The bank only asks, and takes nothing yet. */
  isInquiry?: boolean
}

const DAY = 86_400
const DISPUTE_FEE = 1500
/** What Stripe takes for a bank payment that comes back by itself. */
const BOUNCE_FEE = 400
/** A bank's return codes, by Stripe's reasons for a payment that comes back by itself. */
const BOUNCES: Record<string, string> = {
  bank_cannot_process: 'R17',
  incorrect_account_details: 'R03',
  insufficient_funds: 'R01',
}

/** A cardholder goes to the bank: the money leaves the balance until that is decided. */
export function openDispute(sandbox: Sandbox, intentId: string, wish: DisputeWish = {}): Dispute {
  const charge = chargeCalled(sandbox, intentCalled(sandbox, intentId).latest_charge ?? '')
  if (!charge.paid) throw new Error(`Nothing was paid on ${intentId}`)
  const opened = shape(charge, wish)
  sandbox.store.keep({ ...charge, disputed: true })
  sandbox.announce('charge.dispute.created', sandbox.store.keep(opened))
  if (wish.isInquiry) return opened
  const fee = opened.reason in BOUNCES ? BOUNCE_FEE : DISPUTE_FEE
  const taken = moveMoney(sandbox, -opened.amount, fee, opened.currency, 'dispute', opened.id)
  const dispute = sandbox.store.keep({ ...opened, balance_transactions: [taken] })
  sandbox.announce('charge.dispute.funds_withdrawn', dispute)
  if (isFromBank(charge)) loseAtOnce(sandbox, dispute, charge)
  return dispute
}

/** The bank decides. What was lost and is won on appeal comes as a second end of the same dispute. */
export function closeDispute(
  sandbox: Sandbox,
  disputeId: string,
  status: 'won' | 'lost' | 'warning_closed',
): Dispute {
  const dispute = sandbox.store.find('dispute', disputeId)
  if (!dispute) throw new Error(`No such dispute: ${disputeId}`)
  const moved = [...dispute.balance_transactions]
  if (status === 'won') {
    moved.push(moveMoney(sandbox, dispute.amount, 0, dispute.currency, 'dispute_reversal', dispute.id))
  }
  const closed = sandbox.store.keep({
    ...dispute,
    status,
    is_charge_refundable: status !== 'lost',
    balance_transactions: moved,
  })
  if (status === 'won') sandbox.announce('charge.dispute.funds_reinstated', closed)
  sandbox.announce('charge.dispute.closed', closed)
  return closed
}

export function retrieveDispute({ sandbox, id }: Call): Dispute {
  const dispute = sandbox.store.find('dispute', id)
  if (!dispute) throw noSuch('dispute', id)
  return dispute
}

export function listDisputes({ sandbox, params }: Call) {
  const intent = textOf(params, 'payment_intent')
  const charge = textOf(params, 'charge')
  return pageOf(
    sandbox,
    'dispute',
    params,
    '/v1/disputes',
    (dispute) => (!intent || dispute.payment_intent === intent) && (!charge || dispute.charge === charge),
  )
}

/** Whether the bank has taken a charge back, or is about to decide. */
export const isChargedBack = (sandbox: Sandbox, charge: Charge): boolean =>
  charge.disputed &&
  sandbox.store.all('dispute').some((one) => one.charge === charge.id && !one.is_charge_refundable)

function shape(charge: Charge, { amount, reason = 'fraudulent', isInquiry = false }: DisputeWish): Dispute {
  return {
    id: newId('dp_1', 23),
    object: 'dispute',
    amount: amount ?? charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: endOfDay(nowSeconds() + 7 * DAY),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: isFromBank(charge) ? (BOUNCES[reason] ?? 'R10') : '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: isFromBank(charge)
      ? { type: 'us_bank_account' as never }
      : {
          card: {
            brand: charge.payment_method_details?.card?.brand ?? 'visa',
            case_type: isInquiry ? 'inquiry' : 'chargeback',
            network: charge.payment_method_details?.card?.network ?? 'visa',
            network_reason_code: '10.4',
          },
          type: 'card',
        },
    reason,
    status: isFromBank(charge) ? 'lost' : isInquiry ? 'warning_needs_response' : 'needs_response',
  }
}

// With a bank there is nothing to answer, and the payer has to agree again before the next debit.
function loseAtOnce(sandbox: Sandbox, dispute: Dispute, charge: Charge): void {
  sandbox.announce('charge.dispute.closed', dispute)
  endMandates(sandbox, charge.payment_method ?? '')
}

const isFromBank = (charge: Charge) => charge.payment_method_details?.type === 'us_bank_account'

const endOfDay = (seconds: number) => seconds - (seconds % DAY) + DAY - 1

const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
