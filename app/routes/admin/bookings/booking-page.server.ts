import type { Booking } from '#app/bookings/find-booking.server'
import { bookingAddress, payAddress } from '#app/bookings/links.server'
import { moneyWords, openCents } from '#app/bookings/money-words'
import { partySum } from '#app/bookings/party.server'
import { refundDatesOf } from '#app/bookings/refund-dates.server'
import { holdsSeat, isPaid, lostItsSeat } from '#app/bookings/status'
import { showDays, showInstant } from '#app/days'
import { bookingDossier } from '#app/dossiers/booking-dossier.server'
import { env } from '#app/env.server'
import { historyOf } from '#app/history/history.server'
import { pageAsked } from '#app/lists/page-cursor'
import { partyStanding } from '#app/travelers/details/party-standing.server'

export type BookingPageFacts = ReturnType<typeof bookingPage>

/** What the desk shows of a booking; `query` names the page of its history. */
export function bookingPage(booking: Booking, query: URLSearchParams) {
  const { departure, openIntent, ...dossier } = bookingDossier(booking)
  return {
    ...dossier,
    booking: shown(booking),
    travelers: partyStanding(booking),
    partySum: partySum(booking),
    tour: {
      name: departure.name,
      days: showDays(departure.startsOn, departure.endsOn),
      /** Where the departure has moved since. */
      agreedDays:
        booking.agreedStartsOn === departure.startsOn && booking.agreedEndsOn === departure.endsOn
          ? null
          : showDays(booking.agreedStartsOn, booking.agreedEndsOn),
    },
    ledger: dossier.ledger.map(dated),
    refundsOnTheirWay: dossier.refundsOnTheirWay.map(dated),
    openDisputes: dossier.openDisputes.map((one) => ({ ...one, openedAt: when(one.openedAt) })),
    installments: dossier.installments.map(({ number, name, amountCents, owedCents, dueOn, paidAt }) => ({
      number,
      name,
      amountCents,
      owedCents,
      dueOn,
      paidAt: paidAt && when(paidAt),
    })),
    mails: dossier.mails.map((mail) => ({ ...dated(mail), sentAt: mail.sentAt && when(mail.sentAt) })),
    openIntent: openIntent && {
      amountCents: openIntent.amountCents,
      isProcessing: openIntent.processingAt !== null,
      since: when(openIntent.createdAt),
    },
    history: historyOf(`booking:${booking.reference}`, pageAsked(query)),
  }
}

const when = (instant: Date) => showInstant(instant, env.BUSINESS_TIMEZONE)

const dated = <Row extends { createdAt: Date }>(row: Row) => ({ ...row, createdAt: when(row.createdAt) })

const shown = (booking: Booking) => ({
  reference: booking.reference,
  status: booking.status,
  money: moneyWords(booking),
  openCents: openCents(booking),
  name: booking.customerName,
  email: booking.customerEmail,
  phone: booking.customerPhone,
  address: booking.customerAddress,
  place: [booking.customerCity, `${booking.customerState} ${booking.customerZipCode}`.trim()]
    .filter(Boolean)
    .join(', '),
  country: booking.customerCountry,
  roomType: booking.roomType,
  guests: booking.numberOfGuests,
  totalCents: booking.totalCents,
  bookedAt: when(booking.createdAt),
  cancelledAt: booking.cancelledAt && when(booking.cancelledAt),
  holdEndsAt: booking.status === 'pending' ? when(booking.holdEndsAt) : null,
  earlyBirdOffer: booking.earlyBirdOffer,
  refundTerms: booking.refundTerms,
  refundDates: refundDatesOf(booking),
  mayCancel: holdsSeat(booking.status),
  mayPay: holdsSeat(booking.status) || lostItsSeat(booking.status),
  links: isPaid(booking.status) ? { page: bookingAddress(booking), pay: payAddress(booking) } : null,
})
