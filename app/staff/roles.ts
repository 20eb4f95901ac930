import type { STAFF_ROLES } from '#db/schema'

export type Role = (typeof STAFF_ROLES)[number]

/** The roles of staff, as the database has them, with their names (rules 6.1). */
export const ROLES: Record<Role, string> = { admin: 'Admin', editor: 'Editor' }

export const ROLE_KEYS = Object.keys(ROLES) as [Role, ...Role[]]
