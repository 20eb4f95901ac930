import type { Ink, Lab } from './colour'
import { emptyMask, type Mask, maskOf } from './masks'
import type { Point, Svg } from './shapes'

/**
 * A picture being painted, in OKLab floats. `unit` is 1 at a width of 1600: every length is a
 * multiple of it, so that each size is the same picture. `cover` is there for film strips, which
 * keep how much of each pixel has been painted.
 */
export type Canvas = {
  width: number
  height: number
  unit: number
  lab: Float32Array
  sun: { x: number; y: number }
  cover?: Float32Array
}

export type Paint = Ink | ((x: number, y: number, p: number) => Ink)

/** Paint thinner than this changes nothing that can be seen. */
const FAINTEST = 0.003

export function newCanvas(width: number, height: number, unit = width / 1600): Canvas {
  return {
    width,
    height,
    unit,
    lab: new Float32Array(width * height * 3),
    sun: { x: width / 2, y: height / 2 },
  }
}

/** Lays a color on one pixel. */
export function lay(canvas: Canvas, p: number, colour: Ink, opacity: number) {
  const { lab, cover } = canvas
  let share = opacity
  if (cover) {
    const before = cover[p] ?? 0
    const after = opacity + before * (1 - opacity)
    share = after > 0 ? opacity / after : 0
    cover[p] = after
  }
  const i = p * 3
  const [L, a, b] = [lab[i] ?? 0, lab[i + 1] ?? 0, lab[i + 2] ?? 0]
  lab[i] = L + (colour[0] - L) * share
  lab[i + 1] = a + (colour[1] - a) * share
  lab[i + 2] = b + (colour[2] - b) * share
}

/** Covers the whole canvas. */
export function fill(canvas: Canvas, colourAt: (x: number, y: number) => Lab) {
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) lay(canvas, y * canvas.width + x, colourAt(x, y), 1)
}

/** Paints through a mask of the canvas's own size. */
export function paint(canvas: Canvas, mask: Mask, colour: Paint, opacity = 1) {
  const { width, height } = canvas
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      const covered = (mask.alpha[p] ?? 0) * opacity
      if (covered < FAINTEST) continue
      const laid = typeof colour === 'function' ? colour(x, y, p) : colour
      lay(canvas, p, laid, covered * (laid[3] ?? 1))
    }
  }
}

/** Coverage written as a formula, between two heights given in pixels. */
export function shade(canvas: Canvas, cover: (x: number, y: number) => number, from = 0, to = canvas.height) {
  const mask = emptyMask(canvas.width, canvas.height)
  const top = Math.max(0, Math.floor(from))
  const foot = Math.min(canvas.height, Math.ceil(to))
  for (let y = top; y < foot; y++)
    for (let x = 0; x < canvas.width; x++) mask.alpha[y * canvas.width + x] = cover(x, y)
  return mask
}

/** A shape as a mask of the canvas's own size. */
export const cut = (canvas: Canvas, shapes: Svg) => maskOf(canvas.width, canvas.height, shapes)

export async function paintShape(canvas: Canvas, shapes: Svg, colour: Paint, opacity = 1) {
  paint(canvas, await cut(canvas, shapes), colour, opacity)
}

export type Box = readonly [left: number, top: number, right: number, foot: number]

/** The same for a shape known to lie inside a box: many small shapes are much quicker so. */
export async function paintInBox(canvas: Canvas, shapes: Svg, box: Box, colour: Paint, opacity = 1) {
  const left = Math.max(0, Math.round(box[0]))
  const top = Math.max(0, Math.round(box[1]))
  const width = Math.min(canvas.width, Math.round(box[2])) - left
  const height = Math.min(canvas.height, Math.round(box[3])) - top
  if (width < 2 || height < 2) return
  const mask = await maskOf(width, height, `<g transform="translate(${-left},${-top})">${shapes}</g>`)
  stamp(canvas, mask, [left, top], colour, opacity)
}

/** Paints through a small mask set down at `corner`; `flip` mirrors it left to right. */
export function stamp(canvas: Canvas, mask: Mask, corner: Point, colour: Paint, opacity = 1, flip = false) {
  const [left, top] = [Math.round(corner[0]), Math.round(corner[1])]
  for (let v = 0; v < mask.height; v++) {
    const y = top + v
    if (y < 0 || y >= canvas.height) continue
    for (let u = 0; u < mask.width; u++) {
      const x = left + (flip ? mask.width - 1 - u : u)
      if (x < 0 || x >= canvas.width) continue
      const q = v * mask.width + u
      const covered = (mask.alpha[q] ?? 0) * opacity
      if (covered < FAINTEST) continue
      const laid = typeof colour === 'function' ? colour(x, y, q) : colour
      lay(canvas, y * canvas.width + x, laid, covered * (laid[3] ?? 1))
    }
  }
}
