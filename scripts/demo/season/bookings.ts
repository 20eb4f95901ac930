import { randomUUID } from 'node:crypto'
import { priceChangesOf } from '#app/bookings/charges.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { answerRequest, askStaff, openRequestsOf, takeRequestBack } from '#app/bookings/guest-requests.server'
import { agreedInLine } from '#app/bookings/installments/autopay'
import { type PartyTraveler, partyOf } from '#app/bookings/party.server'
import type { Order } from '#app/bookings/place-booking.server'
import { ledgerOf } from '#app/money/books/ledger.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { cancelBooking, leaveParty } from '#app/money/changes/cancel-booking.server'
import { holdLonger, holdQuote } from '#app/money/changes/hold-longer.server'
import {
  postponeInstallment,
  postponeQuote,
  spreadPlan,
  spreadQuote,
} from '#app/money/changes/installment-days.server'
import { moveBooking, moveQuote } from '#app/money/changes/move-booking.server'
import { changeOrReplaceTraveler } from '#app/money/changes/party/another-person.server'
import { changeLead, leadSummary } from '#app/money/changes/party/change-lead.server'
import { changeRoom, roomQuote } from '#app/money/changes/party/change-room.server'
import { setEachPays } from '#app/money/changes/party/each-pays.server'
import { joinParty, joinQuote } from '#app/money/changes/party/join-party.server'
import { swappingOf, swapRooms } from '#app/money/changes/party/swap-rooms.server'
import { leaveQuote } from '#app/money/changes/party/take-off.server'
import { autopayToOffer } from '#app/money/changes/paying/agree-to-autopay.server'
import { bankPercent } from '#app/money/changes/paying/bank-offer.server'
import { beginCardPayment, beginHostedPayment } from '#app/money/changes/paying/begin-payment.server'
import { confirmReturn, verifyReturn } from '#app/money/changes/paying/confirm-return.server'
import {
  askForPart,
  askQuote,
  beginLaterCardPayment,
  paymentDue,
  paymentDueOf,
} from '#app/money/changes/paying/later-payment.server'
import { linkForSomebody } from '#app/money/changes/paying/somebody-else.server'
import { priceQuote, repriceBooking, undoQuote, undoReprice } from '#app/money/changes/price-changes.server'
import { recordByHand } from '#app/money/changes/record-by-hand.server'
import { refundBooking } from '#app/money/changes/refund-orders.server'
import { reinstateBooking, reinstateQuote } from '#app/money/changes/reinstate-booking.server'
import { sellByHand } from '#app/money/changes/sell-by-hand.server'
import { writeOff, writeOffQuote } from '#app/money/changes/write-off.server'
import { liveConsentOf } from '#app/money/payments/autopay-consents.server'
import { type Payer, payerByLink } from '#app/money/payments/payers.server'
import { receiveStripeEvent, reconcile } from '#app/money/reconcile.server'
import { moneyQuote } from '#app/money/refunds/orders.server'
import { retrieveIntent } from '#app/money/stripe/intents.server'
import { finishTask, notesOf, saveNote } from '#app/people/notes.server'
import { now } from '#app/platform/clock.server'
import { centsOf } from '#app/platform/money'
import { agreedVersions } from '#app/server/legal/legal-pages.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import { requestedParty } from '#app/tours/party'
import { pathOf } from '#app/tours/tours.server'
import { changeableOf } from '#app/travelers/change-traveler.server'
import type { StripeSandbox } from '#scripts/sandbox/stripe/inspection'
import { at, done, type Entry } from './diary'
import { OCTOBER } from './office'
import type { Guest, Later } from './travelers'
import { lookedFirst } from './visits'

const GOOD_CARD = '4242424242424242'
const DECLINED_CARD = '4000000000000002'
const GOOD_ACCOUNT = '000123456789'
const CLOSED_ACCOUNT = '000111111113'

type Cast = { stripe: StripeSandbox; staff: () => Staff }

/**
 * What the guests of a departure do: they book, pay, cancel. `departureId` is asked for when somebody books.
 */
export function bookingsOf(guests: readonly Guest[], departureId: () => number, cast: Cast): Entry[] {
  return guests.flatMap((guest, place) => {
    let reference = ''
    const hour = 10 + ((place * 7) % 20) / 2
    return [
      {
        at: at(guest.books, hour),
        command: async () => {
          reference = await book(guest, departureId(), cast)
        },
      },
      ...(guest.later ?? []).map((later) => ({
        at: at(later.on, hour),
        command: () => act(later, reference, cast),
      })),
    ]
  })
}

