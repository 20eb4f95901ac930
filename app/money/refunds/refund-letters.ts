import {
  type AboutBooking,
  agreedTerms,
  type BookingForStaff,
  bookingLetter,
  bookingRows,
  openBooking,
  whose,
  yourSeatsAre,
} from '#app/bookings/about-booking'
import { isOverdue } from '#app/bookings/installments/due'
import type { Letter } from '#app/mail/letter'
import { type Day, showDay, showLongDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { BANK_DAYS } from '#app/tours/promises'
import type { RefundWhy, ScheduleReason } from '#app/tours/refund-policy'

/** How long money takes to come back to a card, for the traveler who waits for it. */
export const BANK_SHOWS_IT = `Your bank will show it within ${BANK_DAYS}. You do not need to do anything.`

/** To a lead traveler who offered a place. */
export const PLACE_TAKEN = 'Someone on the waitlist has paid for the place you offered, so it is theirs now.'

export type ComesBack = {
  toCardsCents: Cents
  byHandCents: Cents
  keptCents: Cents
  /** The day on which the guest asked, where that gives back more. */
  askedOn: Day | null
  why: RefundWhy
}

/** What a cancellation gives back, to cards and otherwise, and what stays by the terms. */
export const whatComesBack = (about: ComesBack): Letter['blocks'] => [
  ...(about.askedOn
    ? [{ paragraph: `The refund is counted as of ${showLongDay(about.askedOn)}, the day you asked.` }]
    : []),
  ...(about.toCardsCents > 0
    ? [
        { paragraph: `We are returning ${showCents(about.toCardsCents)} to the card you paid with.` },
        { paragraph: BANK_SHOWS_IT },
      ]
    : []),
  ...(about.byHandCents > 0
    ? [
        {
          paragraph: `We are returning ${showCents(about.byHandCents)} to you the same way you paid it, and will write to you about it.`,
        },
      ]
    : []),
  ...(about.keptCents > 0
    ? [
        {
          paragraph:
            about.why === 'place-sold'
              ? `We keep ${showCents(about.keptCents)}, as agreed when the place was offered.`
              : `Under the terms you accepted, ${showCents(about.keptCents)} is not refundable.`,
        },
      ]
    : []),
]

export type Ended = ComesBack & {
  /** What was overdue, where it is canceled for that. */
  unpaidCents?: Cents | undefined
}

/** Tells a traveler that the booking is canceled, and what comes back. */
export const bookingCancelled = (about: AboutBooking & Ended & { tourName: string }): Letter =>
  bookingLetter(
    about,
    about.why === 'place-sold'
      ? 'Your place was taken, and your booking has ended'
      : 'Your booking is canceled',
    [
      ...(about.why === 'place-sold' ? [{ paragraph: PLACE_TAKEN }] : []),
      {
        paragraph: `Your booking ${about.reference} for the ${about.tourName} is canceled. You will get no more reminders, and nothing more is due.`,
      },
      ...(about.unpaidCents === undefined
        ? []
        : [
            {
              paragraph: `We canceled it because ${showCents(about.unpaidCents)} was overdue and stayed unpaid, although we wrote to you about it.`,
            },
          ]),
      ...(about.why in OF_OURS ? [{ paragraph: OF_OURS[about.why as ScheduleReason] }] : []),
      ...whatComesBack(about),
      ...(about.why in OF_OURS ? [] : about.refundTerms.accepted.map((quiet) => ({ quiet }))),
    ],
  )

/** Where it was we who changed the journey: the terms that were accepted do not matter then (rules 4.20). */
const OF_OURS: Record<ScheduleReason, string> = {
  'departure-canceled': 'We had to cancel the departure, so everything you paid comes back.',
  'departure-postponed': 'We had to postpone the departure, so everything you paid comes back.',
}

/** What is to be paid next, where the traveler owes again what comes back. */
export type OwedAgain = { owedCents: Cents; dueOn: Day; payAddress: string; today: Day }

const dueAgain = ({
  owedAgain: next,
  ...about
}: AboutBooking & { owedAgain: OwedAgain | null }): Letter['blocks'] =>
  next
    ? [
        {
          paragraph: `This amount is due again. Your next payment is ${showCents(next.owedCents)}, ${isOverdue(next.dueOn, next.today) ? 'which was due' : 'due'} on ${showDay(next.dueOn)}.`,
        },
        { link: { label: `Pay ${showCents(next.owedCents)}`, address: next.payAddress } },
        ...agreedTerms(about),
      ]
    : []

/** All goes back of a booking that stood: what that means, after the sentence about the money. */
const theEnd = (about: AboutBooking & { endsBooking: boolean }): Letter['blocks'] =>
  about.endsBooking
    ? [
        {
          paragraph: `That is everything you paid, so your booking ends: ${yourSeatsAre(about)} free for others, nothing more is due, and you will get no more reminders.`,
        },
      ]
    : []

/** Tells a traveler that money is on its way back: while the booking stands, with its end, or after it. */
export const refundOnItsWay = (
  about: AboutBooking & { amountCents: Cents; owedAgain: OwedAgain | null; endsBooking: boolean },
): Letter =>
  bookingLetter(
    about,
    about.endsBooking ? 'Your booking ends, and a refund is on its way' : 'A refund is on its way',
    [
      {
        paragraph: `We are returning ${showCents(about.amountCents)} for booking ${about.reference} to the card you paid with.`,
      },
      { paragraph: BANK_SHOWS_IT },
      ...theEnd(about),
      ...dueAgain(about),
    ],
  )

/** Tells a traveler that a refund could not be made to the card, and is not tried any longer. */
export const refundDropped = (about: AboutBooking & { amountCents: Cents }): Letter =>
  bookingLetter(about, 'About your refund', [
    {
      paragraph: `We wrote to you that ${showCents(about.amountCents)} for booking ${about.reference} would be refunded to your card. That refund did not go through, so the money will not come back that way.`,
    },
    {
      paragraph:
        'Your booking page shows what is paid and what is due. If we return the money another way, we will write to you about it.',
    },
  ])

const IN_WORDS = { card: 'to your card', cheque: 'by check', wire: 'by bank transfer', other: '' }

/** Tells a traveler that money went back otherwise than to a card. */
export const paidBackByHand = (
  about: AboutBooking & {
    amountCents: Cents
    method: keyof typeof IN_WORDS
    owedAgain: OwedAgain | null
    endsBooking: boolean
  },
): Letter =>
  bookingLetter(
    about,
    about.endsBooking ? 'Your booking ends, and your money is returned' : 'We have returned money to you',
    [
      {
        paragraph: `We have returned ${showCents(about.amountCents)} for booking ${about.reference} to you${IN_WORDS[about.method] && ` ${IN_WORDS[about.method]}`}.`,
      },
      ...theEnd(about),
      ...dueAgain(about),
    ],
  )

/** Tells a traveler that the bank took back what was paid, as asked, and that the booking ended by it. */
export const endedByDispute = (about: AboutBooking & { amountCents: Cents }): Letter =>
  bookingLetter(about, 'Your booking has ended', [
    {
      paragraph: `Your bank has decided the dispute over ${showCents(about.amountCents)} paid for booking ${about.reference}, and has returned the money to you.`,
    },
    {
      paragraph: `No payment is left, so the booking has ended: ${yourSeatsAre(about)} free for others, nothing more is due, and you will get no more reminders. If you did not want that, please write to us.`,
    },
  ])

/** Tells staff of a refund that was made in Stripe's own dashboard. */
export const dashboardRefundNotice = (
  refund: BookingForStaff & { amountCents: Cents; refundId: string; endsBooking: boolean },
): Letter => ({
  subject: refund.endsBooking
    ? `Booking ended by a refund at Stripe: ${whose(refund)}`
    : `Refund at Stripe: ${whose(refund)}`,
  blocks: [
    {
      paragraph: `${showCents(refund.amountCents)} was given back in Stripe's dashboard for ${refund.reference}. It is in the booking's ledger, and the traveler has been notified. ${
        refund.endsBooking
          ? 'No payment is left: the booking is refunded, its seat is free, and nobody will be asked to pay again.'
          : 'If the booking is still active, its price was lowered by this amount: nobody will be asked to pay it again.'
      }`,
    },
    { rows: [...bookingRows(refund), ['Stripe refund', refund.refundId]] },
    openBooking(refund),
  ],
})

/** Asks staff whether a refund at Stripe was one that is ordered here already. */
export const dashboardRefundQuestion = (
  refund: BookingForStaff & {
    amountCents: Cents
    refundId: string
    /** What is ordered of the same payment, and where they answer. */
    asked: { amountCents: Cents; address: string }[]
  },
): Letter => ({
  subject: `Was it that refund? ${whose(refund)}`,
  blocks: [
    {
      paragraph: `${showCents(refund.amountCents)} was given back in Stripe's dashboard for ${refund.reference}. It is in the booking's ledger. Of the same payment ${inList(refund.asked)} still waiting to be refunded. Was this that refund?`,
    },
    {
      paragraph:
        'Until you answer, nothing more is sent to the card, and the traveler is not notified of this refund.',
    },
    { rows: [...bookingRows(refund), ['Stripe refund', refund.refundId]] },
    ...refund.asked.map(({ amountCents, address }) => ({
      link: { label: `Answer for the refund of ${showCents(amountCents)}`, address },
    })),
  ],
})

const inList = (asked: { amountCents: Cents }[]): string =>
  `${asked.map(({ amountCents }) => showCents(amountCents)).join(' and ')} ${asked.length > 1 ? 'are' : 'is'}`
