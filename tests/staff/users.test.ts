import { beforeEach, expect, test } from 'vitest'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { createUser } from '#app/staff/create-user.server'
import { beginSession, staffOf } from '#app/staff/sessions.server'
import { deleteUser, findUser, usersPage } from '#app/staff/users.server'
import { historyBy, historyOf } from '#app/views/history.server'
import { db } from '#db/connection.server'
import { adminUsers, sessions } from '#db/schema/staff'
import { NOON } from '#tests/fixtures/orders'
import { hashOf, isThere, moment, somebody } from './staff'

beforeEach(() => {
  db.delete(adminUsers).run()
})

const KAMAU = { username: 'Kamau', password: 'kahawa-1', role: 'editor' } as const
const START = { from: 'start' } as const

test('creating a user stores a password hash and the creator', async () => {
  const wambui = await somebody('Wambui')
  const created = await createUser(KAMAU, wambui, moment())
  expect(created).toEqual({
    user: { id: expect.any(Number), username: 'Kamau', role: 'editor', createdAt: NOON, lastLoginAt: null },
  })
  expect(hashOf('kamau')).toMatch(/^\$argon2id\$/)
  expect(historyOf('user:Kamau', START).acts).toMatchObject([
    { who: 'Wambui', did: 'created the user', name: 'Kamau', detail: 'role: editor' },
  ])
})

test('a taken name is recognized despite case and accents', async () => {
  const wambui = await somebody('Wambui')
  await createUser({ ...KAMAU, username: 'Wanjik\u0169' }, wambui, moment())
  for (const username of ['WAMBUI', 'wanjik\u0169', 'WANJIK\u0168', 'wanjiku\u0303'])
    expect(await createUser({ ...KAMAU, username }, wambui, moment())).toEqual({ refused: 'taken' })
})

test('the same name sent twice at once makes one user', async () => {
  const wambui = await somebody()
  const answers = await Promise.all([
    createUser(KAMAU, wambui, moment()),
    createUser(KAMAU, wambui, moment()),
  ])
  expect(answers.filter((answer) => 'user' in answer)).toHaveLength(1)
  expect(answers).toContainEqual({ refused: 'taken' })
})

test('a creator deleted while the password is hashed creates nobody', async () => {
  const [wambui, other] = [await somebody(), await somebody()]
  const creating = createUser(KAMAU, wambui, moment())
  deleteUser(wambui.id, other, NOON)
  expect(await creating).toEqual({ refused: 'signed-out' })
  expect(hashOf('Kamau')).toBe('')
})

test('a deleted user is signed out but stays in history', async () => {
  const [wambui, kamau] = [await somebody('Wambui'), await somebody('Kamau')]
  await createUser({ ...KAMAU, username: 'Otieno' }, kamau, moment())
  const token = beginSession(kamau, 'Chrome', new Date())
  expect(staffOf(token, new Date())).toEqual(kamau)

  expect(deleteUser(kamau.id, wambui, NOON)).toMatchObject({ user: { username: 'Kamau' } })
  expect(staffOf(token, new Date())).toBeNull()
  expect(db.select().from(sessions).all()).toEqual([])
  expect(historyOf('user:Otieno', START).acts).toMatchObject([{ who: 'Kamau', did: 'created the user' }])
  expect(historyBy(wambui.id, START).acts).toMatchObject([{ did: 'deleted the user', name: 'Kamau' }])
})

test('nobody deletes their own account, nor one that is gone', async () => {
  const [wambui, kamau] = [await somebody(), await somebody()]
  expect(deleteUser(wambui.id, wambui, NOON)).toEqual({ refused: 'own-account' })
  deleteUser(kamau.id, wambui, NOON)
  expect(deleteUser(kamau.id, wambui, NOON)).toEqual({ refused: 'unknown' })
  expect(isThere(wambui)).toBe(true)
})

test('of two users deleting each other at once, one remains', async () => {
  const [wambui, kamau] = [await somebody(), await somebody()]
  // Both were asked for their session before either command was done.
  const answers = [deleteUser(kamau.id, wambui, NOON), deleteUser(wambui.id, kamau, NOON)]
  expect(answers[1]).toEqual({ refused: 'signed-out' })
  expect([wambui, kamau].map(isThere)).toEqual([true, false])
})

test('nobody who may not manage accounts deletes or makes one', async () => {
  const wambui = await somebody()
  for (const role of ['bookkeeper', 'guide'] as const) {
    const other = await somebody(undefined, role)
    expect(deleteUser(wambui.id, other, NOON)).toEqual({ refused: 'signed-out' })
    expect(await createUser(KAMAU, other, moment())).toEqual({ refused: 'signed-out' })
  }
  expect(isThere(wambui)).toBe(true)
})

test('users are listed newest first, page by page', async () => {
  const ids: number[] = []
  for (const name of ['One', 'Two', 'Three']) ids.unshift((await somebody(name)).id)
  const first = usersPage(START, 2)
  expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const second = usersPage(requestedPage(new URLSearchParams(`after=${first.cursors.next}`)), 2)
  expect(second.rows.map(({ id }) => id)).toEqual(ids.slice(2))
  const back = usersPage(requestedPage(new URLSearchParams(`before=${second.cursors.previous}`)), 2)
  expect(back.rows.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(usersPage({ from: 'end' }, 2).rows.map(({ id }) => id)).toEqual(ids.slice(1))
  expect(JSON.stringify(findUser(ids[0] ?? 0))).not.toContain('argon2')
})
