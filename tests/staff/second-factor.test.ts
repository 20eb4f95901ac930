import { expect, test } from 'vitest'
import type { RequestOrigin } from '#app/staff/guesses.server'
import { beginSetUp, setUpOf, turnOn } from '#app/staff/own-account.server'
import {
  countCodeGuess,
  factorOf,
  forgetCodeGuesses,
  open,
  seal,
  spendCode,
} from '#app/staff/second-factor.server'
import { secondStepAt, signIn } from '#app/staff/sign-in.server'
import { readCode } from '#app/staff/user-forms'
import { sqlite } from '#db/connection.server'
import { appCode } from '#tests/fixtures/app-codes'
import { NOON } from '#tests/fixtures/orders'
import { somewhere } from './origin'
import { somebody } from './staff'

// By the machine's clock; a step of time begins at noon.
const AT = Date.UTC(2025, 5, 1, 12)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const after = (ms: number) => ({ now: NOON, at: new Date(AT + ms) })

/** Somebody whose second factor was turned on two minutes before noon. */
async function withApp() {
  const staff = await somebody()
  const by = { staff, origin: somewhere(), sessionToken: null }
  await beginSetUp('karibu-sana', by, after(-3 * MINUTE))
  const secret = setUpOf(staff, new Date(AT - 2 * MINUTE))?.letters ?? ''
  const on = await turnOn(appCode(secret, -4, AT), by, after(-2 * MINUTE))
  if (!('codes' in on)) throw new Error(on.refused)
  const spend = (typed: string, ms: number, origin = somewhere()) => {
    const factor = factorOf(staff.id)
    if (!factor) throw new Error('It is off')
    return spendCode(typed, factor, { account: staff, origin, isSignedIn: false }, after(ms))
  }
  return { staff, spend, codes: on.codes, code: (steps: number) => appCode(secret, steps, AT) }
}

test('a code is valid within one step of its own', async () => {
  const [early, late] = [await withApp(), await withApp()]
  expect(await early.spend(early.code(1), -1)).toEqual({ refused: 'wrong' })
  expect(await early.spend(early.code(1), 0)).toEqual({ spent: 'app' })
  expect(await late.spend(late.code(0), MINUTE)).toEqual({ refused: 'wrong' })
  expect(await late.spend(late.code(0), MINUTE - 1)).toEqual({ spent: 'app' })
})

test('no code works twice, nor one older than the last', async () => {
  const { spend, code } = await withApp()
  expect(await spend(code(0), 0)).toEqual({ spent: 'app' })
  for (const old of [code(0), code(-1)]) expect(await spend(old, SECOND)).toEqual({ refused: 'wrong' })
  expect(await spend(code(1), 2 * SECOND)).toEqual({ spent: 'app' })
  expect(await spend(code(0), 3 * SECOND)).toEqual({ refused: 'wrong' })
  expect(await spend(code(2), 30 * SECOND)).toEqual({ spent: 'app' })
})

test('the code that turned it on does not sign in', async () => {
  const { spend, code } = await withApp()
  expect(await spend(code(-4), -2 * MINUTE)).toEqual({ refused: 'wrong' })
})

test('a recovery code used twice at once counts once', async () => {
  const { spend, codes } = await withApp()
  const [code = ''] = codes
  const answers = await Promise.all([spend(code, 0), spend(code, 0), spend(code, 0)])
  expect(answers.filter((answer) => 'spent' in answer)).toEqual([{ spent: 'recovery', left: 9 }])
})

test('recovery codes of one account are worth nothing for another', async () => {
  const [wambui, kamau] = [await withApp(), await withApp()]
  expect(await kamau.spend(wambui.codes[0] ?? '', 0)).toEqual({ refused: 'wrong' })
  expect(new Set([...wambui.codes, ...kamau.codes]).size).toBe(20)
})

