import type { Booking } from '#app/bookings/find-booking.server'
import { bookingAddress, payAddress } from '#app/bookings/find-booking.server'
import { openRequestsOf } from '#app/bookings/guest-requests.server'
import { installmentState } from '#app/bookings/installments/due'
import { overdueCentsOf } from '#app/bookings/installments/installment-list.server'
import { type PartyMoney, partyMoney } from '#app/bookings/party.server'
import { holdsSeat, isPaid, lostItsSeat, moneyWords, openCents, statusBeside } from '#app/bookings/status'
import type { GuestRequestKind } from '#app/bookings/stored-values'
import { refundTermsOf, travelerMailbox } from '#app/bookings/traveler-letters.server'
import { whyNotMoved } from '#app/money/move-booking.server'
import { joinQuote } from '#app/money/party/join-party.server'
import { paymentDue } from '#app/money/payments/later-payment.server'
import { priceChangesOf } from '#app/money/price-changes.server'
import { reinstateQuote } from '#app/money/reinstate-booking.server'
import { openInstallment } from '#app/money/reminders/extend-installment.server'
import { writeOffCents } from '#app/money/write-off.server'
import { now, today } from '#app/platform/clock.server'
import { showDays, showInstant } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { pageAsked } from '#app/platform/lists/page-cursor'
import { earlyBirdWords } from '#app/tours/price'
import { partyStanding } from '#app/travelers/details/party-standing.server'
import { bookingDossier } from '#app/views/booking-details.server'
import { historyOf } from '#app/views/history/history.server'

export type BookingPageFacts = ReturnType<typeof bookingPage>

/** What the admin area shows of a booking; `query` names the page of its history. */
export function bookingPage(booking: Booking, query: URLSearchParams) {
  const { departure, openIntent, ...dossier } = bookingDossier(booking)
  const party = partyMoney(booking)
  return {
    ...dossier,
    booking: shown(booking, party),
    travelers: partyStanding(booking),
    party,
    tour: {
      name: departure.name,
      days: showDays(departure.startsOn, departure.endsOn),
      /** Where the departure has moved since. */
      agreedDays:
        booking.agreedStartsOn === departure.startsOn && booking.agreedEndsOn === departure.endsOn
          ? null
          : showDays(booking.agreedStartsOn, booking.agreedEndsOn),
    },
    movements: dossier.movements.map(dated),
    mayMove: whyNotMoved(booking, now()) === null,
    mayReinstate: !('refused' in reinstateQuote(booking, now())),
    /** What staff may write off now. */
    lateCents: writeOffCents(booking, now()),
    refundsOnTheirWay: dossier.refundsOnTheirWay.map(dated),
    openDisputes: dossier.openDisputes.map((one) => ({ ...one, openedAt: when(one.openedAt) })),
    installments: dossier.installments.map(
      ({ number, name, amountCents, owedCents, writtenOffCents, dueOn, paidAt }) => ({
        number,
        name,
        amountCents,
        owedCents,
        writtenOffCents,
        dueOn,
        paidAt: paidAt && when(paidAt),
        state: installmentState({ owedCents, writtenOffCents, dueOn }, paidAt !== null, today()),
      }),
    ),
    mails: dossier.mails.map((mail) => ({ ...dated(mail), sentAt: mail.sentAt && when(mail.sentAt) })),
    openIntent: openIntent && {
      amountCents: openIntent.amountCents,
      isProcessing: openIntent.processingAt !== null,
      since: when(openIntent.createdAt),
    },
    priceChanges: priceChangesOf(booking.id).map(({ taken: _, ...one }) => dated(one)),
    requests: openRequestsOf(booking.id).map(({ id, kind, message, createdAt }) => ({
      id,
      kind,
      message,
      askedAt: when(createdAt),
      answer: answerTo(kind, booking),
    })),
    history: historyOf(`booking:${booking.reference}`, pageAsked(query)),
  }
}

/** The dialog that does what a traveler asks for; null where none can now, and for what they say in their own words. */
function answerTo(kind: GuestRequestKind, booking: Booking): { label: string; dialog: string } | null {
  switch (kind) {
    case 'contact':
      return { label: 'Change lead traveler', dialog: 'lead' }
    case 'pay-later': {
      const { next } = paymentDue(booking)
      return next && openInstallment(booking, next.number)
        ? { label: `Later day for the ${next.name.toLowerCase()}`, dialog: `later/${next.number}` }
        : null
    }
    case 'move':
      return whyNotMoved(booking, now()) ? null : { label: 'Move', dialog: 'move' }
    case 'join':
      return 'refused' in joinQuote(booking, now()) ? null : { label: 'Add a traveler', dialog: 'join' }
    case 'leave':
      return isPaid(booking.status) && booking.numberOfGuests > 1
        ? { label: 'Take a traveler off', dialog: 'leave/who' }
        : null
    case 'cancel':
      return holdsSeat(booking.status) ? { label: 'Cancel booking', dialog: 'cancel' } : null
    case 'change':
      return null
  }
}

const when = (instant: Date) => showInstant(instant, env.BUSINESS_TIMEZONE)

const dated = <Row extends { createdAt: Date }>(row: Row) => ({ ...row, createdAt: when(row.createdAt) })

const shown = (booking: Booking, party: PartyMoney) => ({
  reference: booking.reference,
  status: booking.status,
  money: moneyWords(booking, party.promisedCents),
  overdueCents: overdueCentsOf(booking.id, today()),
  statusBeside: statusBeside(booking),
  openCents: openCents(booking),
  writtenOffCents: booking.writtenOffCents,
  name: booking.customerName,
  email: booking.customerEmail,
  lettersTo: travelerMailbox(booking),
  phone: booking.customerPhone,
  address: booking.customerAddress,
  place: [booking.customerCity, `${booking.customerState} ${booking.customerZipCode}`.trim()]
    .filter(Boolean)
    .join(', '),
  country: booking.customerCountry,
  roomType: booking.roomType,
  guests: booking.numberOfGuests,
  bookedAt: when(booking.createdAt),
  cancelledAt: booking.cancelledAt && when(booking.cancelledAt),
  holdEndsAt: booking.status === 'pending' ? when(booking.holdEndsAt) : null,
  earlyBird: earlyBirdWords({ ...booking, party }),
  refundTerms: refundTermsOf(booking, today()),
  mayCancel: holdsSeat(booking.status),
  mayPay: holdsSeat(booking.status) || lostItsSeat(booking.status),
  links: isPaid(booking.status) ? { page: bookingAddress(booking), pay: payAddress(booking) } : null,
})
