import { PICTURE_GONE } from './picture'

/** The painted films, each once: its files lie in /films (ui/film.tsx). */
export const FILMS = {
  herd: {
    name: 'The herd at first light',
    alt: 'Six elephants walk through dry grass below Kilimanjaro, a low sun behind them',
  },
  'night-stage': {
    name: 'The concert at the Mara',
    alt: 'A band of four plays on a small stage before a rising moon, strings of lamps above and a small group before it',
  },
  story: {
    name: 'The story film',
    alt: 'The herd below Kilimanjaro, a guide and two guests at first light, a balloon over the Mara, a dhow off Diani',
  },
} as const satisfies Record<string, { name: string; alt: string }>

/** What is read under the story film, until staff write something else. */
export const STORY_FILM_WORDS =
  'Twenty-one seconds, without sound: the herd below Kilimanjaro, a guide and two guests at first light, a balloon over the Mara, a dhow off Diani, and the herd again.'

export type FilmSlug = keyof typeof FILMS

/** Whether this has the shape of a film's name: the house's, or one that staff uploaded. */
export const mayBeFilm = (slug: string): boolean => isFilm(slug) || /^[a-z0-9-]+-[0-9a-f]{12}$/.test(slug)

export const isFilm = (slug: string): slug is FilmSlug => Object.hasOwn(FILMS, slug)

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
  'no-such-picture': PICTURE_GONE,
} as const

export type FilmRefusal = keyof typeof FILM_REFUSALS
