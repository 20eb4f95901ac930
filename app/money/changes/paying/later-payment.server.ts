import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { AUTOPAY_FIELDS, autopayOf } from '#app/bookings/autopay-fields'
import { type Booking, payAddress } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { heldUntil } from '#app/bookings/hold-for-guest.server'
import { dueNow } from '#app/bookings/installments/plan'
import { isPaid } from '#app/bookings/status'
import { termsInShort, travelerMailbox, writeToTraveler } from '#app/bookings/traveler-letters.server'
import { words } from '#app/mail/letter'
import { acceptsNoPayments, amountsOwed, nextInstallment } from '#app/money/books/amounts-owed.server'
import { receivedCents } from '#app/money/books/ledger.server'
import { isLinkOpen } from '#app/money/books/payer-links.server'
import type { NotDone } from '#app/money/books/quotes'
import { type ShareOwed, shareOwed } from '#app/money/books/shares-owed.server'
import { changeBooking } from '#app/money/changes/change-booking.server'
import { type Claim, claimIntent, type IntentRecord } from '#app/money/payments/intent-records.server'
import { type Payer, payerByLink, payerColumns, type Whose } from '#app/money/payments/payers.server'
import { forGuest } from '#app/money/stripe/guest-budget.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { businessTime } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents, dollarsOf, isChargeable, isTooSmallToAsk, showCents } from '#app/platform/money'
import { readDollars } from '#app/platform/typed/amounts'
import { BANK_DISCOUNT_AT_MOST } from '#app/site/bank-discount'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import { db, immediately } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { PARTY_AT_MOST, PAYS_FROM, type PaysFrom } from '#db/values'
import { type AutopayWish, mayAgree, savesMethod } from './agree-to-autopay.server'
import { bankAtMostCents, bankPercent, whyNoBank } from './bank-offer.server'
import { bankDiscountOf, type NoBank } from './bank-words'
import { type AlreadyPaying, openCardIntent, openHostedPage } from './open-intent.server'

/** What a booking has left to pay: the next installment, where there is one, and all that remains. Cents. */
export type PaymentDue = {
  next: { number: number; name: string; owedCents: Cents; dueOn: Day; waits?: boolean } | null
  remainingCents: Cents
}

const shownCents = z.coerce
  .number({ error: 'The amount that the page showed is missing' })
  .int()
  .min(0)
  .max(100_000_000)
  .describe('US cents, as the page showed it')

/** Whose share the lead traveler pays, where each pays their own: one's by their number, or everybody's. */
export const whoseShare = z
  .union([z.literal('all'), z.coerce.number().int().min(1).max(PARTY_AT_MOST)])
  .optional()
  .describe('Where each pays their own: whose share, or all; the lead traveler’s where it is left out')

/** What the payment page sends: the choice, and the amounts that it showed beside it. */
export const LaterPaymentFields = z.object({
  pays: z.enum(['next', 'balance', 'part'], { error: 'Please choose what you would like to pay.' }),
  partAmount: z.string().max(20).optional().describe('Dollars as typed, where a part of it is paid'),
  whose: whoseShare,
  paysFrom: z
    .enum(PAYS_FROM, { error: 'Please choose how you would like to pay.' })
    .optional()
    .describe('By card where it is left out'),
  bankPercent: z.coerce
    .number()
    .min(0)
    .max(BANK_DISCOUNT_AT_MOST)
    .optional()
    .describe('What the page showed as off for a bank account, in percent; nothing where it is left out'),
  nextCents: shownCents,
  remainingCents: shownCents,
  ...AUTOPAY_FIELDS,
})

/**
 * The amount that was chosen, zero for a part that is no amount, and all that was shown as left to pay, in
 * cents. Both installments may be as large: only by the latter does a tab that still shows the first one,
 * after it was paid, not pay the second.
 */
