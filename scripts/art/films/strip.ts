import { type Canvas, newCanvas } from '#scripts/art/engine/canvas'
import { type Light, labToLight, toByte } from '#scripts/art/engine/colour'
import { paperGrain } from '#scripts/art/engine/noise'
import { FILM, PIXELS } from './film'

/**
 * A layer that is painted once and moved in every frame: linear light already multiplied by how much it
 * covers, so that it can be read between its pixels. `left` and `top` say where it lies in the frame.
 */
export type Strip = {
  left: number
  top: number
  width: number
  height: number
  light: Float32Array
  cover: Float32Array
}

/** One frame while it is put together, in linear light. */
export type Frame = Float32Array

/**
 * A canvas that keeps what has been painted on it; a wider one for what slides past, a small one for a
 * figure.
 */
export function stripCanvas(
  sun: { x: number; y: number },
  width: number = FILM.width,
  height: number = FILM.height,
): Canvas {
  const canvas = newCanvas(width, height, FILM.width / 1600)
  canvas.sun = { x: sun.x, y: sun.y }
  canvas.cover = new Float32Array(width * height)
  return canvas
}

/** Converts what was painted and drops the empty margin. */
export function stripOf(canvas: Canvas): Strip {
  const box = paintedBox(canvas)
  const [width, height] = [box.right - box.left, box.foot - box.top]
  const light = new Float32Array(width * height * 3)
  const cover = new Float32Array(width * height)
  const colour: Light = { r: 0, g: 0, b: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = (y + box.top) * canvas.width + x + box.left
      const q = y * width + x
      const share = canvas.cover?.[p] ?? 1
      labToLight(canvas.lab[p * 3] ?? 0, canvas.lab[p * 3 + 1] ?? 0, canvas.lab[p * 3 + 2] ?? 0, colour)
      cover[q] = share
      light[q * 3] = Math.max(0, colour.r) * share
      light[q * 3 + 1] = Math.max(0, colour.g) * share
      light[q * 3 + 2] = Math.max(0, colour.b) * share
    }
  }
  return { left: box.left, top: box.top, width, height, light, cover }
}

/** One empty pixel is kept on every side, to fade into when read between pixels. */
function paintedBox({ width, height, cover }: Canvas) {
  if (!cover) return { left: 0, top: 0, right: width, foot: height }
  let [left, top, right, foot] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((cover[y * width + x] ?? 0) < 0.004) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      foot = Math.max(foot, y)
    }
  }
  return {
    left: Math.max(0, left - 1),
    top: Math.max(0, top - 1),
    right: Math.min(width, right + 2),
    foot: Math.min(height, foot + 2),
  }
}

/**
 * Lays a strip over the frame; `shiftAt` says how far each of its rows is moved, in pixels and parts of one.
 */
export function overlay(frame: Frame, strip: Strip, shiftAt: (row: number) => number, lift = 0) {
  const { width: W, height: H } = FILM
  for (let row = 0; row < strip.height; row++) {
    const y = strip.top + row + lift
    if (y < 0 || y >= H) continue
    const start = strip.left + shiftAt(row)
    const whole = Math.floor(start)
    const part = start - whole
    const from = Math.max(0, whole)
    const to = Math.min(W, whole + strip.width + 1)
    for (let x = from; x < to; x++) {
      const u = x - whole
      const here = u < strip.width ? row * strip.width + u : -1
      const before = u > 0 ? row * strip.width + u - 1 : -1
      const near = here < 0 ? 0 : (strip.cover[here] ?? 0)
      const far = before < 0 ? 0 : (strip.cover[before] ?? 0)
      const cover = near * (1 - part) + far * part
      if (cover < 0.003) continue
      const q = (y * W + x) * 3
      for (let k = 0; k < 3; k++) {
        const lightHere = here < 0 ? 0 : (strip.light[here * 3 + k] ?? 0)
        const lightBefore = before < 0 ? 0 : (strip.light[before * 3 + k] ?? 0)
        frame[q + k] = (frame[q + k] ?? 0) * (1 - cover) + lightHere * (1 - part) + lightBefore * part
      }
    }
  }
}

export const still = () => 0

const STEPS = 1 << 14
const BYTES = Uint8Array.from({ length: STEPS + 1 }, (_, i) => toByte(i / STEPS))

/** Linear light to screen bytes, by a table: there are half a billion of them in a film. */
export function toScreen(frame: Frame): Uint8Array {
  const bytes = new Uint8Array(frame.length)
  for (let i = 0; i < frame.length; i++) {
    const light = frame[i] ?? 0
    bytes[i] = BYTES[light <= 0 ? 0 : light >= 1 ? STEPS : (light * STEPS) | 0] ?? 0
  }
  return bytes
}

/** The tooth of the paper, the same in every frame: grain that moves is noise. */
export function paperTooth(strength: number): Float32Array {
  const unit = FILM.width / 1600
  return Float32Array.from(
    { length: PIXELS },
    (_, p) => 1 + strength * paperGrain((p % FILM.width) / unit, Math.floor(p / FILM.width) / unit),
  )
}
