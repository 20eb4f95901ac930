import type { STAFF_ROLES } from '#db/schema'

export type Role = (typeof STAFF_ROLES)[number]

/** The roles of staff, as the database has them, with their names (rules 6.1). */
export const ROLES: Record<Role, string> = { admin: 'Admin', editor: 'Editor' }

export const ROLE_KEYS = Object.keys(ROLES) as [Role, ...Role[]]

/** What the admin area is made of, for anyone who may one day see or change only a part of it. */
const AREAS = [
  'admin',
  'own account',
  'inquiries',
  'newsletter',
  'bookings',
  'money',
  'installments',
  'users',
  'content',
  'tour',
  'figures',
  'mail',
  'history',
] as const

/** 'see bookings', 'change money'. Each loader and action of the admin area names the one that it takes. */
export type Right = `${'see' | 'change'} ${(typeof AREAS)[number]}`

const everything = () => true

/** What each role may do: everything, both of them (rules 6.1). What nobody may, such as deleting oneself, is refused by the command. */
const MAY: Record<Role, (right: Right) => boolean> = { admin: everything, editor: everything }

export const may = ({ role }: { role: Role }, right: Right): boolean => MAY[role](right)
