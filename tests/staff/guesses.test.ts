import { expect, test } from 'vitest'
import { countGuess, forgetGuesses, type RequestOrigin } from '#app/staff/guesses.server'
import { sqlite } from '#db/connection.server'
import { somewhere } from './origin'

// Minutes of the machine's clock.
const at = (minutes: number) => new Date(Date.UTC(2025, 5, 1, 12, minutes))

let people = 0
const somebody = () => ({ username: `Person ${++people}`, id: people })

const guess = (
  times: number,
  tried: { username: string; id?: number },
  origin: () => RequestOrigin,
  when = at(0),
) => Array.from({ length: times }, () => countGuess(tried, origin(), when)).filter(Boolean).length

const rows = () => sqlite.prepare('select count(*) from guess_counts').pluck().get()

test('wrong guesses at one name are limited across all addresses', () => {
  const wambui = somebody()
  expect(guess(50, wambui, somewhere)).toBe(0)
  expect(countGuess(wambui, somewhere(), at(59))).toEqual({ refused: 'too-often', seconds: 60 })
  expect(countGuess(somebody(), somewhere(), at(59))).toBeNull()
  expect(countGuess(wambui, somewhere(), at(60))).toBeNull()
})

test('a known browser has its own limited number of guesses', () => {
  const wambui = somebody()
  const browser = { id: 'hers', accounts: [wambui.id] }
  const hers = () => ({ ...somewhere(), browser })
  guess(60, wambui, somewhere)
  expect(guess(10, wambui, hers)).toBe(0)
  expect(countGuess(wambui, hers(), at(1))).toEqual({ refused: 'too-often', seconds: 14 * 60 })
  expect(countGuess(wambui, { browser: { ...browser, id: 'her phone' } }, at(1))).toBeNull()
})

test('many known browsers do not allow endless guesses', () => {
  const wambui = somebody()
  let marked = 0
  const theirs = () => ({ browser: { id: `browser ${++marked}`, accounts: [wambui.id] } })
  expect(guess(60, wambui, theirs)).toBe(10)
})

test('a browser known to one account is unknown to others', () => {
  const [wambui, kamau] = [somebody(), somebody()]
  guess(60, kamau, somewhere)
  const hers = { ...somewhere(), browser: { id: 'hers', accounts: [wambui.id] } }
  expect(countGuess(kamau, hers, at(1))).toMatchObject({ refused: 'too-often' })
})

test('a right one is not counted for anybody', () => {
  const wambui = somebody()
  for (let n = 0; n < 120; n += 1) {
    const origin = somewhere()
    expect(countGuess(wambui, origin, at(0))).toBeNull()
    forgetGuesses(wambui, origin)
  }
})

test('wrong guesses are limited across all names together', () => {
  const later = at(600)
  expect(guess(2_100, { username: 'Nobody' }, somewhere, later)).toBe(2_050)
  let names = 0
  for (let n = 0; n < 2_000; n += 1) countGuess({ username: `Nobody ${++names}` }, somewhere(), later)
  expect(countGuess({ username: 'Nobody at all' }, somewhere(), later)).toMatchObject({
    refused: 'too-often',
  })
  expect(rows()).toBeLessThan(6_100)

  countGuess(somebody(), somewhere(), at(700))
  expect(rows()).toBe(4)
})

test('no name or address is stored as it was typed', () => {
  countGuess({ username: 'karibu-sana' }, { address: '10.99.99.99' }, at(800))
  const kept = JSON.stringify(sqlite.prepare('select * from guess_counts').all())
  expect(kept).not.toMatch(/karibu|10\.99/)
})
