/** A painted picture of the site, as scripts/art/export.ts writes it down. */
export type Picture = {
  title: string
  alt: string
  place: string
  width: number
  height: number
  /** Widths that lie in /pictures as <slug>-<width>.avif, .webp and .jpg. */
  widths: readonly number[]
  /** For object-position, as shares: chosen so that a 4:5 crop keeps what matters. */
  focus: { x: number; y: number }
  /** A tiny WebP to show, blurred, until the picture is there. */
  preview: string
}
