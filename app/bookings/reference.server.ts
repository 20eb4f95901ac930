import { randomBytes, randomInt } from 'node:crypto'

// Without 0 and O, 1 and I: references are read out over the telephone.
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A booking reference such as TS-7K2M9Q (rules 1.11). A thousand million of them: the unique key catches a repeat. */
export const newReference = (): string =>
  `TS-${Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

/** The unguessable part of a traveler's link, 192 bits. */
export const newLinkToken = (): string => randomBytes(24).toString('base64url')

/** Whether a booking is called by its reference, in whatever case it was typed, or by its number. */
export const asReference = (text: string): string | null =>
  /^ts-[0-9a-z]{6}$/i.test(text.trim()) ? text.trim().toUpperCase() : null
