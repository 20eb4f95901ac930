/** The chapters of a trip book besides its days. The database has the same list. */
export const TRIP_CHAPTERS = ['packing', 'money', 'visa', 'health', 'emergency', 'more'] as const

export type TripChapter = (typeof TRIP_CHAPTERS)[number]

/** What staff call the chapters of a trip book. */
export const CHAPTER_NAMES: Record<TripChapter, string> = {
  packing: 'What to pack',
  money: 'Money',
  visa: 'Visa and entry',
  health: 'Health',
  emergency: 'If you need help',
  more: 'Good to know',
}

/** From how many days before the first day the trip book says who guides, and how to reach them. */
export const GUIDE_SHOWN_DAYS_BEFORE = 14

/** For how many days after the return a trip book can be opened. */
export const TRIP_BOOK_DAYS_AFTER = 30

export const TRIP_FILES_AT_MOST = 10
export const TRIP_FILE_MB_AT_MOST = 5
export const TRIP_FILE_BYTES_AT_MOST = TRIP_FILE_MB_AT_MOST * 1024 * 1024

/**
 * What a phone keeps of a trip book for a place without network, at most: page,
 * pictures and scripts take about half of it, and files as many as fit into this.
 */
export const KEPT_FILE_BYTES_AT_MOST = 1_200_000

/** Where a departure's files are sent to: only such an address takes a body of that size. */
export const TRIP_FILES_PATH = /^\/admin\/settings\/tour\/\d{1,15}\/book\/files(?:\.data)?$/

/** Why a file is not taken, and what to do instead. */
export const TRIP_FILE_REFUSALS = {
  missing: 'Please choose a file.',
  'too-large': `This file is larger than ${TRIP_FILE_MB_AT_MOST} MB. Please save it smaller first.`,
  'wrong-kind':
    'This is not a PDF, JPEG or PNG file, whatever its name says. Please export it as one of these.',
  'already-here': 'This file is in the trip book already.',
  'too-many': `A trip book has ${TRIP_FILES_AT_MOST} files at most. Please remove one first.`,
} as const

export type TripFileRefusal = keyof typeof TRIP_FILE_REFUSALS
