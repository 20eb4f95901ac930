import { isForStaffToUndo, priceChangesOf } from '#app/bookings/charges.server'
import { customerWords, noteWords } from '#app/bookings/checkout-form'
import { type Booking, bookingAddress, payAddress } from '#app/bookings/find-booking.server'
import { openRequestsOf } from '#app/bookings/guest-requests.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { heldUntil } from '#app/bookings/hold-for-guest.server'
import { dayWords, dueWords, installmentState } from '#app/bookings/installments/due'
import { owedOfEach } from '#app/bookings/installments/installment-list.server'
import { leadersToChoose, leaderWithId, nameOfLeader } from '#app/bookings/leaders/leaders.server'
import { amountOnItsWay } from '#app/bookings/on-its-way'
import { earlyBirdOf, type PartyMoney, partyMoney } from '#app/bookings/party.server'
import { latestChoice } from '#app/bookings/schedule-choices.server'
import { isPaid, openCents } from '#app/bookings/status'
import type { GuestRequestKind } from '#app/bookings/stored-values'
import { refundTermsOf, travelerMailbox } from '#app/bookings/traveler-letters.server'
import { placesOf } from '#app/bookings/waitlist/offered-places.server'
import { joinQuote } from '#app/money/changes/party/join-party.server'
import { openQuestion } from '#app/money/changes/schedule/choose.server'
import { businessTime, now, today } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { showCents } from '#app/platform/money'
import { capitalized, ofEach } from '#app/platform/typed/fields'
import { counted } from '#app/platform/words'
import { may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { partyStanding } from '#app/travelers/details.server'
import { autopayForStaff, autopayOf } from '#app/views/autopay.server'
import { historyOf } from '#app/views/history.server'
import { payerLinksForStaff, sharesForStaff } from '#app/views/shares.server'
import { bookingDetails, shownMoney, shownOwed, staffBooking } from '#app/views/staff-booking.server'
import { COMMANDS } from './commands/table.server'

export type BookingPageFacts = ReturnType<typeof bookingPage>

/** What the admin area shows of a booking to a member of staff; `query` names the page of its history. */
export function bookingPage(booking: Booking, staff: Staff, query: URLSearchParams) {
  const { departure, ...facts } = bookingDetails(booking)
  const travelers = isPaid(booking.status) && may(staff, 'see travelers') ? partyStanding(booking) : null
  const party = partyMoney(booking)
  const acts = actsOn(booking, staff)
  const isHeld = booking.status === 'pending'
  const charged = new Set(autopayOf(booking, null)?.charges.map(({ number }) => number))
  return {
    ...facts,
    booking: bookingForPage(booking, party, staff),
    acts,
    travelers,
    nextStep: nextStep(booking, { ...facts, departure, travelers }),
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
    movements: facts.movements.map(dated),
    refundsOnTheirWay: facts.refundsOnTheirWay.map(dated),
    openDisputes: facts.openDisputes.map((one) => ({ ...one, openedAt: businessTime(one.openedAt) })),
    installments: facts.installments.map((one) => ({
      number: one.number,
      name: one.name,
      amountCents: one.amountCents,
      owedCents: isHeld ? one.amountCents : one.owedCents,
      writtenOffCents: one.writtenOffCents,
      dueWords: capitalized(dayWords(one, today())),
      isChargedByItself: charged.has(one.number),
      paidAt: one.paidAt && businessTime(one.paidAt),
      state: isHeld ? ('upcoming' as const) : installmentState(one, one.paidAt !== null, today()),
    })),
    mails: facts.mails.map((mail) => ({ ...dated(mail), sentAt: mail.sentAt && businessTime(mail.sentAt) })),
    shares: isPaid(booking.status) ? sharesForStaff(booking, may(staff, 'change money')) : null,
    payerLinks: payerLinksForStaff(booking, may(staff, 'change money')),
    autopay: autopayForStaff(booking),
    priceChanges: priceChangesOf(booking.id).map((one) => ({
      ...dated({ id: one.id, words: one.words, undoesId: one.undoesId, createdAt: one.createdAt }),
      priceChangeCents: one.priceChangeCents,
      canBeUndone: isForStaffToUndo(one),
    })),
    question: questionOf(booking),
    placesOnOffer: placesOf(booking)
      .filter(({ state }) => state === 'open')
      .map(({ id, feeCents, createdAt, offerId }) => ({
        id,
        feeCents,
        since: businessTime(createdAt),
        isUsed: offerId !== null,
      })),
    requests: may(staff, 'see travelers')
      ? openRequestsOf(booking.id).map(({ id, kind, message, createdAt }) => ({
          ...{ id, kind, message },
          askedAt: businessTime(createdAt),
          answer: answerTo(kind, booking, acts),
        }))
      : [],
    history: historyOf(`booking:${booking.reference}`, requestedPage(query)),
  }
}

type Known = Pick<ReturnType<typeof bookingDetails>, 'departure' | 'installments'> & {
  travelers: ReturnType<typeof partyStanding> | null
}

/** What happens next with the booking, in a sentence; what else waits for staff, notices below it say. */
function nextStep(booking: Booking, { departure, installments, travelers }: Known): string {
  if (booking.status === 'pending')
    return isHeldForGuest(booking)
      ? `Held for the guest until ${showDay(heldUntil(booking))}: they pay by the payment link, or the seat is free again.`
      : `Held until ${businessTime(booking.holdEndsAt)} while the traveler pays. Without a payment, the seat is free again.`
  if (!isPaid(booking.status)) return 'This booking has ended. Nothing more is due on it.'

  const next = installments.find(({ owedCents }) => owedCents > 0)
  if (next) {
    const sum = `${next.name} of ${showCents(next.owedCents)}`
    return installmentState(next, false, today()) === 'overdue'
      ? `${sum} ${dueWords(next, today())}. Reminders go out automatically; call, send a payment link, or postpone it.`
      : `Next: ${sum.toLowerCase()}, ${dueWords(next, today())}. Reminders go out automatically.`
  }
  if (booking.onItsWayCents > 0)
    return `${amountOnItsWay(booking.onItsWayCents)} from the guest’s bank account. Nothing more is due until it is here.`
  const paid = openCents(booking) > 0 ? `${showCents(openCents(booking))} is open.` : 'Nothing more is due.'
  if (departure.endsOn < today()) return `${paid} The journey ended ${showDay(departure.endsOn)}.`
  const missing = travelers?.filter((one) => one.missing.length > 0).length ?? 0
  if (missing === 0) return travelers ? `${paid} All travelers’ details are complete.` : paid
  return `${paid} Details are still missing for ${missing} of ${counted(travelers?.length ?? 0, 'traveler')}.`
}

/** What the lead traveler was asked after the departure was canceled or postponed, while that is open. */
function questionOf(booking: Booking) {
  const asked = latestChoice(booking.id)
  if (!asked || asked.answer.settledAt) return null
  const { kind, fromStartsOn, fromEndsOn, answerBy } = asked.change
  return {
    ...{ kind, dates: showDays(fromStartsOn, fromEndsOn), answerBy: showDay(answerBy) },
    isOpen: openQuestion(booking, now()) !== null,
  }
}

/**
 * The dialog that does what a traveler asks for; null where none can now, and for what they say in their own
 * words.
 */
function answerTo(kind: GuestRequestKind, booking: Booking, acts: ReturnType<typeof actsOn>) {
  if (kind === 'change') return null
  const { act, ...answer } = ANSWERS[kind]
  if (!acts[act] || (kind === 'leave' && booking.travelers === 1)) return null
  return kind === 'join' && 'refused' in joinQuote(booking, now()) ? null : answer
}

const ANSWERS = {
  contact: { act: 'lead', label: 'Change lead traveler', dialog: 'lead' },
  'pay-later': { act: 'spread', label: 'Change due dates', dialog: 'spread' },
  move: { act: 'move', label: 'Move', dialog: 'move' },
  join: { act: 'join', label: 'Add a traveler', dialog: 'join' },
  leave: { act: 'leave', label: 'Remove a traveler', dialog: 'leave/who' },
  cancel: { act: 'cancel', label: 'Cancel booking', dialog: 'cancel' },
  room: { act: 'room', label: 'Change room', dialog: 'room/who' },
} as const

const dated = <Row extends { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: businessTime(row.createdAt),
})

