import { type Form, isForm } from './form'
import { newId, nowSeconds } from './ids'
import type { LineItem } from './objects'
import { currencyOf, formOf, metadataOf, requiredText, textOf, textsOf, wholeNumber } from './parameters'
import { badRequest, missingParameter } from './refusal'

/**
 * The lines of a Checkout Session, by `price_data`. All in one currency, and together within Stripe's limits.
 */
export function linesOf(params: Form): LineItem[] {
  const given = params.line_items
  if (!Array.isArray(given) || given.length === 0) throw missingParameter('line_items')
  const lines = given.map((line, index) => lineOf(isForm(line) ? line : {}, `line_items[${index}]`))
  if (lines.some((line) => line.currency !== lines[0]?.currency)) {
    throw badRequest('The line items must all have the same currency.', 'line_items')
  }
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  if (total < 50) {
    const message = `The Checkout Session's total amount must convert to at least 50 cents. ${lines[0]?.currency} ${total}`
    throw badRequest(message, undefined, 'amount_too_small')
  }
  return lines
}

function lineOf(line: Form, where: string): LineItem {
  if (!line.price_data) throw missingParameter(`${where}[price_data]`)
  const data = formOf(line, 'price_data')
  const product = formOf(data, 'product_data')
  const name = requiredText(product, 'name', `${where}[price_data][product_data]`, 250)
  const currency = currencyOf(data, `${where}[price_data]`)
  const unit = wholeNumber(data, 'unit_amount')
  const quantity = wholeNumber(line, 'quantity')
  if (unit === undefined) throw missingParameter(`${where}[price_data][unit_amount]`)
  if (quantity === undefined) throw missingParameter(`${where}[quantity]`)
  if (unit < 0 || quantity < 1)
    throw badRequest('This value must be greater than or equal to 1.', `${where}[quantity]`)
  return {
    id: newId('li_1'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: unit * quantity,
    amount_tax: 0,
    amount_total: unit * quantity,
    currency,
    description: name,
    metadata: metadataOf(line),
    price: priceOf(unit, currency),
    product: { description: textOf(product, 'description') ?? null, images: textsOf(product, 'images') },
    quantity,
  }
}

function priceOf(unit: number, currency: string) {
  return {
    id: newId('price_1'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: nowSeconds(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: newId('prod_', 14),
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: unit,
    unit_amount_decimal: String(unit),
  }
}
