import type { Canvas } from './canvas'
import type { Finish } from './light'

/** One picture: what is told about it, its shape, and how it is painted on a canvas of any size. */
export type Scene = {
  slug: string
  title: string
  /** Place, subject, light. */
  alt: string
  place: string
  /** Height over width. */
  aspect: number
  /** Unit of length for a canvas, when it is not width / 1600. */
  unit?: (width: number, height: number) => number
  /** What a crop keeps: the two shares of CSS object-position, chosen for a card of 4:5. */
  focus: { x: number; y: number }
  widths: readonly number[]
  paint: (canvas: Canvas) => Promise<Finish>
}

export const WIDE = 9 / 16
export const CARD = 2 / 3
export const PORTRAIT = 5 / 4

/** Widths in pixels that are exported. Wide pictures also stand small in the gallery. */
export const WIDE_WIDTHS = [2400, 1600, 1200, 640, 400] as const
export const TALL_WIDTHS = [900, 600] as const
export const PORTRAIT_WIDTHS = [1200, 900, 600, 400] as const
export const CARD_WIDTHS = [1600, 960, 640, 400] as const