export function chosenAmount(chosen: z.output<typeof LaterPaymentFields>) {
  const { pays, partAmount = '', whose, paysFrom = 'card' as const, nextCents, remainingCents } = chosen
  const amounts: Record<typeof pays, Cents> = {
    next: cents(nextCents),
    balance: cents(remainingCents),
    part: readDollars(partAmount) ?? cents(0),
  }
  return {
    pays,
    whose,
    paysFrom,
    bankPercent: chosen.bankPercent,
    amountCents: amounts[pays],
    remainingCents: cents(remainingCents),
    autopay: autopayOf(chosen),
  }
}

export const LaterPaymentForm = LaterPaymentFields.transform(chosenAmount)

export const LATER_PAYMENT_FIELDS = LaterPaymentFields.keyof().options

/** What the traveler's page showed: if another amount is due by now, nothing is charged. */
export type LaterPaymentWish = Omit<
  ReturnType<typeof chosenAmount>,
  'paysFrom' | 'bankPercent' | 'autopay' | 'whose'
> & {
  token: string
  whose?: Whose | undefined
  paysFrom?: PaysFrom
  bankPercent?: number | undefined
  autopay?: AutopayWish | undefined
}

type Refusal =
  | { refused: 'not-found' | 'nothing-due' | 'amount-changed' | 'no-autopay' }
  | { refused: 'wrong-part'; remainingCents: Cents }
  | { refused: 'no-bank'; why: NoBank }
  | { refused: 'beyond-bank'; atMostCents: Cents }

export type LaterPaymentRefused = Refusal | AlreadyPaying | Extract<Claim, { refused: string }>

/** What a payer has to pay at the moment: of the booking, of a share, or what a link names. */
export function paymentDueOf({ booking, share, link }: Payer): PaymentDue {
  const due = share ? shareDue(booking, share.id) : paymentDue(booking)
  if (!link) return due
  // The first payment makes seats the guest's, and is made by them.
  const asked =
    isLinkOpen(link) && isPaid(booking.status) ? Math.min(link.amountCents, due.remainingCents) : 0
  return { next: null, remainingCents: cents(asked) }
}

function shareDue(booking: Booking, travelerId: number): PaymentDue {
  const owed = shareOwed(booking, travelerId)
  const next = owed && nextInstallment(owed)
  return { next: next ? asDue(next) : null, remainingCents: owed?.owedCents ?? cents(0) }
}

/** What is due for a booking at the moment; nothing for one that does not stand, or ends. */
export function paymentDue(booking: Booking): PaymentDue {
  if (isHeldForGuest(booking) && !acceptsNoPayments(booking)) return firstDue(booking)
  const owed = amountsOwed(booking)
  const next = nextInstallment(owed)
  return { next: next ? asDue(next) : null, remainingCents: owed.remainingCents }
}

const asDue = ({ number, name, owedCents, dueOn, waits }: ShareOwed['installments'][number]) => ({
  ...{ number, name, owedCents, dueOn },
  ...(waits && { waits: true }),
})

/**
 * Of seats that staff hold for a guest: the deposit, or the whole price, by the day until which they are
 * held.
 */
function firstDue(booking: Booking): PaymentDue {
  const owedCents = dueNow(booking, booking.paymentType)
  const name = booking.paymentType === 'full' ? 'Full price' : 'Deposit'
  return { next: { number: 0, name, owedCents, dueOn: heldUntil(booking) }, remainingCents: owedCents }
}

/**
 * Opens the intent that pays the next installment or the balance, or finds it open: two tabs get the same
 * one, and one that wants another amount, or to pay from elsewhere, takes its place. What the page showed
 * must still be due. Throws StripeUnavailable.
 */
