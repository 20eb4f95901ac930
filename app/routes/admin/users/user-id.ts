/** The user's id in an address; 0, which nobody has, where that is not a number. */
export const userIdIn = (id: string | undefined): number => (/^\d{1,15}$/.test(id ?? '') ? Number(id) : 0)