/** Details and a held seat, as before a card is typed. */
export const orderOf = (guest: Omit<Guest, 'books'>, departureId: number): Order => {
  const [city, state, zipCode, country = 'United States'] = guest.home
  return {
    departureId,
    ...requestedParty(guest.room, { travelers: guest.party, singles: guest.singles }),
    paymentType: guest.pays,
    code: guest.code,
    traveler: {
      ...{ name: guest.name, email: guest.email, phone: guest.phone },
      ...{ address: '12 Acacia Road', city, state, zipCode, country },
    },
    browserDigest: randomUUID(),
    checkoutKey: randomUUID(),
    addressDigest: randomUUID(),
    source: guest.heldUntil ? null : lookedFirst(guest.email, pathOf(departureOf({ departureId }))),
    agreed: agreedVersions(now()),
  }
}

async function book(guest: Guest, departureId: number, { stripe, staff }: Cast): Promise<string> {
  const order = orderOf(guest, departureId)
  const { heldUntil, price } = guest
  if (heldUntil) {
    const { roomType, travelers, singles, paymentType, traveler, agreed } = order
    const other = price && { totalCents: centsOf(price.dollars), words: price.words }
    const party = { roomType, travelers, singles }
    const asked = { departureId, ...party, paymentType, traveler, heldUntil, price: other, agreed }
    return done(sellByHand({ ...asked, formKey: randomUUID() }, staff(), now())).booking.reference
  }
  if (guest.hosted) {
    const { booking } = done(await beginHostedPayment(order, now))
    const session = stripe.sessions().find(({ customer_email }) => customer_email === guest.email)
    stripe.paySession(String(session?.id), GOOD_CARD, guest.email)
    done(await verifyReturn({ sessionId: String(session?.id) }, ({ id }) => id === booking.id, now))
    return booking.reference
  }
  return payByCard(order, stripe, guest.givesUp ? DECLINED_CARD : GOOD_CARD)
}

/** At the checkout, to the end where the card is good. */
export async function payByCard(order: Order, stripe: StripeSandbox, card = GOOD_CARD): Promise<string> {
  const { booking, intent } = done(await beginCardPayment(order, now))
  stripe.payIntent(intent.id, card)
  if (card === DECLINED_CARD) return booking.reference
  done(await confirmReturn(booking.reference, intent.id, now))
  await hearOf(intent.id)
  return booking.reference
}