export async function beginLaterCardPayment(
  wish: LaterPaymentWish,
  now: () => Date,
): Promise<{ booking: Booking; intent: Intent } | LaterPaymentRefused> {
  const payer = payerByLink(wish.token, wish.whose)
  if (!payer) return { refused: 'not-found' }
  const { booking } = payer
  const opened = await forGuest('pay', () =>
    openCardIntent<Refusal>(
      () => claimDue(wish, 'card-element', now()),
      () => describe(booking, wish),
      now,
      wish.autopay,
    ),
  )
  return 'refused' in opened ? opened : { intent: opened.intent, booking }
}

/** The same on Stripe's hosted page, without JavaScript; answers its address. Throws StripeUnavailable. */
export async function beginLaterHostedPayment(
  wish: LaterPaymentWish,
  now: () => Date,
): Promise<{ booking: Booking; url: string } | LaterPaymentRefused> {
  const payer = payerByLink(wish.token, wish.whose)
  if (!payer) return { refused: 'not-found' }
  const { booking } = payer
  const page = payAddress({ linkToken: payer.token })
  const share = wish.whose === undefined ? '' : `?whose=${wish.whose}`
  const opened = await forGuest('pay', () =>
    openHostedPage<Refusal>(
      () => claimDue(wish, 'hosted-page', now()),
      () => describe(booking, wish),
      () => ({
        email: payerEmail(payer),
        reference: booking.reference,
        successUrl: `${page}?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${page}${share}`,
      }),
      now,
      wish.autopay,
    ),
  )
  return 'refused' in opened ? opened : { url: opened.url, booking }
}

/** What Stripe's page begins with: of somebody else nothing is known. */
function payerEmail({ booking, share, by }: Payer): string | null {
  if (by === 'somebody') return null
  return by === 'traveler' ? (share?.email ?? null) : travelerMailbox(booking).address
}

/** Whether this part of what is left can be paid, and the rest by another card. */
export const isPartOf = (remainingCents: Cents, amountCents: Cents): boolean =>
  isChargeable(amountCents) &&
  amountCents <= remainingCents &&
  !isTooSmallToAsk(cents(remainingCents - amountCents))

/** What is due is looked up in the transaction that claims its intent: no one pays in between. */
function claimDue(
  {
    token,
    whose,
    pays,
    paysFrom = 'card',
    bankPercent: percentShown = 0,
    amountCents,
    remainingCents: remainingShown,
    autopay,
  }: LaterPaymentWish,
  method: IntentRecord['method'],
  now: Date,
): Claim | Refusal {
  return immediately(() => {
    const payer = payerByLink(token, whose)
    if (!payer) return { refused: 'not-found' }
    const { booking } = payer
    const isFirst = isHeldForGuest(booking)
    if (!isFirst && !isPaid(booking.status)) return { refused: 'inactive' }

    const due = paymentDueOf(payer)
    const owed = { next: due.next?.owedCents, balance: due.remainingCents, part: amountCents }[pays]
    if (!due.remainingCents || (pays === 'next' && !owed)) return { refused: 'nothing-due' }
    if (pays === 'part' && (isFirst || !isPartOf(due.remainingCents, amountCents))) {
      return { refused: 'wrong-part', remainingCents: due.remainingCents }
    }
    if (!owed || owed !== amountCents || due.remainingCents !== remainingShown) {
      return { refused: 'amount-changed' }
    }
    const isFromBank = paysFrom === 'bank-account'
    const discountCents = isFromBank ? bankDiscountOf(owed, percentShown) : cents(0)
    const chargedCents = cents(owed - discountCents)
    const refused = isFromBank && whyNotFromBank(payer, chargedCents, now)
    if (refused) return refused
    if (isFromBank && percentShown !== bankPercent()) return { refused: 'amount-changed' }
    if (autopay && !mayAgree(payer)) return { refused: 'no-autopay' }
    const purpose = isFirst ? booking.paymentType : pays === 'next' ? 'installment' : 'balance'
    const { forTravelerId } = payerColumns(payer)
    const saves = savesMethod(autopay, { purpose, forTravelerId, paysFrom }, booking)
    if (saves === 'changed') return { refused: 'amount-changed' }
    if (saves === 'off') return { refused: 'no-autopay' }
    return claimIntent(
      {
        ...payerColumns(payer),
        bookingId: booking.id,
        purpose,
        method,
        paysFrom,
        savesMethod: saves,
        installmentNumber: pays === 'next' && !isFirst ? (due.next?.number ?? null) : null,
        checkoutKey: null,
        amountCents: chargedCents,
        discountCents,
      },
      now,
    )
  })
}

