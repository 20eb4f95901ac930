// Runs the site's own functions as its parent tells it, over the database file that both know, and hears
// Stripe's webhooks; may be killed at any moment.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, isNull, sql } from 'drizzle-orm'
import { priceChangesOf } from '#app/bookings/charges.server'
import { findBooking } from '#app/bookings/find-booking.server'
import { guaranteeDeparture, guaranteeQuote } from '#app/bookings/guarantee-departure.server'
import { planForGuest } from '#app/bookings/hold-for-guest.server'
import { changeDeparture, notifyNewDates } from '#app/bookings/moved-dates.server'
import { partyOf } from '#app/bookings/party.server'
import { addCode } from '#app/bookings/save-discount-code.server'
import {
  confirmPlace,
  joinWaitlist,
  leaveWaitlist,
  rejoinWaitlist,
  waitAsBooked,
} from '#app/bookings/waitlist/join-waitlist.server'
import { offerIfSeatKept, takePlaceOff } from '#app/bookings/waitlist/keep-place.server'
import { placeOfTraveler } from '#app/bookings/waitlist/offered-places.server'
import { actOnQueue } from '#app/bookings/waitlist/staff-waitlist.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { refundableCents } from '#app/money/books/ledger.server'
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
import { changeLead, leadSummary } from '#app/money/changes/party/change-lead.server'
import { changeRoom, roomQuote } from '#app/money/changes/party/change-room.server'
import { joinParty, joinQuote } from '#app/money/changes/party/join-party.server'
import { offerPlace, placesToOffer, takePlaceBack } from '#app/money/changes/party/resold-places.server'
import { swappingOf, swapRooms } from '#app/money/changes/party/swap-rooms.server'
import { leaveQuote } from '#app/money/changes/party/take-off.server'
import { bankPercent } from '#app/money/changes/paying/bank-offer.server'
import { beginCardPayment, beginHostedPayment } from '#app/money/changes/paying/begin-payment.server'
import { confirmReturn, verifyReturn } from '#app/money/changes/paying/confirm-return.server'
import {
  beginLaterCardPayment,
  beginLaterHostedPayment,
  paymentDue,
} from '#app/money/changes/paying/later-payment.server'
import { priceQuote, repriceBooking, undoQuote, undoReprice } from '#app/money/changes/price-changes.server'
import { recordByHand } from '#app/money/changes/record-by-hand.server'
import {
  answerForRefund,
  dropRefund,
  refundBooking,
  refundToDecide,
  tryRefundAgain,
} from '#app/money/changes/refund-orders.server'
import { reinstateBooking, reinstateQuote } from '#app/money/changes/reinstate-booking.server'
import {
  cancelDeparture,
  postponeDeparture,
  sheetOf,
} from '#app/money/changes/schedule/change-schedule.server'
import { carryOutChoices, choose, chooseMove, placesToMove } from '#app/money/changes/schedule/choose.server'
import { sellByHand } from '#app/money/changes/sell-by-hand.server'
import { writeOff, writeOffQuote } from '#app/money/changes/write-off.server'
import { endHolds, receiveStripeEvent, reconcile } from '#app/money/reconcile.server'
import { moneyQuote } from '#app/money/refunds/orders.server'
import { sendManualReminder } from '#app/money/reminders/manual-reminder.server'
import { readEvent } from '#app/money/stripe/events.server'
import { moveClockTo, now, today } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { asOfNow } from '#app/server/schedule/move-clock.server'
import { moveClockAndCheck } from '#app/server/schedule/watch-over.server'
import { draftBroadcast } from '#app/tours/broadcasts.server'
import { changeJourneyState, copyJourney } from '#app/tours/copy-journey.server'
import { usualDecisionDay } from '#app/tours/departure'
import { departureOf, seatsLeft } from '#app/tours/departures.server'
import { requestedParty } from '#app/tours/party'
import { copyDeparture, saveDeparture } from '#app/tours/save-departure.server'
import { reachedBy } from '#app/travelers/letter-recipients.server'
import { postBroadcasts } from '#app/travelers/post-broadcasts.server'
import { recipientsFingerprint, scheduleBroadcast, sendNow } from '#app/travelers/send-broadcasts.server'
import { db, sqlite } from '#db/connection.server'
import { autopayCharges } from '#db/schema/autopay'
import { bookings, waitlistEntries } from '#db/schema/bookings'
import { broadcasts } from '#db/schema/broadcasts'
import { leaders } from '#db/schema/leaders'
import { outbox } from '#db/schema/mail'
import { paymentIntents, payments, refunds, stripeEvents } from '#db/schema/money'
import { alerts, jobRuns, slotTallies } from '#db/schema/running'
import { siteSettings } from '#db/schema/site'
import { adminUsers, auditLog } from '#db/schema/staff'
import { departures, departureWatchers, scheduleChanges } from '#db/schema/tours'
import { theDeparture } from '#tests/fixtures/orders'
import { AUTOPAY_COMMANDS } from './autopay-commands'
import { wrongInBooks } from './book-auditor'
import { CODES, type Command, type Commands, DEPARTURES, type Done, SEATS } from './commands'
import { leaderCommands, theLeader } from './leader-commands'
import { requestCommands } from './request-commands'
import { SHARE_COMMANDS } from './share-commands'
import { keepWhoWatches, WATCHER_COMMANDS } from './watcher-commands'