async function act(later: Later, reference: string, { stripe, staff }: Cast): Promise<void> {
  const booking = bookingCalled(reference)
  const entered = { reference, note: '', formKey: randomUUID() }
  const quoted = digestOf(moneyQuote(booking))
  switch (later.does) {
    case 'pays the next installment':
      return pay(booking, 'next', stripe)
    case 'is declined, then pays the next installment':
      return pay(booking, 'next', stripe, { isDeclinedFirst: true })
    case 'pays the next installment, and agrees to the rest':
      return pay(booking, 'next', stripe, { agrees: true })
    case 'is declined next':
      stripe.nextAnswers(methodOf(booking), { says: 'declines', declineCode: 'insufficient_funds' })
      return
    case 'has a lost card': {
      const method = methodOf(booking, travelerAt(booking, later.position).id)
      stripe.nextAnswers(method, { says: 'declines', declineCode: 'lost_card' })
      return
    }
    case 'pays the rest':
      return pay(booking, 'balance', stripe)
    case 'pays from a bank account':
      return payFromBank(booking, stripe, GOOD_ACCOUNT)
    case 'pays from a closed account':
      return payFromBank(booking, stripe, CLOSED_ACCOUNT)
    case 'hears of the bank':
      await reconcile(now)
      return
    case 'lets each pay':
      done(await setEachPays({ reference, eachPays: true }, null, now))
      return
    case 'gives an address': {
      const traveler = travelerAt(booking, later.position)
      const { words, version } = changeableOf(traveler)
      done(changeOrReplaceTraveler(traveler.id, { ...words, version, email: later.email }, staff(), now()))
      return
    }
    case 'has a share paid':
      return payByLink(String(travelerAt(booking, later.position).linkToken), 'next', stripe, later.agrees)
    case 'is helped': {
      const wish = { payerName: later.by, amountCents: centsOf(later.dollars) }
      const link = done(linkForSomebody(payerCalled(booking.linkToken), wish, now()))
      return payByLink(link.linkToken, 'balance', stripe)
    }
    case 'pays by wire':
      done(
        await recordByHand(
          {
            ...entered,
            ...{ quoted, direction: 'in', method: 'wire', amountCents: centsOf(later.dollars) },
            note: 'Seen on the statement of the bank',
          },
          staff(),
          now,
        ),
      )
      return
    case 'pays by check': {
      const { dollars, receivedOn, note } = later
      const money = { direction: 'in' as const, method: 'cheque' as const, amountCents: centsOf(dollars) }
      done(await recordByHand({ ...entered, ...money, quoted, receivedOn, note }, staff(), now))
      return
    }
    case 'is given back':
      done(
        await refundBooking(
          { ...entered, quoted, amountCents: centsOf(later.dollars), reason: 'goodwill', note: later.note },
          staff(),
          now,
        ),
      )
      return
    case 'is sent a link': {
      const quoted = digestOf(askQuote(booking))
      done(await askForPart({ ...entered, quoted, amountCents: centsOf(later.dollars) }, staff(), now))
      return
    }
    case 'gets a new price': {
      const wish = { ...later.change, travelerId: null }
      const quoted = digestOf(done(priceQuote(booking, wish, now())))
      done(await repriceBooking({ ...wish, reference, quoted, formKey: entered.formKey }, staff(), now))
      return
    }
    case 'has the new price undone': {
      const id = priceChangesOf(booking.id).at(-1)?.id ?? 0
      const quoted = digestOf(done(undoQuote(booking, id, now())))
      done(await undoReprice({ id, reference, quoted, formKey: entered.formKey }, staff(), now))
      return
    }
    case 'is moved to October': {
      const quoted = digestOf(done(moveQuote(booking, OCTOBER, now())))
      const wish = { reference, departureId: OCTOBER, price: 'agreed' as const, quoted }
      done(await moveBooking({ ...wish, formKey: entered.formKey }, staff(), now))
      return
    }
    case 'is reinstated': {
      const quoted = digestOf(done(reinstateQuote(booking, now())))
      done(await reinstateBooking({ reference, quoted, formKey: entered.formKey }, staff(), now))
      return
    }
    case 'gets another room': {
      const travelerId = travelerAt(booking, later.position).id
      const quoted = digestOf(done(roomQuote(booking, travelerId, now())))
      const wish = { reference, travelerId, price: 'today' as const, quoted }
      done(await changeRoom({ ...wish, formKey: entered.formKey }, staff(), now))
      return
    }
    case 'has two rooms swapped': {
      const [travelerId = 0, withId = 0] = later.positions.map(
        (place) => partyOf(booking.id).find(({ position }) => position === place)?.id,
      )
      const { quote } = done(swappingOf(booking, { travelerId, withId }, now()))
      const wish = { reference, travelerId, withId, quoted: digestOf(quote) }
      done(await swapRooms({ ...wish, formKey: entered.formKey }, staff(), now))
      return
    }
    case 'is joined': {
      const quote = done(joinQuote(booking, now()))
      done(
        await joinParty(
          {
            ...{ reference, name: later.by, formKey: entered.formKey },
            quoted: digestOf(quote),
          },
          staff(),
          now,
        ),
      )
      return
    }
    case 'goes without': {
      const quote = leaveQuote(booking, later.position, now())
      if (!quote) throw new Error(`${booking.reference} has nobody on place ${later.position}`)
      done(
        await leaveParty(
          {
            ...entered,
            ...{ note: later.note, travelerId: quote.travelerId, quoted: digestOf(quote) },
          },
          staff(),
          now,
        ),
      )
      return
    }
    case 'changes contact': {
      const party = partyOf(booking.id)
      const traveler = party.find(({ name }) => name === later.contact.name) ?? party[0]
      const { words, version } = leadSummary(booking, traveler as PartyTraveler)
      const typed = { ...words, phone: words.phone || undefined, ...later.contact }
      const asked = { reference, version, travelerId: traveler?.id ?? 0, formKey: entered.formKey }
      done(await changeLead({ ...typed, ...asked }, staff(), now))
      return
    }
    case 'cancels': {
      const quoted = digestOf(cancelQuote(booking, now()))
      done(await cancelBooking({ ...entered, quoted, note: 'by phone: cannot travel' }, staff(), now))
      return
    }
    case 'has an installment postponed': {
      const { number, dueOn, note } = later
      const quoted = digestOf(postponeQuote(booking, number))
      done(await postponeInstallment({ ...entered, number, quoted, dueOn, note }, staff(), now))
      return
    }
    case 'is spread': {
      const { days, note } = later
      const quoted = digestOf(done(spreadQuote(booking, days, now())))
      done(await spreadPlan({ ...entered, days, quoted, note }, staff(), now))
      return
    }
    case 'asks staff':
      done(askStaff(booking.id, later, now()))
      return
    case 'takes it back':
      for (const { id } of openRequestsOf(booking.id)) takeRequestBack(id, booking, now())
      return
    case 'is answered':
      for (const { id } of openRequestsOf(booking.id))
        answerRequest(id, booking, later.answer, staff(), now())
      return
    case 'is noted': {
      const { note, dueOn = null } = later
      const formKey = randomUUID()
      done(saveNote({ bookingId: booking.id }, { note, dueOn, formKey }, staff(), now()))
      return
    }
    case 'has it done': {
      const on = { bookingId: booking.id }
      const task = notesOf(on).find(({ dueOn, doneAt }) => dueOn && !doneAt)
      finishTask(on, task?.id ?? 0, staff(), now())
      return
    }
    case 'is held longer': {
      const { heldUntil, note } = later
      const quoted = digestOf(done(holdQuote(booking, heldUntil, now())))
      done(await holdLonger({ ...entered, heldUntil, quoted, note }, staff(), now))
      return
    }
    case 'is canceled for non-payment': {
      const quoted = digestOf(cancelQuote(booking, now()))
      done(await cancelBooking({ ...entered, quoted, forNonPayment: true }, staff(), now))
      return
    }
    case 'is written off': {
      const quoted = digestOf(writeOffQuote(booking, now()))
      done(await writeOff({ ...entered, quoted, reason: later.reason }, staff(), now))
      return
    }
    case 'disputes the deposit':
      stripe.openDispute(String(ledgerOf(booking.id)[0]?.stripeIntentId))
      await reconcile(now)
      return
    case 'loses the dispute':
      stripe.closeDispute(String(stripe.disputes()[0]?.id), 'won')
      await reconcile(now)
  }
}