function whyNotFromBank({ booking, by }: Payer, amountCents: Cents, now: Date): Refusal | null {
  // What fails days later needs someone to write to.
  const why = by === 'somebody' ? 'cards-alone' : whyNoBank(booking, now)
  if (why) return { refused: 'no-bank', why }
  const atMostCents = bankAtMostCents()
  return amountCents > atMostCents ? { refused: 'beyond-bank', atMostCents } : null
}

function describe(booking: Booking, { pays }: LaterPaymentWish): string {
  const departure = departureOf(booking)
  if (isHeldForGuest(booking)) return `${departure.name}, ${booking.reference}: ${booking.paymentType}`
  return `${departure.name}, ${booking.reference}: ${{ next: 'installment', balance: 'balance', part: 'part of the balance' }[pays]}`
}

type AskWish = { reference: string; amountCents: Cents; quoted: string; formKey: string }

/** What is left to pay, and the last letter that asked for a part: another form’s is not sent twice. */
export type AskQuote = { remainingCents: Cents; lastAsked: { id: number; at: string } | null }

type RequestedPart =
  | { asked: true }
  | NotDone<AskQuote, 'inactive' | 'nothing-due'>
  | { refused: 'wrong-part'; remainingCents: Cents }

/** What is displayed before it is done. */
export function askQuote(booking: Booking): AskQuote {
  const last = db
    .select({ id: outbox.id, createdAt: outbox.createdAt })
    .from(outbox)
    .where(and(eq(outbox.bookingId, booking.id), eq(outbox.kind, 'part-asked')))
    .orderBy(desc(outbox.id))
    .get()
  const { remainingCents } = amountsOwed(booking)
  return { remainingCents, lastAsked: last ? { id: last.id, at: businessTime(last.createdAt) } : null }
}

/**
 * Sends a traveler a payment link for so much of what is left to pay; once for a form. The link
 * says after how much that was, so that its page does not offer the part again once it is paid.
 */
export const askForPart = (wish: AskWish, staff: Staff, clock: () => Date): Promise<RequestedPart> =>
  changeBooking(wish, clock, {
    name: 'ask',
    plan: (booking) => {
      if (!isPaid(booking.status)) return { refused: 'inactive' as const }
      const quote = askQuote(booking)
      return quote.remainingCents > 0 ? { quote } : { refused: 'nothing-due' as const }
    },
    leavesOpen: () => true,
    change: (booking, { quote: { remainingCents } }, now): RequestedPart => {
      const { amountCents, formKey } = wish
      if (!isPartOf(remainingCents, amountCents)) return { refused: 'wrong-part', remainingCents }
      const stated = `${booking.eachPays ? 'whose=all&' : ''}amount=${dollarsOf(amountCents)}&after=${dollarsOf(receivedCents(booking.id))}`
      const amount = showCents(amountCents)
      writeToTraveler(booking, now, { kind: 'part-asked', once: formKey }, (about) => {
        return words`
          # A payment of ${amount} for your booking

          Here is the link to pay ${amount} for booking ${booking.reference}, as we discussed.
          ${showCents(remainingCents)} is left to pay in all, and this payment counts toward what is due first.

          [Pay ${amount}](${payAddress(booking)}?${stated})

          ${termsInShort(about)}
        `
      })
      recordBookingAct(now, booking, byStaff(staff), 'part-asked', { amountCents })
      return { asked: true }
    },
  })
