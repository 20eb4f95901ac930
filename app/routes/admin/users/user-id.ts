/** The user's id in an address; 0, which nobody has, where it is none. */
export const userIdIn = (id: string | undefined): number => (/^\d{1,15}$/.test(id ?? '') ? Number(id) : 0)
