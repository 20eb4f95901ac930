import type { Form } from './form'
import type { Kept } from './objects'
import type { Store } from './store'

/** What every command of the sandbox has at hand. */
export interface Sandbox {
  store: Store
  /** Where a browser reaches the sandbox, without a slash at the end. */
  publicUrl: string
  /** By what clock money is dated: with it the days of payouts pass. */
  clock(): Date
  /** Whether the bank sends new payouts back. */
  payoutsFail(): boolean
  /** How many days a payment from a bank account takes. */
  bankDays(): number
  /** How young a payment intent may be that search does not find yet. */
  searchBehindSeconds(): number
  /** Writes the event down and posts it to the webhook. */
  announce(type: string, object: Kept): void
}

/** One call of the API, ready to be answered. */
export interface Call {
  sandbox: Sandbox
  params: Form
  /** The object that the path names, or an empty text. */
  id: string
  /** Asked with the publishable key and the intent's client secret. */
  byBrowser?: boolean
}
