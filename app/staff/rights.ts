import type { STAFF_ROLES } from '#db/values'

export type Role = (typeof STAFF_ROLES)[number]

/** The roles of staff, as the database has them, with their names and what each is for (rules 6.1). */
export const ROLES: Record<Role, string> = {
  admin: 'Admin',
  editor: 'Editor',
  bookkeeper: 'Bookkeeper',
  guide: 'Guide',
}

export const ROLE_KEYS = Object.keys(ROLES) as [Role, ...Role[]]

/** The parts of the admin area, for roles that may see or change only some. */
const AREAS = [
  'admin',
  'own account',
  'inquiries',
  // Who brings others, their seats and rewards.
  'leaders',
  'newsletter',
  'bookings',
  'money',
  // The journal, closing its months, and what departures cost.
  'books',
  'installments',
  // What travelers tell us, notes about them and their rooms, of any departure.
  'travelers',
  // The list of departures, and the head and overview of each: a guide's, of their own alone.
  'departures',
  // Manifest, rooms, itinerary and letters of a departure: a guide's, of their own alone (guides.server.ts).
  'journey',
  'users',
  'content',
  'tour',
  'figures',
  'health',
  'mail',
  'history',
] as const

/** Such as 'see bookings'. Each loader and action of the admin area names the one it needs. */
export type Right = `${'see' | 'change'} ${(typeof AREAS)[number]}`

const everything = () => true
const only = (...rights: Right[]) => {
  const all: Right[] = ['see admin', 'see own account', 'change own account', ...rights]
  return (right: Right) => all.includes(right)
}

/** What each role may do (rules 6.1). What no one may, such as deleting oneself, the command refuses. */
const MAY: Record<Role, (right: Right) => boolean> = {
  admin: everything,
  editor: everything,
  bookkeeper: only(
    'see departures',
    'see bookings',
    'see money',
    'see installments',
    'see figures',
    'see books',
    'see leaders',
    'change books',
  ),
  guide: only('see departures', 'see journey', 'change journey'),
}

export const may = ({ role }: { role: Role }, right: Right): boolean => MAY[role](right)

/** Guides see the departures they are assigned to; anyone else sees of each what their role may. */
export const isGuideOnly = (staff: { role: Role }): boolean =>
  may(staff, 'see journey') && !may(staff, 'see travelers')
