/** What a letter to a departure is: one that staff wrote, or one of the journey's own. */
export const LETTER_KINDS = ['written', 'trip-book', 'meeting-point', 'day-before', 'thanks'] as const
type LetterKind = (typeof LETTER_KINDS)[number]
export type OwnKind = Exclude<LetterKind, 'written'>

export const LETTER_STATES = ['draft', 'scheduled', 'sending', 'sent', 'skipped'] as const

/** Why a letter whose time had come never left. */
export const SKIPPED_BECAUSE = ['too-late', 'nobody', 'departure-canceled'] as const
export type SkippedBecause = (typeof SKIPPED_BECAUSE)[number]

export const LETTER_TIMINGS = ['by-hand', 'on-day', 'before', 'after'] as const
export type LetterTiming = (typeof LETTER_TIMINGS)[number]

/** Whom it is put into the mailbox of: each booking's lead traveler, or each traveler with an address. */
export const ADDRESSEES = ['leads', 'travelers'] as const
export type Addressees = (typeof ADDRESSEES)[number]

export const AUDIENCES = ['all', 'owing', 'details-missing', 'room', 'chosen'] as const

/** Whom it is for. `ids` are of one room, or of the chosen travelers; empty for the others. */
export type Audience = { who: (typeof AUDIENCES)[number]; ids: number[] }
