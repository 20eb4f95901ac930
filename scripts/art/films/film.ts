export const FILM = { width: 1280, height: 720, framesPerSecond: 24 } as const

export const PIXELS = FILM.width * FILM.height

/** One film: how long it runs, and how each of its frames is made, as red, green and blue bytes row by row. */
export type Film = {
  slug: string
  seconds: number
  /** Quality for VP9 and H.264; lower is finer and larger. */
  quality: { vp9: number; h264: number }
  /** Bytes that neither of the two files may exceed. */
  limit: number
  /** Which frame stands still as the poster. */
  posterFrame: number
  prepare: () => Promise<(frame: number) => Uint8Array | Uint8ClampedArray>
}

export const framesOf = ({ seconds }: Pick<Film, 'seconds'>) => seconds * FILM.framesPerSecond
