import { band } from '#scripts/art/engine/bands'
import { type Canvas, cut, paint } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { modelling, rim } from '#scripts/art/engine/light'
import { blur, type Mask, mapMask, multiply } from '#scripts/art/engine/masks'
import type { Svg } from '#scripts/art/engine/shapes'

// How a person near the viewer is painted: forms in a few flat tones, thin glazes over them, edges toward the
// sun.

/** The sun stands low before him. */
export const TOWARD = [-0.9, 0.36] as const
export const RIM = '#FFDDA4'

/** Drawn with y downward on a sheet of 1600 by 2000 units. */
const scaled = (canvas: Canvas, shape: Svg): Svg => `<g transform="scale(${canvas.unit})">${shape}</g>`
export const drawn = (canvas: Canvas, shape: Svg) => cut(canvas, scaled(canvas, shape))

export type Tones = {
  /** Shade, own color, lit, and the edge toward the sun. */
  inks: readonly [string, string, string]
  rim?: string
  rimWidth?: number
  /** How deep the rounding goes, in units. */
  roundness: number
  toward?: readonly [number, number]
}

/** Three flat tones with brushed edges, and a cut-paper edge toward the sun. */
export function paintForm(canvas: Canvas, mask: Mask, tones: Tones) {
  const { unit: U } = canvas
  const toward = tones.toward ?? TOWARD
  const form = modelling(mask, toward, tones.roundness * U)
  const [shade, own, lit] = [ink(tones.inks[0]), ink(tones.inks[1]), ink(tones.inks[2])]
  paint(canvas, mask, (x, y, p) => {
    const facing = form.alpha[p] ?? 0
    const tone = 0.5 * smoothstep(0.32, 0.52, facing) + 0.5 * smoothstep(0.54, 0.76, facing)
    const cutTone = band(tone, 7, x / U, y / U, { long: 120, thick: 16, stray: 0.3, swell: 0.2 })
    return cutTone < 0.5 ? mix(shade, own, cutTone * 2) : mix(own, lit, cutTone * 2 - 1)
  })
  if (tones.rim) paint(canvas, rim(mask, toward, (tones.rimWidth ?? 7) * U, 0.35), ink(tones.rim), 0.9)
}

/** Lays a thin tone on a part of a form; never beyond it. `soft` in units. */
export async function glaze(
  canvas: Canvas,
  within: Mask,
  shape: Svg,
  tone: string,
  opacity: number,
  soft = 0,
) {
  const drawnShape = await drawn(canvas, shape)
  const softened = soft ? brushed(canvas, blur(drawnShape, soft * canvas.unit), soft) : drawnShape
  paint(canvas, multiply(softened, within), ink(tone), opacity)
}

/** A soft edge as a brush lays it: in a few flat steps. */
const brushed = ({ width, unit: U }: Canvas, mask: Mask, soft: number) =>
  soft < 6
    ? mask
    : mapMask(mask, (v, p) =>
        v < 0.004
          ? 0
          : Math.min(
              1,
              band(v, 5, (p % width) / U, Math.floor(p / width) / U, {
                long: 70,
                thick: 14,
                stray: 0.25,
                swell: 0.15,
                soft: 0.34,
              }),
            ),
      )