/** What this member of staff may do to the booking now: the page has a button or a link for each. */
const actsOn = (booking: Booking, staff: Staff) => ({
  ...ofEach(COMMANDS, (name) => may(staff, 'change money') && COMMANDS[name].offered(booking)),
  lead: may(staff, 'change bookings') && (booking.status !== 'pending' || isHeldForGuest(booking)),
})

const bookingForPage = (booking: Booking, party: PartyMoney, staff: Staff) => ({
  ...staffBooking(booking),
  money: shownMoney(booking, party.promisedCents),
  soldBy: booking.soldBy,
  leaderId: booking.leaderId,
  leader: booking.leaderId === null ? null : nameOfLeader(leaderWithId(booking.leaderId)),
  leaders: leadersToChoose().map((leader) => ({ id: leader.id, name: nameOfLeader(leader) })),
  /** Of seats that are held for a guest. */
  payLink: isHeldForGuest(booking) ? payAddress(booking) : null,
  ...shownOwed(owedOfEach([booking.id], today()).get(booking.id)),
  openCents: openCents(booking),
  writtenOffCents: booking.writtenOffCents,
  lettersTo: travelerMailbox(booking),
  address: booking.customerAddress,
  place: [booking.customerCity, `${booking.customerState} ${booking.customerZipCode}`.trim()]
    .filter(Boolean)
    .join(', '),
  country: booking.customerCountry,
  alsoSaid: [...customerWords('other'), ...noteWords].map(({ header, cell }) => ({
    label: header,
    words: cell(booking),
  })),
  canceledAt: booking.canceledAt && businessTime(booking.canceledAt),
  holdEndsAt: isHeldForGuest(booking)
    ? showDay(heldUntil(booking))
    : booking.status === 'pending'
      ? businessTime(booking.holdEndsAt)
      : null,
  earlyBird: earlyBirdOf(booking),
  refundTerms: refundTermsOf(booking, today()),
  isPaid: isPaid(booking.status),
  // Who has them acts as the traveler.
  links:
    isPaid(booking.status) && may(staff, 'change money')
      ? { page: bookingAddress(booking), pay: payAddress(booking) }
      : null,
})
