import { type Form, isForm } from './form'
import { badRequest, missingParameter } from './refusal'

/** Refuses a parameter that Stripe does not know, so that a typing error shows here and not in production. */
export function allowOnly(form: Form, names: string): void {
  const known = names.split(/\s+/)
  const unknown = Object.keys(form).find((name) => name !== 'expand' && !known.includes(name))
  if (unknown) throw badRequest(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
}

export function textOf(form: Form, name: string, longest = 5000): string | undefined {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string')
    throw badRequest(`Invalid string: ${JSON.stringify(value)}`, name, 'parameter_invalid_string')
  if (value.length > longest) {
    throw badRequest(`Invalid string: ${value.slice(0, 30)}…; must be at most ${longest} characters`, name)
  }
  return value
}

export function requiredText(form: Form, name: string, within = '', longest = 5000): string {
  const value = textOf(form, name, longest)
  if (value === undefined) throw missingParameter(within ? `${within}[${name}]` : name)
  return value
}

export function wholeNumber(form: Form, name: string): number | undefined {
  const value = textOf(form, name)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value))
    throw badRequest(`Invalid integer: ${value}`, name, 'parameter_invalid_integer')
  return Number(value)
}

export function yesOrNo(form: Form, name: string): boolean {
  const value = textOf(form, name)
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw badRequest(`Invalid boolean: ${value}`, name)
  return value === 'true'
}

/** One of the words that Stripe knows, or none. */
export function oneOf<Word extends string>(form: Form, name: string, words: Word[]): Word | null {
  const value = textOf(form, name)
  if (value === undefined) return null
  const known = words.find((word) => word === value)
  if (!known) throw badRequest(`Invalid ${name}: must be one of ${words.join(', ')}`, name)
  return known
}

/** Nested parameters; none when absent. */
export function formOf(form: Form, name: string): Form {
  const value = form[name]
  if (value === undefined || value === '') return {}
  if (!isForm(value)) throw badRequest(`Invalid object`, name)
  return value
}

export function textsOf(form: Form, name: string): string[] {
  const value = form[name]
  if (value === undefined || value === '') return []
  if (!Array.isArray(value)) throw badRequest('Invalid array', name)
  return value.filter((one) => typeof one === 'string')
}

/** The amount of a payment in cents, within Stripe's limits. */
export function amountOf(form: Form, currency: string): number {
  const amount = wholeNumber(form, 'amount')
  if (amount === undefined) throw missingParameter('amount')
  if (amount < 1)
    throw badRequest('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  if (amount < 50) throw badRequest(`Amount must be at least $0.50 ${currency}`, 'amount', 'amount_too_small')
  if (amount > 99_999_999)
    throw badRequest('Amount must be no more than $999,999.99', 'amount', 'amount_too_large')
  return amount
}

export function currencyOf(form: Form, within = ''): string {
  const currency = requiredText(form, 'currency', within).toLowerCase()
  if (!/^[a-z]{3}$/.test(currency)) throw badRequest(`Invalid currency: ${currency}`, 'currency')
  return currency
}

export function emailOf(form: Form, name: string): string | null {
  const email = textOf(form, name, 512)
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw badRequest(`Invalid email address: ${email}`, name, 'email_invalid')
  }
  return email ?? null
}

export function addressOf(form: Form, name: string): string | undefined {
  const address = textOf(form, name)
  if (address && !/^https?:\/\/[^\s/]+/.test(address))
    throw badRequest('Not a valid URL', name, 'url_invalid')
  return address
}

/**
 * Adds to what an object already carries: an empty value takes a key away, an empty `metadata` takes them
 * all.
 */
export function metadataOf(form: Form, before: Record<string, string> = {}): Record<string, string> {
  if (form.metadata === undefined) return before
  if (form.metadata === '') return {}
  const after = { ...before }
  for (const [key, value] of Object.entries(formOf(form, 'metadata'))) {
    if (typeof value !== 'string') throw badRequest('Metadata values must be strings', `metadata[${key}]`)
    if (key.length > 40) throw badRequest(`Metadata keys can have up to 40 characters: ${key}`, 'metadata')
    if (value.length > 500) throw badRequest(tooLong(value), `metadata[${key}]`)
    if (value === '') delete after[key]
    else after[key] = value
  }
  if (Object.keys(after).length > 50) throw badRequest('Metadata can have up to 50 keys', 'metadata')
  return after
}

const tooLong = (value: string) =>
  `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. ` +
  `Invalid value: ${value.slice(0, 40)}…`
