import { expect, test } from 'vitest'
import { cents, showCents, showCentsInShort } from '#app/platform/money'

test.each([
  [450_000, '$4,500', '$4.5K'],
  [450_050, '$4,500.50', '$4.5K'],
  [-200_000, '-$2,000', '-$2K'],
  [125_000_000, '$1,250,000', '$1.3M'],
  [0, '$0', '$0'],
])('%i cents are %s, and on an axis %s', (amount, whole, short) => {
  expect([showCents(cents(amount)), showCentsInShort(cents(amount))]).toEqual([whole, short])
})
