/** The roles of staff; both may do the same (rules 6.1). */
export const ROLES = { admin: 'Admin', editor: 'Editor' } as const

export type Role = keyof typeof ROLES
