import { retrieveBalance } from './balance'
import { listCharges, retrieveCharge } from './charges'
import {
  createSession,
  expireSession,
  lineItemsOf,
  listSessions,
  retrieveSession,
  sessionCalled,
  updateSession,
} from './checkout-sessions'
import { confirmPayment } from './confirmation'
import { createCustomer, deleteCustomer, listCustomers, retrieveCustomer, updateCustomer } from './customers'
import { listDisputes, retrieveDispute } from './disputes'
import { listEvents, retrieveEvent } from './events'
import { retrieveMandate } from './mandates'
import {
  cancelPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './payment-intents'
import { createPaymentMethod, createToken, paymentMethodCalled } from './payment-methods'
import { listMoves, listPayouts, retrievePayout } from './payouts'
import { createRefund, listRefunds, retrieveRefund, updateRefund } from './refunds'
import type { Call } from './sandbox'
import { attachMethod, detachMethod, listMethods, updateMethod } from './saved-methods'
import { searchPaymentIntents } from './search'
import { confirmSetup } from './setup-confirmation'
import {
  cancelSetupIntent,
  createSetupIntent,
  listSetupIntents,
  retrieveSetupIntent,
  updateSetupIntent,
} from './setup-intents'

interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  answer(call: Call): object
  /** A browser may ask with the publishable key; for an intent it must show the client secret too. */
  browser?: 'anyone' | 'with-secret'
}

const ID = '([^/]+)'

/** Every address of the API that the sandbox answers. */
export const ROUTES: Route[] = [
  route('POST', '/v1/payment_intents', createPaymentIntent),
  route('GET', '/v1/payment_intents', listPaymentIntents),
  route('GET', '/v1/payment_intents/search', searchPaymentIntents),
  route('GET', `/v1/payment_intents/${ID}`, retrievePaymentIntent, 'with-secret'),
  route('POST', `/v1/payment_intents/${ID}`, updatePaymentIntent),
  route('POST', `/v1/payment_intents/${ID}/confirm`, confirmPayment, 'with-secret'),
  route('POST', `/v1/payment_intents/${ID}/cancel`, cancelPaymentIntent),
  route('POST', '/v1/setup_intents', createSetupIntent),
  route('GET', '/v1/setup_intents', listSetupIntents),
  route('GET', `/v1/setup_intents/${ID}`, retrieveSetupIntent, 'with-secret'),
  route('POST', `/v1/setup_intents/${ID}`, updateSetupIntent),
  route('POST', `/v1/setup_intents/${ID}/confirm`, confirmSetup, 'with-secret'),
  route('POST', `/v1/setup_intents/${ID}/cancel`, cancelSetupIntent),
  route('POST', '/v1/customers', createCustomer),
  route('GET', '/v1/customers', listCustomers),
  route('GET', `/v1/customers/${ID}`, retrieveCustomer),
  route('POST', `/v1/customers/${ID}`, updateCustomer),
  route('DELETE', `/v1/customers/${ID}`, deleteCustomer),
  route('GET', `/v1/customers/${ID}/payment_methods`, listMethods),
  route('GET', `/v1/mandates/${ID}`, retrieveMandate),
  route('POST', '/v1/checkout/sessions', createSession),
  route('GET', '/v1/checkout/sessions', listSessions),
  route('GET', `/v1/checkout/sessions/${ID}`, retrieveSession),
  route('POST', `/v1/checkout/sessions/${ID}`, updateSession),
  route('POST', `/v1/checkout/sessions/${ID}/expire`, expireSession),
  route('GET', `/v1/checkout/sessions/${ID}/line_items`, ({ sandbox, id }) =>
    lineItemsOf(sandbox, sessionCalled(sandbox, id).id),
  ),
  route('POST', '/v1/refunds', createRefund),
  route('GET', '/v1/refunds', listRefunds),
  route('GET', `/v1/refunds/${ID}`, retrieveRefund),
  route('POST', `/v1/refunds/${ID}`, updateRefund),
  route('GET', '/v1/disputes', listDisputes),
  route('GET', `/v1/disputes/${ID}`, retrieveDispute),
  route('GET', '/v1/charges', listCharges),
  route('GET', `/v1/charges/${ID}`, retrieveCharge),
  route('GET', '/v1/events', listEvents),
  route('GET', `/v1/events/${ID}`, retrieveEvent),
  route('GET', '/v1/balance', retrieveBalance),
  route('GET', '/v1/balance_transactions', listMoves),
  route('GET', '/v1/payouts', listPayouts),
  route('GET', `/v1/payouts/${ID}`, retrievePayout),
  route(
    'POST',
    '/v1/payment_methods',
    ({ sandbox, params, byBrowser }) => createPaymentMethod(sandbox, params, byBrowser),
    'anyone',
  ),
  route('GET', '/v1/payment_methods', listMethods),
  route('POST', `/v1/payment_methods/${ID}`, updateMethod),
  route('POST', `/v1/payment_methods/${ID}/attach`, attachMethod),
  route('POST', `/v1/payment_methods/${ID}/detach`, detachMethod),
  route('GET', `/v1/payment_methods/${ID}`, ({ sandbox, id }) => paymentMethodCalled(sandbox, id)),
  route('POST', '/v1/tokens', ({ sandbox, params }) => createToken(sandbox, params), 'anyone'),
]

function route(
  method: Route['method'],
  path: string,
  answer: Route['answer'],
  browser?: Route['browser'],
): Route {
  return { method, path: new RegExp(`^${path}$`), answer, ...(browser && { browser }) }
}
