/** What a day of a journey is made of. The database has the same list. */
export const DAY_KINDS = ['concert', 'safari', 'beach'] as const

export type DayKind = (typeof DAY_KINDS)[number]

export const KIND_NAMES: Record<DayKind, string> = { concert: 'Concerts', safari: 'Safaris', beach: 'Beach' }
