import type { Day } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import type { Thing } from '#app/site/site-pages'
import { NO_REFUND_DAYS, refundTerms } from './refund-policy'

export type Question = { question: string; answer: string }

/** Of a departure, on the day on which its page is read. */
type Facts = { seats: number; depositCents: Cents; startsOn: Day; bookedOn: Day }

/** Placeholders that staff may write in an answer: it stays true when the departure's facts change. */
const FACTS: Record<string, { means: string; of: (departure: Facts) => string }> = {
  '{seats}': { means: 'the number of seats', of: ({ seats }) => String(seats) },
  '{deposit}': { means: 'the deposit', of: ({ depositCents }) => showCents(depositCents) },
  '{refund terms}': { means: 'the refund terms', of: refundTerms },
  '{refund days}': {
    means: 'from how many days before departure nothing is refundable',
    of: () => String(NO_REFUND_DAYS),
  },
}

/** '{seats} for the number of seats, …', for those who write answers. */
export const FACTS_TO_WRITE = Object.entries(FACTS)
  .map(([word, { means }]) => `${word} for ${means}`)
  .join(', ')

/** A text with the facts of the departure in the places that staff left for them. */
export const withFacts = (text: string, departure: Facts): string =>
  Object.entries(FACTS).reduce((filled, [word, { of }]) => filled.replaceAll(word, () => of(departure)), text)

/** Questions and their answers, as they stand on a page. */
export const faqPage = (address: string, questions: Question[]): Thing => ({
  '@type': 'FAQPage',
  '@id': `${address}#questions`,
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
