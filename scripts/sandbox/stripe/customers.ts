import { newId, nowSeconds } from './ids'
import { pageOf } from './lists'
import type { Customer } from './objects'
import { allowOnly, emailOf, metadataOf, textOf } from './parameters'
import { noSuch } from './refusal'
import type { Call, Sandbox } from './sandbox'
import { attach, detach, methodsOf, savedMethod } from './saved-methods'

const SHARED = 'address description email metadata name phone preferred_locales'

export function createCustomer({ sandbox, params }: Call): Customer {
  allowOnly(params, `${SHARED} payment_method`)
  const customer = newCustomer(sandbox, {
    description: textOf(params, 'description', 1000) ?? null,
    email: emailOf(params, 'email'),
    metadata: metadataOf(params),
    name: textOf(params, 'name', 256) ?? null,
    phone: textOf(params, 'phone', 20) ?? null,
  })
  const method = textOf(params, 'payment_method')
  if (method) attach(sandbox, savedMethod(sandbox, method), customer.id)
  return customer
}

/** Also for a Checkout Session that makes one of its payer. */
export function newCustomer(sandbox: Sandbox, given: Partial<Customer>): Customer {
  const customer = sandbox.store.keep({ ...shape(), ...given })
  sandbox.announce('customer.created', customer)
  return customer
}

export function retrieveCustomer({ sandbox, id }: Call): object {
  const customer = sandbox.store.find('customer', id)
  if (!customer) throw noSuch('customer', id)
  return customer.deleted ? grave(customer) : customer
}

export function updateCustomer({ sandbox, params, id }: Call): Customer {
  allowOnly(params, SHARED)
  const customer = customerCalled(sandbox, id, 'id')
  const updated = sandbox.store.keep({
    ...customer,
    ...(params.description !== undefined && { description: textOf(params, 'description', 1000) ?? null }),
    ...(params.email !== undefined && { email: emailOf(params, 'email') }),
    ...(params.name !== undefined && { name: textOf(params, 'name', 256) ?? null }),
    ...(params.phone !== undefined && { phone: textOf(params, 'phone', 20) ?? null }),
    metadata: metadataOf(params, customer.metadata),
  })
  sandbox.announce('customer.updated', updated)
  return updated
}

/** Takes the saved methods with it; what was paid stays. */
export function deleteCustomer({ sandbox, id }: Call): object {
  const customer = customerCalled(sandbox, id, 'id')
  for (const method of methodsOf(sandbox, id)) detach(sandbox, method)
  sandbox.announce('customer.deleted', customer)
  return grave(sandbox.store.keep({ ...customer, deleted: true }))
}

export function listCustomers({ sandbox, params }: Call) {
  allowOnly(params, 'created email ending_before limit starting_after')
  const email = textOf(params, 'email')
  return pageOf(
    sandbox,
    'customer',
    params,
    '/v1/customers',
    (customer) => !customer.deleted && (!email || customer.email === email),
  )
}

/** A customer that is still there. */
export function customerCalled(sandbox: Sandbox, id: string, param = 'customer'): Customer {
  const customer = sandbox.store.find('customer', id)
  if (!customer || customer.deleted) throw noSuch('customer', id, param)
  return customer
}

const grave = ({ id }: Customer) => ({ id, object: 'customer', deleted: true })

const shape = (): Customer => ({
  id: newId('cus_', 14),
  object: 'customer',
  address: null,
  balance: 0,
  created: nowSeconds(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: newId('', 8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})
