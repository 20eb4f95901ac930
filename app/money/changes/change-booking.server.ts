import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { onItsWayCents } from '#app/money/books/on-its-way.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import {
  type IntentRecord,
  unsettledIntentOf,
  unsettledIntentsOf,
} from '#app/money/payments/intent-records.server'
import { immediately, type Tx } from '#db/connection.server'
import { formKeys } from '#db/schema/money'
import { withdraw } from './paying/settle.server'

/** What is confirmed of a booking's command: once for a form, and as it was shown. */
export type Confirmed = {
  reference: string
  /** One opened form: a second press of its button changes nothing. Absent where nothing is opened. */
  formKey?: string
  /** The digest of the quote that was shown: with another by now nothing is done. Absent where none was. */
  quoted?: string
}

type Refusal = { refused: string }
type QuoteOf<Plan> = Plan extends { quote: infer Quote } ? Quote : never

type Command<Plan extends object, Done> = {
  /** As its form is remembered. */
  name: string
  /** Why it may not be done, or what it comes to, which was shown, and what is to be written for it. */
  plan: (booking: Booking, now: Date, tx: Tx) => Plan
  /** Whether a payment page that is open may stay; else it is withdrawn at Stripe first. */
  leavesOpen?: (plan: Exclude<Plan, Refusal>, booking: Booking) => boolean
  /**
   * Whether it may be done while money is on its way from a bank account, which no one can call back: nothing
   * of what it writes may depend on whether that comes.
   */
  leavesOnItsWay?: true
  /** Writes it. May refuse what shows only beside the quote that holds, before it writes anything. */
  change: (booking: Booking, plan: Exclude<Plan, Refusal>, now: Date, tx: Tx) => Done
}

/** Only of a command that comes to something. */
type QuoteChanged<Plan> = Plan extends { quote: infer Quote }
  ? { refused: 'quote-changed'; quote: Quote }
  : never

/** Done, refused by the command itself, or not carried out as any. */
type Outcome<Plan extends object, Done> =
  | Done
  | Extract<Plan, Refusal>
  | { known: true }
  | { refused: 'not-found' }
  | { refused: 'being-paid' }
  | QuoteChanged<Plan>

const ROUNDS = 5
const BUSY_MS = 300

/**
 * Does what was confirmed, in one transaction: is the form known, may it be done, is the quote as it was
 * shown, could something be paid. That is withdrawn at Stripe, outside, before all is asked again: money that
 * came first counts. Throws StripeUnavailable, with nothing changed.
 */
export async function changeBooking<Plan extends object, Done>(
  asked: Confirmed,
  clock: () => Date,
  command: Command<Plan, Done>,
): Promise<Outcome<Plan, Done>> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = immediately((tx) => attempt(asked, command, clock(), tx))
    if (outcome !== 'intent-in-the-way') return outcome
    const booking = findBooking(asked.reference)
    if (booking && !command.leavesOnItsWay && onItsWayCents(booking.id) > 0) return { refused: 'being-paid' }
    for (const open of booking ? unsettledIntentsOf(booking.id) : []) {
      const isStopped = (await withdraw(open, clock)) === 'processing' && isStillOpen(open)
      if (isStopped) return { refused: 'being-paid' }
    }
    await pause(round === 0 ? 0 : BUSY_MS)
  }
  return { refused: 'being-paid' }
}

const isStillOpen = ({ id, bookingId }: IntentRecord): boolean =>
  unsettledIntentsOf(bookingId ?? 0).some((one) => one.id === id)

function attempt<Plan extends object, Done>(
  { reference, formKey, quoted }: Confirmed,
  { name, plan, leavesOpen, leavesOnItsWay, change }: Command<Plan, Done>,
  now: Date,
  tx: Tx,
): Outcome<Plan, Done> | 'intent-in-the-way' {
  const booking = findBooking(reference)
  if (!booking) return { refused: 'not-found' }
  if (formKey !== undefined && isKnown(formKey, tx)) return { known: true }
  const planned = plan(booking, now, tx)
  if (isRefusal(planned)) return planned
  const allowed = planned as Exclude<Plan, Refusal> & { quote: QuoteOf<Plan> }
  if (quoted !== undefined && digestOf(allowed.quote) !== quoted)
    return { refused: 'quote-changed', quote: allowed.quote } as QuoteChanged<Plan>
  if (!leavesOpen?.(allowed, booking)) {
    if (unsettledIntentOf(booking.id)) return 'intent-in-the-way'
    if (!leavesOnItsWay && onItsWayCents(booking.id) > 0) return 'intent-in-the-way'
  }
  const done = change(booking, allowed, now, tx)
  if (formKey !== undefined && !isRefusal(done)) {
    tx.insert(formKeys).values({ key: formKey, command: name, bookingId: booking.id, createdAt: now }).run()
  }
  return done
}

const isRefusal = <Value>(value: Value): value is Extract<Value, Refusal> =>
  typeof value === 'object' && value !== null && 'refused' in value

const isKnown = (key: string, tx: Tx): boolean =>
  tx.select({ key: formKeys.key }).from(formKeys).where(eq(formKeys.key, key)).get() !== undefined
