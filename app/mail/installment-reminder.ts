import { showDay } from '#app/days'
import type { AboutBooking } from '#app/mail/about-booking'
import type { Letter } from '#app/mail/letter'
import { type Cents, showCents } from '#app/money'

type ReminderKind = 'friendly' | 'urgent' | 'final' | 'overdue'

export type ReminderFacts = AboutBooking & {
  kind: ReminderKind
  tourName: string
  startsOn: string
  /** 'First installment', 'Final installment' or 'Installment'. */
  installmentName: string
  owedCents: Cents
  dueOn: string
  paidCents: Cents
  totalCents: Cents
  payAddress: string
}

/** A reminder of an installment: each kind in its own words, all with amount, day, what is paid, link and whom to ask. */
export function installmentReminder(facts: ReminderFacts): Letter {
  const { subject, opening, closing } = WORDS[facts.kind](facts)
  return {
    subject,
    blocks: [
      { paragraph: `Dear ${facts.travellerName},` },
      { paragraph: opening },
      {
        rows: [
          ['Booking reference', facts.reference],
          [facts.installmentName, showCents(facts.owedCents)],
          ['Due', showDay(facts.dueOn)],
          ['Paid so far', `${showCents(facts.paidCents)} of ${showCents(facts.totalCents)}`],
        ],
      },
      { link: { label: `Pay ${showCents(facts.owedCents)}`, address: facts.payAddress } },
      { paragraph: closing },
      {
        quiet: `If you have just paid, thank you: this message crossed your payment. Your whole schedule is on your booking page: ${facts.bookingAddress}`,
      },
      {
        quiet: `Questions, or trouble paying? Answer this message, write to ${facts.contactEmail} or call ${facts.contactPhone}.`,
      },
    ],
  }
}

type Words = { subject: string; opening: string; closing: string }

const WORDS: Record<ReminderKind, (facts: ReminderFacts) => Words> = {
  friendly: ({ reference, tourName, startsOn, installmentName, dueOn }) => ({
    subject: `Coming up: your ${installmentName.toLowerCase()} for ${reference}`,
    opening: `Your place on ${tourName} is waiting for you, and we are looking forward to ${showDay(startsOn)}. The ${installmentName.toLowerCase()} is due on ${showDay(dueOn)}; here is all you need to pay it when it suits you.`,
    closing: 'It takes a minute by card. You can also pay all that remains at once.',
  }),
  urgent: ({ reference, tourName, installmentName, dueOn }) => ({
    subject: `Due ${showDay(dueOn)}: ${installmentName.toLowerCase()} for ${reference}`,
    opening: `The ${installmentName.toLowerCase()} for your place on ${tourName} is due on ${showDay(dueOn)}. Please pay it by then, so that your arrangements in Kenya stay confirmed.`,
    closing: 'If the date is a difficulty, write to us before it: we find a way more easily beforehand.',
  }),
  final: ({ reference, tourName, installmentName, dueOn }) => ({
    subject: `Final notice: ${installmentName.toLowerCase()} for ${reference}`,
    opening: `This is the last reminder before the ${installmentName.toLowerCase()} for ${tourName} falls due on ${showDay(dueOn)}. Please pay it now.`,
    closing: 'If something stands in the way, please call or write to us today.',
  }),
  overdue: ({ reference, tourName, installmentName, dueOn }) => ({
    subject: `Overdue: ${installmentName.toLowerCase()} for ${reference}`,
    opening: `The ${installmentName.toLowerCase()} for your place on ${tourName} was due on ${showDay(dueOn)}, and we have not received it. Please pay it now to keep your place.`,
    closing:
      'If you cannot pay at the moment, or want to change or cancel your booking, please answer this message: we would rather talk than lose you.',
  }),
}
