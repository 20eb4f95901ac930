import sharp from 'sharp'
import { clamp, lerp } from '#scripts/art/engine/curves'
import { FILM } from './film'

/** A still picture, a little larger than the frame, so that a push never has to invent detail. */
export type Plate = { width: number; height: number; rgb: Float32Array }

/** What the frame shows of a plate: the middle, as shares, and how far it has been pushed in. */
export type View = { x: number; y: number; zoom: number }

const PLATE_WIDTH = Math.round(FILM.width * 1.07)

/** Cuts a picture to the frame's shape around its focus. */
export async function plateOf(file: string, focusY: number): Promise<Plate> {
  const height = Math.round((PLATE_WIDTH * FILM.height) / FILM.width)
  const source = sharp(file).resize({ width: PLATE_WIDTH })
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true })
  const top = Math.round((info.height - height) * focusY)
  const start = top * PLATE_WIDTH * 3
  const rgb = Float32Array.from(data.subarray(start, start + PLATE_WIDTH * height * 3))
  return { width: PLATE_WIDTH, height, rgb }
}

/** Reads a plate between its pixels, so that a push of a fraction of a pixel a frame runs smoothly. */
export function look(plate: Plate, view: View): Float32Array {
  const shown = { width: plate.width / view.zoom, height: plate.height / view.zoom }
  const left = clamp(view.x * plate.width - shown.width / 2, 0, plate.width - shown.width)
  const top = clamp(view.y * plate.height - shown.height / 2, 0, plate.height - shown.height)
  const columns = taps(left, shown.width / FILM.width, FILM.width, plate.width)
  const rows = taps(top, shown.height / FILM.height, FILM.height, plate.height)
  return downwards(across(plate, columns), rows)
}

type Taps = { at: Int32Array; weight: Float32Array }

/** Which four neighbours each place is mixed of, and by how much (Catmull-Rom). */
function taps(start: number, step: number, count: number, size: number): Taps {
  const at = new Int32Array(count * 4)
  const weight = new Float32Array(count * 4)
  for (let i = 0; i < count; i++) {
    const place = start + (i + 0.5) * step - 0.5
    const before = Math.floor(place)
    const t = place - before
    const weights = [
      ((-t + 2) * t - 1) * t * 0.5,
      ((3 * t - 5) * t * t + 2) * 0.5,
      ((-3 * t + 4) * t + 1) * t * 0.5,
      (t - 1) * t * t * 0.5,
    ]
    for (let k = 0; k < 4; k++) {
      at[i * 4 + k] = clamp(before - 1 + k, 0, size - 1)
      weight[i * 4 + k] = weights[k] ?? 0
    }
  }
  return { at, weight }
}

function across({ width, height, rgb }: Plate, { at, weight }: Taps): Float32Array {
  const out = new Float32Array(FILM.width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < FILM.width; x++) {
      const q = (y * FILM.width + x) * 3
      for (let k = 0; k < 4; k++) {
        const p = (y * width + (at[x * 4 + k] ?? 0)) * 3
        const w = weight[x * 4 + k] ?? 0
        out[q] = (out[q] ?? 0) + (rgb[p] ?? 0) * w
        out[q + 1] = (out[q + 1] ?? 0) + (rgb[p + 1] ?? 0) * w
        out[q + 2] = (out[q + 2] ?? 0) + (rgb[p + 2] ?? 0) * w
      }
    }
  }
  return out
}

function downwards(from: Float32Array, { at, weight }: Taps): Float32Array {
  const line = FILM.width * 3
  const out = new Float32Array(line * FILM.height)
  for (let y = 0; y < FILM.height; y++) {
    for (let k = 0; k < 4; k++) {
      const start = (at[y * 4 + k] ?? 0) * line
      const w = weight[y * 4 + k] ?? 0
      for (let i = 0; i < line; i++) out[y * line + i] = (out[y * line + i] ?? 0) + (from[start + i] ?? 0) * w
    }
  }
  return out
}

/** The view at `t`, 0..1, on the way between two. */
export const between = (from: View, to: View, t: number): View => ({
  x: lerp(from.x, to.x, t),
  y: lerp(from.y, to.y, t),
  zoom: lerp(from.zoom, to.zoom, t),
})
