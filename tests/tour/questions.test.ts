import { expect, test } from 'vitest'
import { questionsAbout } from '#app/tour/questions'
import { REFUND_TERMS } from '#app/tour/refund-terms'

test('answers take the seats of the tour and the one refund sentence', () => {
  const questions = questionsAbout({ seats: 16, refundTerms: REFUND_TERMS })
  const words = questions.map(({ answer }) => answer).join(' ')
  expect(words).toContain('16 travelers')
  expect(words).toContain(REFUND_TERMS)
  for (const { question, answer } of questions) {
    expect(question).toMatch(/\?$/)
    expect(answer).toMatch(/\.$/)
  }
})