const FIRST_DEPARTURE = {
  ...{ startsOn: '2025-10-16', endsOn: '2025-10-27' },
  ...{ firstInstallmentDueOn: '2025-08-15', finalInstallmentDueOn: '2025-09-15' },
}
const SECOND_DEPARTURE = {
  ...{ startsOn: '2025-11-13', endsOn: '2025-11-24' },
  ...{ firstInstallmentDueOn: '2025-09-12', finalInstallmentDueOn: '2025-10-13' },
}

const STAFF = { id: 1, username: 'Wambui', role: 'admin' as const }

const bookingCalled = (reference: string) => {
  const booking = findBooking(reference)
  if (!booking) throw new Error(`${reference} is not on file`)
  return booking
}

const outstandingOf = (reference: string) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      sql`${refunds.bookingId} = ${bookingCalled(reference).id} and ${refunds.state} in ('owed', 'refused')`,
    )
    .orderBy(refunds.id)
    .all()

const COMMANDS: { [Name in keyof Commands]: (asked: Commands[Name]) => unknown } = {
  reset({ at }) {
    for (const table of [
      departureWatchers,
      scheduleChanges,
      alerts,
      autopayCharges,
      outbox,
      refunds,
      payments,
      paymentIntents,
      stripeEvents,
      bookings,
      waitlistEntries,
      leaders,
      broadcasts,
      auditLog,
      jobRuns,
      slotTallies,
    ])
      db.delete(table).run()
    db.insert(adminUsers)
      .values({ ...STAFF, passwordHash: '-', createdAt: now() })
      .onConflictDoNothing()
      .run()
    db.update(departures)
      .set({
        ...{ canceledAt: null, guaranteedAt: null, minimumTravelers: null, decideOn: null },
        ...{ sales: 'open', resaleFeePercent: 10 },
      })
      .run()
    db.update(siteSettings).set({ bankDiscount: '' }).run()
    datesAsAtFirst()
    keepBooksOfLetters()
    keepHoldsOfGuests()
    keepWhoWatches()
    ensureSecondDeparture()
    ensureSecondJourney()
    ensureCodes()
    theLeader(STAFF)
    changeTour({ seats: SEATS, doubleCents: 450_000, depositCents: 50_000 })
    moveClockTo(new Date(at))
  },
  async book({ guest, roomType, travelers, singles, paymentType, way, browser, departs, code }) {
    const order = {
      departureId: departs,
      ...requestedParty(roomType, { travelers, singles }),
      paymentType,
      code,
      traveler: aGuest(guest),
      browserDigest: `browser-${browser}`,
      checkoutKey: `page-${browser}-${guest}-${randomUUID()}`,
      addressDigest: `address-${browser}`,
      source: guest % 2 === 0 ? 'newsletter' : '',
    }
    const begun = way === 'card' ? await beginCardPayment(order, now) : await beginHostedPayment(order, now)
    return 'refused' in begun ? begun.refused : begun.booking.reference
  },
  sellByHand({ guest, days, percent, ...asked }) {
    const order = {
      ...requestedParty(asked.roomType, asked),
      paymentType: asked.paymentType,
      departureId: asked.departs,
      traveler: aGuest(guest),
      heldUntil: addDays(today(), days),
    }
    const found = planForGuest(order, now())
    if ('refused' in found) return found.refused
    const totalCents = cents(Math.round((found.plan.totalCents * percent) / 100))
    const price = percent === 100 ? undefined : { totalCents, words: 'Choir' }
    return outcome(sellByHand({ ...order, price, formKey: randomUUID() }, STAFF, now()))
  },
  comeBack: ({ intentId }) => verifyReturn({ intentId }, () => true, now).then(outcome),
  comeBackFromHostedPage: ({ sessionId }) => verifyReturn({ sessionId }, () => true, now).then(outcome),
  completeReturn: ({ reference, intentId }) => confirmReturn(reference, intentId, now).then(outcome),
  async payLater({ reference, pays, way, from, isStale }) {
    const booking = bookingCalled(reference)
    const due = paymentDue(booking)
    const shown = {
      next: due.next?.owedCents,
      balance: due.remainingCents,
      part: Math.max(50, Math.floor(due.remainingCents * 0.7)),
    }[pays]
    const wish = {
      token: booking.linkToken,
      whose: 'all' as const,
      pays,
      paysFrom: from,
      bankPercent: bankPercent(),
      amountCents: cents((shown ?? 200_000) + (isStale ? 100 : 0)),
      remainingCents: due.remainingCents,
    }
    return outcome(
      way === 'card' ? await beginLaterCardPayment(wish, now) : await beginLaterHostedPayment(wish, now),
    )
  },
  bankDiscount({ percent }) {
    db.update(siteSettings).set({ bankDiscount: percent }).run()
  },
  byHand: ({ reference, direction, amountCents, reason }) =>
    recordByHand(
      {
        reference,
        direction,
        amountCents: cents(amountCents),
        reason,
        method: 'wire',
        note: '',
        quoted: digestOf(moneyQuote(bookingCalled(reference))),
        formKey: randomUUID(),
      },
      STAFF,
      now,
    ).then(outcome),
  refund({ reference, amountCents, reason }) {
    const booking = bookingCalled(reference)
    const amount = amountCents === 'whole' ? refundableCents(booking.id) : cents(amountCents)
    if (amount <= 0) return 'nothing-paid'
    const quoted = digestOf(moneyQuote(booking))
    return refundBooking(
      { reference, amountCents: amount, reason, note: '', quoted, formKey: randomUUID() },
      STAFF,
      now,
    ).then(outcome)
  },
  cancel({ reference }) {
    const quote = cancelQuote(bookingCalled(reference), now())
    return cancelBooking(
      {
        reference,
        quoted: digestOf(quote),
        note: '',
        formKey: randomUUID(),
      },
      STAFF,
      now,
    ).then(outcome)
  },
  writeOff({ reference }) {
    const quoted = digestOf(writeOffQuote(bookingCalled(reference), now()))
    return writeOff({ reference, quoted, reason: 'Lost', formKey: randomUUID() }, STAFF, now).then(outcome)
  },
  leave({ reference, position }) {
    const quote = leaveQuote(bookingCalled(reference), position, now())
    if (!quote) return 'nobody-there'
    return leaveParty(
      {
        reference,
        travelerId: quote.travelerId,
        quoted: digestOf(quote),
        note: '',
        formKey: randomUUID(),
      },
      STAFF,
      now,
    ).then(outcome)
  },
  changeLead({ reference, position }) {
    const booking = bookingCalled(reference)
    const traveler = partyOf(booking.id).find((one) => one.position === position)
    if (!traveler) return 'nobody-there'
    const { words, version } = leadSummary(booking, traveler)
    return changeLead(
      {
        ...{ ...words, phone: words.phone || undefined, name: words.name || 'Amina Odera' },
        email: `${randomUUID()}@example.com`,
        ...{ reference, travelerId: traveler.id, version, formKey: randomUUID() },
      },
      STAFF,
      now,
    ).then(outcome)
  },
  reprice({ reference, direction, amountCents, percent, position }) {
    const booking = bookingCalled(reference)
    const travelerId =
      position === null ? null : partyOf(booking.id).find((one) => one.position === position)?.id
    if (travelerId === undefined) return 'nobody-there'
    const amount = percent ? { percent: Math.max(1, amountCents / 10_000) } : { cents: cents(amountCents) }
    const wish = { direction, amount, travelerId, words: 'Choir' }
    const quote = priceQuote(booking, wish, now())
    if ('refused' in quote) return quote.refused
    const confirmed = { reference, quoted: digestOf(quote), formKey: randomUUID() }
    return repriceBooking({ ...wish, ...confirmed }, STAFF, now).then(outcome)
  },
  undoReprice({ reference }) {
    const booking = bookingCalled(reference)
    const last = priceChangesOf(booking.id).findLast((one) => !one.isUndone && one.undoesId === null)
    if (!last) return 'nothing-to-undo'
    const quote = undoQuote(booking, last.id, now())
    if ('refused' in quote) return quote.refused
    return undoReprice(
      { reference, id: last.id, quoted: digestOf(quote), formKey: randomUUID() },
      STAFF,
      now,
    ).then(outcome)
  },
  move({ reference, price, to }) {
    const booking = bookingCalled(reference)
    const departureId = to ?? DEPARTURES[booking.departureId % DEPARTURES.length] ?? 1
    const quote = moveQuote(booking, departureId, now())
    if ('refused' in quote) return quote.refused
    const confirmed = { reference, departureId, price, quoted: digestOf(quote), formKey: randomUUID() }
    return moveBooking(confirmed, STAFF, now).then(outcome)
  },
  reinstate({ reference }) {
    const quote = reinstateQuote(bookingCalled(reference), now())
    if ('refused' in quote) return quote.refused
    const confirmed = { reference, quoted: digestOf(quote), formKey: randomUUID() }
    return reinstateBooking(confirmed, STAFF, now).then(outcome)
  },
  changeRoom({ reference, position, price }) {
    const booking = bookingCalled(reference)
    const traveler = partyOf(booking.id).find((one) => one.position === position)
    if (!traveler) return 'nobody-there'
    const quote = roomQuote(booking, traveler.id, now())
    if ('refused' in quote) return quote.refused
    const confirmed = { reference, travelerId: traveler.id, price, quoted: digestOf(quote) }
    return changeRoom({ ...confirmed, formKey: randomUUID() }, STAFF, now).then(outcome)
  },
  swapRooms({ reference, positions }) {
    const booking = bookingCalled(reference)
    const [travelerId, withId] = positions.map(
      (position) => partyOf(booking.id).find((one) => one.position === position)?.id,
    )
    if (!travelerId || !withId) return 'nobody-there'
    const found = swappingOf(booking, { travelerId, withId }, now())
    if ('refused' in found) return found.refused
    const confirmed = { reference, travelerId, withId, quoted: digestOf(found.quote), formKey: randomUUID() }
    return swapRooms(confirmed, STAFF, now).then(outcome)
  },
  holdLonger({ reference, days }) {
    const until = addDays(today(), days)
    const quote = holdQuote(bookingCalled(reference), until, now())
    if ('refused' in quote) return quote.refused
    const wish = { reference, heldUntil: until, quoted: digestOf(quote), note: '' }
    return holdLonger({ ...wish, formKey: randomUUID() }, STAFF, now).then(outcome)
  },
  postponeInstallment({ reference, days }) {
    const next = amountsOwed(bookingCalled(reference)).installments.find(({ owedCents }) => owedCents > 0)
    if (!next) return 'nothing-open'
    const quoted = digestOf(postponeQuote(bookingCalled(reference), next.number))
    const wish = { reference, number: next.number, quoted, note: '', formKey: randomUUID() }
    return postponeInstallment({ ...wish, dueOn: addDays(next.dueOn, days) }, STAFF, now).then(outcome)
  },
  spread({ reference, days: fromToday }) {
    const days = fromToday.map((ahead) => addDays(today(), ahead))
    const quote = spreadQuote(bookingCalled(reference), days, now())
    if ('refused' in quote) return quote.refused
    const wish = { reference, days, quoted: digestOf(quote), note: '', formKey: randomUUID() }
    return spreadPlan(wish, STAFF, now).then(outcome)
  },
  join({ reference, roomType }) {
    const quote = joinQuote(bookingCalled(reference), now(), roomType)
    if ('refused' in quote) return quote.refused
    return joinParty(
      {
        reference,
        name: '',
        roomType,
        quoted: digestOf(quote),
        formKey: randomUUID(),
      },
      STAFF,
      now,
    ).then(outcome)
  },
  async stuckRefund({ reference, does }) {
    const stuck = db
      .select({ id: refunds.id })
      .from(refunds)
      .where(sql`${refunds.bookingId} = ${bookingCalled(reference).id} and ${refunds.state} = 'refused'`)
      .get()
    if (!stuck) return 'not-stuck'
    const which = { reference, id: stuck.id }
    return does === 'drop' ? dropRefund(which, STAFF, now) : tryRefundAgain(which, STAFF, now)
  },
  answerForRefund({ reference, wasIt }) {
    for (const { id } of outstandingOf(reference)) {
      const which = { reference, id }
      const found = refundToDecide(which)?.found
      if (found) return answerForRefund(which, { refundId: found.refundId, wasIt }, STAFF, now)
    }
    return 'not-asked'
  },
  refuseRefunds({ reference }) {
    for (const { id } of outstandingOf(reference)) {
      db.update(refunds)
        .set({ state: 'refused', lastError: 'charge_disputed' })
        .where(eq(refunds.id, id))
        .run()
    }
  },
  joinWaitlist({ departs, guest, atLeast, more, confirms }) {
    const { name, email } = aGuest(100 + guest)
    const wish = { name, email, phone: null, atLeast, atMost: Math.min(6, atLeast + more) }
    const asked = joinWaitlist({ ...wish, departureId: departs, rooms: 'any' }, randomUUID(), now())
    if ('refused' in asked || !confirms) return outcome(asked)
    const found = placesInOrder().find((one) => one.email === email && one.departureId === departs)
    return found ? confirmPlace(found.confirmToken, now()) : 'not-there'
  },
  confirmPlace: ({ which }) => confirmPlace(placeNumber(which)?.confirmToken ?? '', now()),
  leaveWaitlist: ({ which }) => leaveWaitlist(placeNumber(which)?.linkToken ?? '', now()),
  rejoinWaitlist: ({ which }) => rejoinWaitlist(placeNumber(which)?.linkToken ?? '', now()),
  waitAsBooked: ({ reference }) => waitAsBooked(bookingCalled(reference), now())?.id,
  async takeOffer({ which, travelers, paymentType, way }) {
    const offered = placesInOrder().filter(({ state }) => state === 'offered')
    const place = offered[which % Math.max(1, offered.length)]
    if (!place) return 'nothing-offered'
    const order = {
      departureId: place.departureId,
      ...{ roomType: 'double' as const, travelers, paymentType, offer: place.linkToken },
      traveler: { ...aGuest(0), name: place.name, email: place.email },
      browserDigest: `browser-of-${place.email}`,
      checkoutKey: `page-${randomUUID()}`,
      addressDigest: `address-of-${place.email}`,
      source: 'direct',
    }
    const begun = way === 'card' ? await beginCardPayment(order, now) : await beginHostedPayment(order, now)
    return 'refused' in begun ? begun.refused : begun.booking.reference
  },
  offerPlace({ reference, position }) {
    const offer = placesToOffer(bookingCalled(reference), now()).find(
      ({ traveler }) => traveler.position === position,
    )
    if (!offer?.quote) return offer?.why ?? 'nobody-there'
    const { feeCents: quotedFeeCents, refundCents: quotedRefundCents } = offer.quote
    const wish = { travelerId: offer.traveler.id, quotedFeeCents, quotedRefundCents }
    return outcome(offerPlace(reference, wish, now()))
  },
  takePlaceBack({ reference, position, by }) {
    const booking = bookingCalled(reference)
    const traveler = partyOf(booking.id).find((one) => one.position === position)
    if (!traveler) return 'nobody-there'
    if (by === 'traveler') return outcome(takePlaceBack(reference, traveler.id, now()))
    const place = placeOfTraveler(traveler.id)
    const wish = place && { placeId: place.id, shown: offerIfSeatKept(place) }
    return wish ? outcome(takePlaceOff(booking, wish, STAFF, now())) : 'nothing-offered'
  },
  queue({ which, act }) {
    const place = placeNumber(which)
    if (!place) return 'nobody-there'
    const { id: entryId, departureId } = place
    return outcome(actOnQueue({ departureId, entryId, act, until: addDays(today(), 3) }, STAFF, now()))
  },
  changeSeats({ seats }) {
    const { id, name: _, tourType: __, tourId: ___, updatedAt: ____, ...terms } = theDeparture()
    return outcome(changeDeparture(id, { ...terms, seats }, STAFF, now()))
  },
  books: wrongInBooks,
  publicSeats: () => DEPARTURES.map((departureId) => seatsLeft(departureOf({ departureId }))),
  remind: ({ reference, number, daysUntilDue }) =>
    outcome(
      sendManualReminder(
        { reference, installmentNumber: number, daysUntilDue, confirmed: true, formKey: randomUUID() },
        STAFF,
        now(),
      ),
    ),
  writeLetter({ departs, who, addressees, leaves }) {
    const timing = { now: 'by-hand', tomorrow: 'on-day', 'day-before': 'before' } as const
    const drafted = draftBroadcast(
      departs,
      {
        ...{ subject: 'About the journey', body: 'Dear {{first name}}, {{trip book}}.', isUrgent: true },
        ...{ audience: { who, ids: [] }, addressees, timing: timing[leaves], sendMinute: 720 },
        sendOn: leaves === 'tomorrow' ? addDays(today(), 1) : null,
        days: leaves === 'day-before' ? 1 : null,
      },
      randomUUID(),
      STAFF,
      now(),
    )
    if ('refused' in drafted) return drafted.refused
    const { broadcast } = drafted
    if (leaves !== 'now') return outcome(scheduleBroadcast(broadcast, STAFF, now()))
    const shown = recipientsFingerprint(reachedBy({ ...broadcast, departureId: departs }).gets)
    const sent = outcome(sendNow({ ...broadcast, shown }, STAFF, now()))
    postBroadcasts(now())
    return sent
  },
  moveClock: ({ hours }) => moveClockAndCheck(new Date(now().getTime() + hours * 3_600_000)).then(outcome),
  reconcile: () => reconcile(now),
  endHolds: () => endHolds(now),
  sendMail: () => sendDueMail(now, { beforeSending: asOfNow }),
  changeTour,
  moveDates({ startsOn }) {
    const { id, name: _, tourType: __, tourId: ___, updatedAt: ____, ...terms } = theDeparture()
    const endsOn = addDays(startsOn, 11)
    return outcome(changeDeparture(id, { ...terms, startsOn, endsOn }, STAFF, now()))
  },
  notifyOfDates() {
    const departure = theDeparture()
    const wish = { departureId: departure.id, shown: departure, note: '', again: false }
    return notifyNewDates({ ...wish, formKey: randomUUID() }, STAFF, now())
  },
  hide({ isPrivate }) {
    const { tourId: _, name: __, tourType: ___, updatedAt: ____, ...second } = departureOf({ departureId: 2 })
    return outcome(saveDeparture(2, { ...second, isPrivate }, STAFF, now()))
  },
  sales({ sales }) {
    db.update(departures).set({ sales }).where(isNull(departures.canceledAt)).run()
  },
  minimum({ departs, travelers }) {
    const { startsOn, firstInstallmentDueOn } = departureOf({ departureId: departs })
    const decideOn = travelers === 0 ? null : usualDecisionDay({ startsOn, firstInstallmentDueOn })
    db.update(departures)
      .set({ minimumTravelers: travelers || null, decideOn })
      .where(eq(departures.id, departs))
      .run()
  },
  guarantee({ departs }) {
    const quote = guaranteeQuote(departureOf({ departureId: departs }), now())
    if ('refused' in quote) return quote.refused
    return outcome(guaranteeDeparture(departs, quote.letters, STAFF, now()))
  },
  callOff({ departs }) {
    const quoted = digestOf(sheetOf(departs, 'departure-canceled', now()))
    const wish = { departureId: departs, words: 'Floods', quoted, formKey: randomUUID() }
    return outcome(cancelDeparture(wish, STAFF, now()))
  },
  postpone({ departs, days }) {
    const quoted = digestOf(sheetOf(departs, 'departure-postponed', now()))
    const startsOn = addDays(departureOf({ departureId: departs }).startsOn, days)
    const wish = { departureId: departs, words: 'Floods', quoted, startsOn, formKey: randomUUID() }
    return outcome(postponeDeparture(wish, STAFF, now()))
  },
  async choose({ reference, choice }) {
    if (choice !== 'move') return choose(reference, choice, now).then(outcome)
    const [quote] = placesToMove(bookingCalled(reference), now())
    if (!quote) return 'nowhere'
    const { departureId } = quote
    const wish = { reference, departureId, quoted: digestOf(quote), formKey: randomUUID() }
    return chooseMove(wish, now).then(outcome)
  },
  ...WATCHER_COMMANDS,
  ...SHARE_COMMANDS,
  ...AUTOPAY_COMMANDS,
  ...leaderCommands(STAFF),
  ...requestCommands(STAFF),
  carryOutChoices: () => carryOutChoices(now),
  clock({ at }) {
    if (at !== undefined) moveClockTo(new Date(at))
    return now().getTime()
  },
}

