import type { z } from 'zod'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import type { Sold } from '#app/money/changes/sell-by-hand.server'
import { StripeNotConfigured, StripeUnavailable } from '#app/money/stripe/client.server'
import { showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { fieldsOf, namedFields } from '#app/server/guards/read-form.server'
import { NOT_YET, SALES_CLOSED, SOLD_OUT } from '#app/tours/departure'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { ToastMessage } from '#app/ui/toasts/toast-message'

/** The booking that an address names; throws 404 where there is none. */
export function namedBooking({ reference = '' }: { reference?: string }): Booking {
  const booking = findBooking(reference)
  if (!booking) throw new Response('Booking not found', { status: 404 })
  return booking
}

/** Done, or refused in the dialog: about one field, or with the quote that holds now. */
export type MoneyAnswer =
  | { toast: ToastMessage }
  | { words: string; status?: number; field?: string; quote?: object | undefined }
  /** Nothing is done yet: it is shown what it comes to. */
  | { shows: object }

/** What is typed into a dialog that shows its quote first, by GET, as its fields read it. */
export function typedInQuery(query: URLSearchParams, schema: z.ZodObject) {
  const sent = new FormData()
  for (const [name, value] of query) sent.append(name, value)
  const form = namedFields(sent, fieldsOf(schema))
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  /** Back from the quote to what was typed. */
  return { form, typed, isAgain: query.has('again') }
}

const STRIPE_IS_DOWN =
  'Stripe cannot be reached, so an open payment could not be stopped. Nothing was changed: please try again in a minute.'

/**
 * The words for staff where Stripe, not answering or not set up, kept a command from stopping an open
 * payment. Any other error is thrown on.
 */
export function notStoppedWords(error: unknown): string {
  if (error instanceof StripeUnavailable) return STRIPE_IS_DOWN
  if (error instanceof StripeNotConfigured) {
    return 'Stripe is not set up here, so an open payment could not be stopped. Nothing was changed.'
  }
  throw error
}

/** What a dialog says once its command has done it. */
export const done = (title: string, description: string): { toast: ToastMessage } => ({
  toast: { tone: 'success', title, description },
})

/** Someone else was faster, or nothing was left to do. */
export const nothingChanged = (description: string): { toast: ToastMessage } => ({
  toast: { tone: 'info', title: 'Nothing was changed', description },
})

/** Back to the booking's page, which says why the dialog does not open. */
export const notOpened = ({ reference }: Booking, words: string) =>
  redirectWithToast(`/admin/bookings/${reference}`, nothingChanged(words).toast)

/** Why so much cannot go back and be owed again; also of a refund. */
export const promisedBeyond = (atMost: Cents): string =>
  `At most ${showCents(atMost)} can go back with the price unchanged: the rest is promised to travelers who canceled. To pay that back, lower the price by it.`

type Words = { field: 'departure' | 'travelers' | 'heldUntil' | 'price'; words: string }

/** Why no seats are held for a guest, and the field that it is about. */
export function whyNotSold(refusal: Exclude<Extract<Sold, { refused: string }>, { quote: unknown }>): Words {
  switch (refusal.refused) {
    case 'sold-out':
      return { field: 'departure', words: SOLD_OUT }
    case 'closed':
      return { field: 'departure', words: SALES_CLOSED }
    case 'not-yet':
      return { field: 'departure', words: NOT_YET }
    case 'not-chargeable':
      return { field: 'price', words: 'No card can pay this amount' }
    case 'too-few-seats':
      return {
        field: 'travelers',
        words: `Only ${refusal.seatsLeft} ${refusal.seatsLeft === 1 ? 'seat is' : 'seats are'} left on this departure`,
      }
    case 'wrong-day':
      return {
        field: 'heldUntil',
        words: `Please choose a day from today to ${showDay(refusal.until)}, the day before the journey`,
      }
    case 'wrong-price':
      return {
        field: 'price',
        words: `The price must be at least the deposit of ${showCents(refusal.atLeastCents)}, and a card must be able to pay what is left after it`,
      }
  }
}
