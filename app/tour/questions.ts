import type { Cents } from '#app/money'
import { INSTALLMENT_REFUND_DAYS, refundTerms } from './refund-policy'

export type Question = { question: string; answer: string }

type Facts = { seats: number; depositCents: Cents }

/** What people ask before they sign up, answered as they stand on the tour's page. Safe in the browser. */
export const questionsAbout = ({ seats, depositCents }: Facts): Question[] => [
  {
    question: 'Do I have to dance?',
    answer:
      'No. There is a lesson at the Mara before the big concert, and whoever would rather tap a foot beside the fire is in good company.',
  },
  {
    question: 'May I come alone?',
    answer: `Yes, and many do: with ${seats} travelers at most, everyone knows everyone by the second supper. Share a double room with someone we introduce to you, or take a single.`,
  },
  {
    question: 'What if my plans change?',
    answer: `${refundTerms({ depositCents })} Installments you have paid come back in full until ${INSTALLMENT_REFUND_DAYS} days before departure.`,
  },
  {
    question: 'How long are the drives?',
    answer:
      'Four to six hours on four of the days, the last part on roads that shake. There are stops, and everyone has a window seat. The long way to the coast we fly.',
  },
  {
    question: 'Do I need a visa or vaccinations?',
    answer:
      'Most passports need an electronic travel authorization for Kenya, asked for online before you fly, and six months of validity. Malaria and yellow fever are questions for a travel clinic, best eight weeks ahead.',
  },
  {
    question: 'What is not in the price?',
    answer:
      'The flight to Nairobi and back, the travel authorization, insurance, tips, and the balloon at the Mara, which you may add while you are there.',
  },
]