const placesInOrder = () => db.select().from(waitlistEntries).orderBy(waitlistEntries.id).all()

const placeNumber = (which: number) => {
  const places = placesInOrder()
  return places[which % Math.max(1, places.length)]
}

const aGuest = (guest: number) => ({
  name: `Guest ${guest}`,
  email: `guest${guest}@example.com`,
  phone: undefined,
  address: '12 Congress Avenue',
  city: 'Austin',
  state: 'Texas',
  zipCode: '78701',
  country: 'United States',
})

function changeTour({ seats, doubleCents, depositCents }: Commands['changeTour']): void {
  db.update(departures)
    .set({ seats, doublePriceCents: cents(doubleCents), depositCents: cents(depositCents) })
    .run()
}

/** The others are out of the way while the first goes back to its dates. */
function datesAsAtFirst(): void {
  const change = (id: number, to: Partial<typeof departures.$inferInsert>) =>
    db.update(departures).set(to).where(eq(departures.id, id)).run()
  change(2, { startsOn: '2030-01-01', endsOn: '2030-01-12' })
  change(3, { startsOn: '2030-02-01', endsOn: '2030-02-12' })
  change(1, { ...FIRST_DEPARTURE, numberOnDay: 1 })
  change(2, { ...SECOND_DEPARTURE, numberOnDay: 1 })
  change(3, { ...FIRST_DEPARTURE, numberOnDay: 2 })
}

