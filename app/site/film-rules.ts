export const FILM_MB_AT_MOST = 100
export const FILM_BYTES_AT_MOST = FILM_MB_AT_MOST * 1024 * 1024
export const FILMS_AT_MOST = 20

/** Where a film is sent to: only this address takes a body of that size. */
export const FILM_UPLOAD_PATH = '/admin/settings/films/new'

/** Why a film is not taken, and what to do instead. */
export const FILM_REFUSALS = {
  missing: 'Please choose a film.',
  'too-large': `This film is larger than ${FILM_MB_AT_MOST} MB. Please shorten it, or export it smaller first.`,
  'not-a-film': 'This file is not an MP4 film, whatever its name says. Please export it as MP4 first.',
  'already-here': 'This film has been uploaded already.',
  'too-many': `There are ${FILMS_AT_MOST} films already. Please remove one that is no longer used first.`,
  'no-such-picture': 'The picture you chose was removed in the meantime. Please choose another one.',
} as const

export type FilmRefusal = keyof typeof FILM_REFUSALS
