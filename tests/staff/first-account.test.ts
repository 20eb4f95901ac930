import { expect, test } from 'vitest'
import { passwordMatches } from '#app/staff/password.server'
import { ensureFirstAccount } from '#app/staff/users.server'
import { db } from '#db/connection.server'
import { adminUsers } from '#db/schema/staff'
import { NOON } from '#tests/fixtures/orders'

test('the first account is made only once, at first start', async () => {
  await ensureFirstAccount({ username: 'admin', password: undefined }, NOON)
  expect(db.select().from(adminUsers).all()).toEqual([])

  await Promise.all([
    ensureFirstAccount({ username: 'admin', password: 'karibu-sana' }, NOON),
    ensureFirstAccount({ username: 'admin', password: 'karibu-sana' }, NOON),
  ])
  await ensureFirstAccount({ username: 'another', password: 'changed-later' }, NOON)

  const [account, ...others] = db.select().from(adminUsers).all()
  expect(others).toEqual([])
  expect(account).toMatchObject({ username: 'admin', role: 'admin' })
  expect(account?.passwordHash).toMatch(/^\$argon2id\$/)
  expect(await passwordMatches(account?.passwordHash ?? '', 'karibu-sana')).toBe(true)
  expect(await passwordMatches(account?.passwordHash ?? '', 'changed-later')).toBe(false)
})