/** Beside each letter the books at the moment when it was written, for the auditor of letters. */
const keepBooksOfLetters = () =>
  sqlite.exec(`
    create table if not exists letter_books (kind text, text text, reference text, status text, asked integer,
      total integer, kept integer, written_off integer, on_its_way integer, of_share integer, plan text);
    delete from letter_books;
    create trigger if not exists letter_written after insert on outbox when new.booking_id is not null begin
      insert into letter_books select new.kind, new.text_body, booking_reference, payment_status, asked_cents,
          total_cents, kept_cents, written_off_cents, on_its_way_cents,
          each_pays = 1 or lower(new.to_address) <> lower(customer_email) or exists (
            select 1 from payments where booking_id = new.booking_id and for_traveler_id is not null),
          (select json_group_array(json_object('dueOn', due_on, 'owed', owed_cents, 'amount', amount_cents))
           from (select * from installments where booking_id = new.booking_id order by number))
        from bookings where id = new.booking_id;
    end`)

/** When guests held seats at the checkout, and of which journey, for the auditor of tallies. */
const keepHoldsOfGuests = () =>
  sqlite.exec(`
    create table if not exists held_by_guests (id integer, tour_type text, slot integer);
    delete from held_by_guests;
    create trigger if not exists guest_holds after insert on bookings when new.source is not null begin
      insert into held_by_guests values (new.id, new.tour_type, new.created_at / 900000);
    end`)

