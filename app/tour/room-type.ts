/** Double: a bed in a shared room. Single: a room to oneself. Both are prices per traveler (rules 1.2). */
export type RoomType = 'double' | 'single'

export const ROOM_NAMES: Record<RoomType, string> = { double: 'Double room', single: 'Single room' }

/** How many sleep in one. */
export const ROOM_BEDS: Record<RoomType, number> = { double: 2, single: 1 }

/** A wrong or missing room type is a double. */
export const roomTypeOf = (value: unknown): RoomType => (value === 'single' ? 'single' : 'double')
