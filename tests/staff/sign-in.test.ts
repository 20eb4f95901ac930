import { expect, test } from 'vitest'
import { type RequestOrigin, waitWords } from '#app/staff/guesses.server'
import { changePassword } from '#app/staff/own-account.server'
import { beginSession, staffOf } from '#app/staff/sessions.server'
import { signIn } from '#app/staff/sign-in.server'
import { deleteUser, findUser } from '#app/staff/users.server'
import { historyBy } from '#app/views/history.server'
import { NOON } from '#tests/fixtures/orders'
import { somewhere } from './origin'
import { hashOf, moment, somebody } from './staff'

const tryOf = (username: string, password: string, origin: RequestOrigin = somewhere()) =>
  signIn({ username, password }, origin, moment())
const TO = (newPassword: string) => ({
  currentPassword: 'karibu-sana',
  newPassword,
  confirmPassword: newPassword,
})

test('signing in ignores case and records the last login', async () => {
  const staff = await somebody('Wanjik\u0169')
  expect(await tryOf(' WANJIKU\u0303 ', 'karibu-sana')).toEqual({ staff })
  expect(findUser(staff.id)?.lastLoginAt).toEqual(NOON)
  expect(historyBy(staff.id, { from: 'start' }).acts).toMatchObject([{ did: 'signed in', name: '' }])
})

test('an unknown user and a wrong password are answered alike', async () => {
  const { username } = await somebody()
  expect(await tryOf(username, 'wrong')).toEqual({ refused: 'wrong' })
  expect(await tryOf('nobody', 'wrong')).toEqual({ refused: 'wrong' })
})

test('wrong passwords lock an account only for the person who typed them', async () => {
  const { username } = await somebody()
  const origin = somewhere()
  const guesses = Array.from({ length: 12 }, () => tryOf(username, 'wrong', origin))
  const refusals = (await Promise.all(guesses)).map((answer) => 'refused' in answer && answer.refused)
  expect(refusals.filter((refused) => refused === 'wrong')).toHaveLength(10)
  expect(await tryOf(username.toUpperCase(), 'karibu-sana', origin)).toEqual({
    refused: 'too-often',
    seconds: expect.any(Number),
  })
  expect(await tryOf(username, 'karibu-sana')).toHaveProperty('staff')
})

test('too many wrong passwords block an address for every name', async () => {
  const { username } = await somebody()
  const origin = somewhere()
  await Promise.all(Array.from({ length: 30 }, (_, n) => tryOf(`guess ${n}`, 'wrong', origin)))
  expect(await tryOf(username, 'karibu-sana', origin)).toMatchObject({ refused: 'too-often' })
  expect(await tryOf(username, 'karibu-sana')).toHaveProperty('staff')
})

test('an office that signs in all day is never blocked', async () => {
  const staff = await somebody()
  const origin = somewhere()
  for (let n = 0; n < 35; n += 1)
    expect(await tryOf(staff.username, 'karibu-sana', origin)).toEqual({ staff })
})

test('a user deleted during the password check cannot sign in', async () => {
  const [wambui, kamau] = [await somebody(), await somebody()]
  const signingIn = tryOf(kamau.username, 'karibu-sana')
  deleteUser(kamau.id, wambui, NOON)
  expect(await signingIn).toEqual({ refused: 'wrong' })
})

test('one waits in words that a person reads', () => {
  expect(waitWords(900)).toBe('Too many failed attempts. Please wait 15 minutes and try again.')
  expect(waitWords(20)).toBe('Too many failed attempts. Please wait a minute and try again.')
})

test('a changed password ends all other sessions of the account', async () => {
  const staff = await somebody()
  const [here, there] = [beginSession(staff, 'Chrome', new Date()), beginSession(staff, 'Chrome', new Date())]
  const change = { ...TO('changed-it'), id: staff.id, sessionToken: here, origin: somewhere() }
  const changed = await changePassword(change, staff, moment())
  expect(staffOf('newToken' in changed ? String(changed.newToken) : '', new Date())).toEqual(staff)
  expect(staffOf(here, new Date())).toBeNull()
  expect(staffOf(there, new Date())).toBeNull()
  expect(await tryOf(staff.username, 'karibu-sana')).toEqual({ refused: 'wrong' })
  expect(await tryOf(staff.username, 'changed-it')).toEqual({ staff })
})

test('changing another’s password needs that account’s current one', async () => {
  const [wambui, kamau] = [await somebody(), await somebody()]
  const theirs = beginSession(kamau, 'Chrome', new Date())
  const mine = beginSession(wambui, 'Chrome', new Date())
  const change = { ...TO('changed-it'), id: kamau.id, sessionToken: mine, origin: somewhere() }
  const hash = hashOf(kamau.username)
  expect(await changePassword({ ...change, currentPassword: 'wrong' }, wambui, moment())).toEqual({
    refused: 'wrong',
  })
  expect(hashOf(kamau.username)).toBe(hash)

  expect(await changePassword(change, wambui, moment())).toEqual({ username: kamau.username, newToken: null })
  expect(staffOf(theirs, new Date())).toBeNull()
  expect(staffOf(mine, new Date())).toEqual(wambui)
  expect(historyBy(wambui.id, { from: 'start' }).acts).toMatchObject([
    { did: 'changed the password of', name: kamau.username, detail: '' },
    { did: 'gave a wrong password for', name: kamau.username, detail: '' },
  ])
})

test('a signed-in person cannot guess at another’s password without end', async () => {
  const [wambui, kamau] = [await somebody(), await somebody()]
  const change = { ...TO('changed-it'), id: kamau.id, sessionToken: null, origin: somewhere() }
  for (let n = 0; n < 10; n += 1)
    expect(await changePassword({ ...change, currentPassword: `guess ${n}` }, wambui, moment())).toEqual({
      refused: 'wrong',
    })
  expect(await changePassword(change, wambui, moment())).toMatchObject({ refused: 'too-often' })
})

test('of two simultaneous password changes only one succeeds', async () => {
  const staff = await somebody()
  const change = { id: staff.id, sessionToken: null, origin: somewhere() }
  const answers = await Promise.all([
    changePassword({ ...TO('first-one'), ...change }, staff, moment()),
    changePassword({ ...TO('second-one'), ...change }, staff, moment()),
  ])
  expect(answers).toContainEqual({ refused: 'wrong' })
  expect(answers).toContainEqual({ username: staff.username, newToken: null })
})

test('the password of nobody cannot be changed', async () => {
  const staff = await somebody()
  const change = { ...TO('changed-it'), id: 9_999, sessionToken: null, origin: somewhere() }
  expect(await changePassword(change, staff, moment())).toEqual({ refused: 'unknown' })
})