test('a right password leaves ten minutes to type a code', async () => {
  const { staff } = await withApp()
  const typed = { username: staff.username, password: 'karibu-sana' }
  const first = await signIn(typed, somewhere(), after(0))
  if (!('step' in first)) throw new Error('No code is asked for')
  const isOpen = (ms: number) => secondStepAt(first.step, after(ms).at) !== null
  expect([isOpen(0), isOpen(10 * MINUTE - 1), isOpen(10 * MINUTE)]).toEqual([true, true, false])
  expect(secondStepAt({ ...first.step, until: AT + HOUR }, after(0).at)).toBeNull()
  expect(secondStepAt({ ...first.step, account: 1 }, after(0).at)).toBeNull()
})

const guess = (account: number, times: number, origin: () => RequestOrigin, ms: number) =>
  Array.from({ length: times }, () => countCodeGuess(account, origin(), after(ms).at)).filter(Boolean).length

test('wrong codes are limited per place and per account', () => {
  const [here, account] = [somewhere(), 1_001]
  expect(guess(account, 7, () => here, 0)).toBe(2)
  expect(countCodeGuess(account, here, after(14 * MINUTE).at)).toEqual({ refused: 'too-often', seconds: 60 })
  expect(guess(account, 8, somewhere, 15 * MINUTE)).toBe(3)
  expect(guess(account, 12, somewhere, HOUR)).toBe(2)
  expect(guess(account, 12, somewhere, 2 * HOUR)).toBe(2)
  expect(guess(account, 3, somewhere, 23 * HOUR)).toBe(3)
  expect(guess(account, 1, somewhere, 24 * HOUR)).toBe(0)
})

test('a known browser has its own guesses at codes', () => {
  const account = 1_002
  const browser = { id: 'hers', accounts: [account] }
  const hers = () => ({ ...somewhere(), browser })
  guess(account, 20, somewhere, 0)
  expect(guess(account, 4, hers, 0)).toBe(0)
  expect(countCodeGuess(account, hers(), after(0).at)).toBeNull()
  forgetCodeGuesses(account, hers())
  expect(guess(account, 5, hers, 0)).toBe(0)
  expect(countCodeGuess(account, hers(), after(0).at)).toMatchObject({ refused: 'too-often' })
})

test('a sealed secret opens only unchanged and for its account', () => {
  const secret = new Uint8Array(20).fill(7)
  const sealed = seal(secret, 1)
  expect(open(sealed, 1)).toMatchObject({ isOld: false })
  expect([...(open(sealed, 1)?.secret ?? [])]).toEqual([...secret])
  expect(open(sealed, 2)).toBeNull()
  expect(seal(secret, 1)).not.toBe(sealed)
  const [first = ''] = sealed
  for (const changed of [sealed.replace(first, first === 'A' ? 'B' : 'A'), sealed.slice(0, 20), '', '!'])
    expect(open(changed, 1)).toBeNull()
})

test.each([
  ['123456', { of: 'app', digits: '123456' }],
  [' 123 456 ', { of: 'app', digits: '123456' }],
  ['１２３４５６', { of: 'app', digits: '123456' }],
  ['١٢٣٤٥٦', { of: 'app', digits: '123456' }],
  ['123\u200b456\u2060', { of: 'app', digits: '123456' }],
  ['ab2cd–3ef4g\ufeff', { of: 'recovery', code: 'ab2cd3ef4g' }],
  ['AB2CD-3EF4G', { of: 'recovery', code: 'ab2cd3ef4g' }],
  ['oil00 11111', { of: 'recovery', code: '0110011111' }],
  ['12345', null],
  ['ab2cd-3ef4', null],
  ['ab2cd-3ef4u', null],
  ['', null],
])('%j is read as a code', (typed, code) => expect(readCode(typed)).toEqual(code))

test('the database keeps no half of a second factor', () => {
  const insert = (columns: string, values: string) =>
    sqlite.exec(
      `insert into second_factors (admin_user_id, sealed_secret, begun_at, ${columns}) values (1, 'x', 1, ${values})`,
    )
  expect(() => insert('turned_on_at', '1')).toThrow(/second_factors_on/)
  expect(() => insert('last_step', '-1')).toThrow(/second_factors_last_step/)
})
