import type { Moment } from '#app/platform/clock.server'
import { hashPassword } from '#app/staff/password.server'
import type { Role } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { findUser, userCalled } from '#app/staff/users.server'
import { db } from '#db/connection.server'
import { adminUsers } from '#db/schema/staff'
import { NOON } from '#tests/fixtures/orders'

let people = 0

/** Somebody new each time, whose password is 'karibu-sana'. */
export async function somebody(username = `Staff ${++people}`, role: Role = 'admin'): Promise<Staff> {
  const passwordHash = await hashPassword('karibu-sana')
  return db
    .insert(adminUsers)
    .values({ username, passwordHash, role, createdAt: NOON })
    .returning({ id: adminUsers.id, username: adminUsers.username, role: adminUsers.role })
    .get()
}

export const isThere = ({ id }: Staff): boolean => findUser(id) !== null

export const hashOf = (username: string): string => userCalled(username)?.passwordHash ?? ''

/** Noon of business time, and now on the machine's clock. */
export const moment = (): Moment => ({ now: NOON, at: new Date() })
