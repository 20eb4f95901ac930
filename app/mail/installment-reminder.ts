import { type Day, showDay } from '#app/days'
import { type Cents, showCents } from '#app/money'
import { priceWithSum } from '#app/tour/party'
import { type AboutBooking, agreedTerms } from './about-booking'
import type { Letter } from './letter'

export type ReminderFacts = AboutBooking & {
  /** What this kind of reminder says. */
  words: { subject: string; opening: string; closing: string }
  /** What is asked for: 'First installment', 'Final installment' or 'Installment'; one, or all that is overdue. */
  asked: { name: string; owedCents: Cents; dueOn: Day }[]
  /** Their sum, which the button pays. */
  owedCents: Cents
  paidCents: Cents
  totalCents: Cents
  payAddress: string
}

/** A reminder of an installment: each kind in its own words, all with amount, day, what is paid, link and whom to ask. */
export function installmentReminder(facts: ReminderFacts): Letter {
  const { subject, opening, closing } = facts.words
  return {
    subject,
    blocks: [
      { paragraph: `Dear ${facts.travelerName},` },
      { paragraph: opening },
      {
        rows: [
          ['Booking reference', facts.reference],
          ...facts.asked.flatMap(({ name, owedCents, dueOn }): [string, string][] => [
            [name, showCents(owedCents)],
            ['Due', showDay(dueOn)],
          ]),
          ...(facts.asked.length > 1
            ? [['Overdue in all', showCents(facts.owedCents)] as [string, string]]
            : []),
          ['Paid so far', `${showCents(facts.paidCents)} of ${priceWithSum(facts.totalCents, facts)}`],
        ],
      },
      { link: { label: `Pay ${showCents(facts.owedCents)}`, address: facts.payAddress } },
      { paragraph: closing },
      ...agreedTerms(facts),
      {
        quiet: `If you have just paid, thank you: this message crossed your payment. Your whole schedule is on your booking page: ${facts.bookingAddress}`,
      },
      {
        quiet: `Questions, or trouble paying? Answer this message, write to ${facts.contactEmail} or call ${facts.contactPhone}.`,
      },
    ],
  }
}