function travelerAt({ id, reference }: Booking, place: number): PartyTraveler {
  const traveler = partyOf(id).find(({ position }) => position === place)
  if (!traveler) throw new Error(`${reference} has nobody on place ${place}`)
  return traveler
}

/** What is charged by itself: for the whole booking, or for one traveler's share. */
const methodOf = ({ id }: Booking, forTravelerId: number | null = null): string =>
  String(liveConsentOf({ bookingId: id, forTravelerId })?.stripeMethodId)

/** The next installment, which is on its way for days. */
async function payFromBank(booking: Booking, stripe: StripeSandbox, account: string): Promise<void> {
  const { next, remainingCents } = paymentDue(booking)
  const amountCents = next?.owedCents ?? remainingCents
  const wish = { token: booking.linkToken, pays: 'next' as const, amountCents, remainingCents }
  const fromBank = { paysFrom: 'bank-account' as const, bankPercent: bankPercent() }
  const { intent } = done(await beginLaterCardPayment({ ...wish, ...fromBank }, now))
  stripe.payIntent(intent.id, account)
  await reconcile(now)
}

async function pay(
  booking: Booking,
  pays: 'next' | 'balance',
  stripe: StripeSandbox,
  { isDeclinedFirst = false, agrees = false } = {},
) {
  const { next, remainingCents } = paymentDueOf(payerCalled(booking.linkToken))
  const wish = {
    token: booking.linkToken,
    pays,
    amountCents: pays === 'next' && next ? next.owedCents : remainingCents,
    remainingCents,
    ...(agrees && ticked(booking.linkToken)),
  }
  const { intent } = done(await beginLaterCardPayment(wish, now))
  if (isDeclinedFirst) stripe.payIntent(intent.id, DECLINED_CARD)
  stripe.payIntent(intent.id, GOOD_CARD)
  done(await verifyReturn({ intentId: intent.id }, ({ id }) => id === booking.id, now))
  await hearOf(intent.id)
}

const ticked = (token: string) => ({
  autopay: { plan: agreedInLine(autopayToOffer(payerCalled(token)) ?? []) },
})

function payerCalled(token: string): Payer {
  const payer = payerByLink(token)
  if (!payer) throw new Error(`Nobody pays by ${token}`)
  return payer
}

/** By a companion's own link, or one for somebody else. */
async function payByLink(token: string, pays: 'next' | 'balance', stripe: StripeSandbox, agrees = false) {
  const { next, remainingCents } = paymentDueOf(payerCalled(token))
  const amountCents = pays === 'next' && next ? next.owedCents : remainingCents
  const { booking, intent } = done(
    await beginLaterCardPayment(
      { token, pays, amountCents, remainingCents, ...(agrees && ticked(token)) },
      now,
    ),
  )
  stripe.payIntent(intent.id, GOOD_CARD)
  done(await verifyReturn({ intentId: intent.id }, ({ id }) => id === booking.id, now))
  await hearOf(intent.id)
}

/** Stripe's webhook about it: a site that hears of none for a day tells staff. */
async function hearOf(intentId: string): Promise<void> {
  const intent = await retrieveIntent(intentId)
  if (!intent) throw new Error(`Stripe knows no ${intentId}`)
  await receiveStripeEvent(
    { id: randomUUID(), type: 'payment_intent.succeeded', about: 'intent', intent },
    now,
  )
}

function bookingCalled(reference: string): Booking {
  const booking = findBooking(reference)
  if (!booking) throw new Error(`Nobody has booked ${reference}`)
  return booking
}
