import { eq } from 'drizzle-orm'
import { type Booking, bookingWithId, payAddress } from '#app/bookings/find-booking.server'
import {
  type GuestOrder,
  heldUntil,
  holdForGuest,
  type NotHeld,
  planForGuest,
} from '#app/bookings/hold-for-guest.server'
import { storeInstallments } from '#app/bookings/installments/party-installments.server'
import {
  dueNow,
  dueWhenOwedAgain,
  type InstallmentPlan,
  installmentName,
} from '#app/bookings/installments/plan'
import { repricedInstallments } from '#app/bookings/installments/reprice-installments.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import {
  aboutBooking,
  agreedTerms,
  letterTo,
  postToTraveler,
  whetherItRuns,
} from '#app/bookings/traveler-letters.server'
import { rows } from '#app/mail/letter'
import { occasionOf } from '#app/mail/outbox.server'
import { charge } from '#app/money/books/change-price.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { businessDay } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { type Cents, CHARGEABLE, cents, isTooSmallToAsk, showCents } from '#app/platform/money'
import { inWords } from '#app/platform/words'
import { siteSettings } from '#app/site/settings.server'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import { bookedParty, priceWithSum, roomsInWords } from '#app/tours/party'
import { immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import type { SellQuote } from './sell-form'

export type SellWish = GuestOrder & {
  /** A price other than today's for the whole party, and why, as the guest reads it. */
  price?: { totalCents: Cents; words: string } | undefined
  /**
   * The digest of what was shown before: with another quote nothing is held. Absent where nothing is shown.
   */
  quoted?: string
  /** One opened form: a second press of its button sells nothing. */
  formKey: string
}

export type Sold =
  | { booking: Booking; known?: true }
  | NotHeld
  | WrongPrice
  | { refused: 'quote-changed'; quote: SellQuote }

/**
 * Books for a guest who called or wrote: their seats are held, and a letter has the link on which they pay,
 * with the terms that they accept by paying (rules 1.22). Money by hand is entered with `recordByHand`. Where
 * another quote was shown than the booking's own, it is not made.
 */
export function sellByHand(wish: SellWish, staff: Staff, now: Date): Sold {
  let changed: SellQuote | undefined
  try {
    return immediately((tx) => {
      const sold = sell(wish, staff, now, tx)
      if ('refused' in sold || sold.known) return sold
      const quote = quoteOf(sold.booking)
      if (wish.quoted !== undefined && wish.quoted !== digestOf(quote)) {
        changed = quote
        tx.rollback()
      }
      mailSeatsHeld(sold.booking, wish.formKey, now)
      return sold
    })
  } catch (error) {
    if (changed) return { refused: 'quote-changed', quote: changed }
    throw error
  }
}

function sell({ price, formKey, quoted: _, ...order }: SellWish, staff: Staff, now: Date, tx: Tx): Sold {
  const known = soldBefore(formKey, tx)
  if (known) return { booking: known, known: true }
  const found = planForGuest(order, now)
  if ('refused' in found) return found
  const wrong = price && whyNotPrice(price.totalCents, found.plan)
  if (wrong) return wrong
  const held = holdForGuest(order, found, staff, now, tx)
  return { booking: price ? agreePrice(held, price, staff, now, tx) : held }
}

function quoteOf(booking: Booking): SellQuote {
  const { totalCents, nowName, nowCents, later } = holdSummary(booking)
  const installments = later.map(({ amountCents, ...one }) => ({ ...one, owedCents: amountCents }))
  return { totalCents, sum: partyMoney(booking).sum, nowName, nowCents, installments }
}

/**
 * Writes to the guest for whom seats are held what they cost, how to pay, and what they agree to by paying:
 * once for a form, at the address and with the links of now.
 */
export function mailSeatsHeld(booking: Booking, formKey: string, now: Date): void {
  const about = { ...aboutBooking(booking, now), ...holdSummary(booking) }
  const until = showDay(about.heldUntil)
  const letter = letterTo(about)`
    # We hold ${seats(about)} for you until ${until}: ${about.reference}

    As we discussed, we hold ${seats(about)} on the ${about.tourName} for you until ${until}. Once
    ${showCents(about.nowCents)} has arrived, ${about.travelers > 1 ? 'they are' : 'it is'} yours.

    | Booking reference | ${about.reference} |
    | Tour | ${about.tourName} |
    | Dates | ${showDays(about.startsOn, about.endsOn)} |
    | Room | ${about.roomName} |
    | Total | ${priceWithSum(about.totalCents, about)} |
    | ${about.nowName}, until ${until} | ${showCents(about.nowCents)} |
    ${rows(
      about.later.map(({ name, amountCents, dueOn }) => [
        `${name}, due ${showDay(dueOn)}`,
        showCents(amountCents),
      ]),
    )}

    [Pay ${showCents(about.nowCents)}](${about.payAddress})

    Would you rather pay by check? Write ${about.reference} on
    it${about.postalAddress && ` and mail it to ${inOneLine(about.postalAddress)}`}. Let us know when it is on its
    way, so that we keep holding ${about.travelers > 1 ? 'your seats' : 'your seat'}.

    ${whetherItRuns(about)}

    By paying, by card or check, you accept the refund terms below.

    ${agreedTerms(about)}
  `
  postToTraveler(booking, now, { kind: 'seats-held', once: formKey, letter })
}

function soldBefore(formKey: string, tx: Tx): Booking | undefined {
  const occasion = occasionOf({ kind: 'seats-held', once: formKey })
  const letter = tx
    .select({ bookingId: outbox.bookingId })
    .from(outbox)
    .where(eq(outbox.occasion, occasion))
    .get()
  return letter && bookingWithId(letter.bookingId)
}

/** What is paid now and later for seats that are held for a guest, on the pay page and in the letter. */
export function holdSummary(booking: Booking) {
  const { name, startsOn, endsOn } = departureOf(booking)
  const planned = booking.paymentType === 'full' ? [] : installmentsOf(booking.id)
  return {
    ...{ tourName: name, startsOn, endsOn, travelers: booking.travelers },
    roomName: roomsInWords(bookedParty(booking)),
    totalCents: booking.totalCents,
    payAddress: payAddress(booking),
    heldUntil: heldUntil(booking),
    nowCents: dueNow(booking, booking.paymentType),
    nowName: booking.paymentType === 'full' ? 'Full price' : 'Deposit',
    later: planned.map(({ number, amountCents, dueOn }) => ({
      name: installmentName(number, planned),
      amountCents,
      dueOn,
    })),
    postalAddress: siteSettings().postalAddress,
  }
}

const inOneLine = (address: string): string =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')

const seats = ({ travelers }: { travelers: number }): string =>
  travelers > 1 ? `${inWords(travelers)} seats` : 'a seat'

type WrongPrice = { refused: 'wrong-price'; atLeastCents: Cents }

/** A price that staff agree with a guest covers the deposit, and leaves nothing that no card can pay. */
function whyNotPrice(totalCents: Cents, { depositCents }: InstallmentPlan): WrongPrice | null {
  const isWrong =
    totalCents < depositCents ||
    totalCents > CHARGEABLE.atMost ||
    isTooSmallToAsk(cents(totalCents - depositCents))
  return isWrong ? { refused: 'wrong-price', atLeastCents: depositCents } : null
}

/**
 * Gives seats that are held for a guest another price than today's, as a discount or surcharge of the whole
 * booking: it stands beside the price with its reason, and can be undone as one that is given later (rules
 * 4.15).
 */
function agreePrice(
  booking: Booking,
  { totalCents, words }: { totalCents: Cents; words: string },
  staff: Staff,
  now: Date,
  tx: Tx,
): Booking {
  const changeCents = cents(totalCents - booking.totalCents)
  if (changeCents === 0) return booking
  const remainingCents = cents(booking.totalCents - booking.depositCents)
  const asked = { planned: installmentsOf(booking.id), remainingCents }
  const { startsOn } = departureOf(booking)
  const soonest = dueWhenOwedAgain(startsOn, businessDay(now))
  const { rows, takenOff } = repricedInstallments(asked, changeCents, { soonest, startsOn })
  if (rows) storeInstallments(booking.id, rows, tx)
  tx.update(bookings).set({ totalCents }).where(eq(bookings.id, booking.id)).run()
  const agreed = bookingWithId(booking.id) ?? booking
  const kind = changeCents < 0 ? 'discount' : 'surcharge'
  charge(agreed, { kind, words, takenOff, changedBy: staff.id }, {}, now, tx)
  recordBookingAct(now, booking, byStaff(staff), 'repriced', { changeCents, words })
  return agreed
}
