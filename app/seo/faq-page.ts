import type { Question } from '#app/tour/questions'
import type { Thing } from './thing'

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
