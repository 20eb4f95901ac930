import type { LineItem, Session } from './objects'

interface NewSession {
  /** Seconds; it expires so long after. */
  created: number
  id: string
  url: string
  lines: LineItem[]
  cancelUrl: string | null
  successUrl: string
  expiresAt: number
  email: string | null
  clientReference: string | null
  metadata: Record<string, string>
  submitType: string | null
  customer: string | null
  createsCustomer: boolean
  /** Where it is left out, cards alone. */
  types: string[] | undefined
}

/** An open session as it is before anyone has tried to pay: without an intent. */
export function newSession(given: NewSession): Session {
  const total = given.lines.reduce((sum, line) => sum + line.amount_total, 0)
  return {
    id: given.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: (given.types ?? null) as Session['allowed_payment_method_types'],
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancelUrl,
    client_reference_id: given.clientReference,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: null,
    consent_collection: null,
    created: given.created,
    currency: given.lines[0]?.currency ?? 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: given.customer,
    customer_account: null,
    customer_creation: given.customer ? null : given.createsCustomer ? 'always' : 'if_required',
    customer_details: given.email ? customerDetails(given.email, null) : null,
    customer_email: given.email,
    discounts: [],
    expires_at: given.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: given.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: given.types ?? ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: given.submitType as Session['submit_type'],
    subscription: null,
    success_url: given.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: given.url,
    wallet_options: null,
  }
}

export function customerDetails(email: string, name: string | null): Session['customer_details'] {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
}
