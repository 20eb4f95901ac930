import { expect, test } from 'vitest'
import { centsOf } from '#app/money'
import { questionsAbout } from '#app/tour/questions'

test('answers use the tour’s seats and its refund sentence', () => {
  const questions = questionsAbout({ seats: 16, depositCents: centsOf(750) })
  const words = questions.map(({ answer }) => answer).join(' ')
  expect(words).toContain('16 travelers')
  expect(words).toContain('after that the $750 deposit is non-refundable.')
  for (const { question, answer } of questions) {
    expect(question).toMatch(/\?$/)
    expect(answer).toMatch(/\.$/)
  }
})
