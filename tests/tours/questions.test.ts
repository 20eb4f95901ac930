import { expect, test } from 'vitest'
import { centsOf } from '#app/platform/money'
import { withFacts } from '#app/tours/questions'
import { TOUR_ITEMS } from '#db/seed/tour'

const FACTS = { seats: 16, depositCents: centsOf(750), startsOn: '2025-10-16', bookedOn: '2025-06-01' }

test('answers use the departure’s seats and its refund sentence', () => {
  const questions = TOUR_ITEMS.filter(({ kind }) => kind === 'question')
  const answers = questions.map(({ text }) => withFacts(text, FACTS))
  const words = answers.join(' ')
  expect(words).toContain('16 travelers')
  expect(words).toContain('after that the $750 deposit is non-refundable.')
  expect(words).toContain('From September 16, 2025 (30 days before departure) nothing is refundable.')
  for (const { title } of questions) expect(title).toMatch(/\?$/)
  for (const answer of answers) expect(answer).toMatch(/\.$/)
})

test('what is no fact stays as staff wrote it', () => {
  expect(withFacts('{nothing} costs $1 {deposit} $& {seats}{seats}', FACTS)).toBe(
    '{nothing} costs $1 $750 $& 1616',
  )
})
