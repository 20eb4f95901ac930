/** The roles of staff (spec §3); both may do the same (decisions §2). */
export const ROLES = { admin: 'Admin', editor: 'Editor' } as const

export type Role = keyof typeof ROLES