/** Four weeks after the first, of the same journey: number 2. */
function ensureSecondDeparture(): void {
  const copied = copyDeparture(theDeparture().id, '2025-11-13', STAFF, now())
  if ('id' in copied) db.update(departures).set({ sales: 'open' }).where(eq(departures.id, copied.id)).run()
}

/** Of another journey, on the days of the first: number 3. */
function ensureSecondJourney(): void {
  const { startsOn } = FIRST_DEPARTURE
  const wish = { from: 1, name: 'Lodges of Laikipia', path: 'laikipia', startsOn }
  const copied = copyJourney(wish, STAFF, now())
  if ('refused' in copied) return
  db.update(departures).set({ sales: 'open' }).where(eq(departures.tourId, copied.id)).run()
  changeJourneyState(copied.id, 'shown', STAFF, now())
}

function ensureCodes(): void {
  const usual = { words: 'Singers', endsOn: null, departureIds: [] }
  for (const [code, { off, inAll, each }] of Object.entries(CODES))
    addCode({ ...usual, code, off, usesAtMost: inAll, usesEachAtMost: each }, STAFF, now())
}

/** The refusal's name, or that it was done: what a log line of a run says. */
const outcome = (answer: object): string => ('refused' in answer ? String(answer.refused) : 'done')

async function perform({ id, command }: { id: number; command: Command }): Promise<Done> {
  try {
    const act = COMMANDS[command.name] as (asked: unknown) => unknown
    // What is undefined does not travel between processes.
    return { id, answer: (await act(command.with)) ?? null }
  } catch (error) {
    const { name, message, stack } = error as Error
    return /^Stripe/.test(name) ? { id, unavailable: message } : { id, fault: stack ?? message }
  }
}

process.on('message', (told: { id: number; command: Command }) => {
  void perform(told).then((done) => process.send?.(done))
})
process.on('disconnect', () => process.exit(0))

const webhooks = createServer((request, response) => {
  void hear(request).then(
    () => response.end('heard'),
    (error: Error) => {
      if (!/^Stripe/.test(error.name)) process.send?.({ id: 0, fault: error.stack ?? error.message })
      response.writeHead(500).end()
    },
  )
})

async function hear(request: IncomingMessage): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const read = await readEvent(
    Buffer.concat(parts).toString(),
    String(request.headers['stripe-signature'] ?? ''),
  )
  if ('event' in read) await receiveStripeEvent(read.event, now)
}

webhooks.listen(0, '127.0.0.1', () => {
  process.send?.({ ready: (webhooks.address() as AddressInfo).port })
})
