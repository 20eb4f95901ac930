import { type Canvas, cut, paint } from './canvas'
import { ink, mix } from './colour'
import { smoothstep } from './curves'
import { modelling, rim } from './light'
import { noise } from './noise'
import type { Point, Svg } from './shapes'

type Solid = {
  /** Shade, own color, lit. */
  inks: readonly [string, string, string]
  rim?: string
  toward: Point
  /** How deep the rounding goes, and how thick the lit edge is, in units. */
  roundness?: number
  rimWidth?: number
}

/** A rounded thing near the viewer: three flat tones and a cut-paper edge. */
export async function paintSolid(canvas: Canvas, shape: Svg, solid: Solid) {
  const { unit: U } = canvas
  const mask = await cut(canvas, shape)
  const form = modelling(mask, solid.toward, (solid.roundness ?? 12) * U)
  const [shade, own, lit] = [ink(solid.inks[0]), ink(solid.inks[1]), ink(solid.inks[2])]
  paint(canvas, mask, (x, y, p) => {
    const facing = (form.alpha[p] ?? 0) + 0.05 * noise(x / U / 40, y / U / 18)
    return mix(mix(shade, own, smoothstep(0.36, 0.5, facing)), lit, smoothstep(0.6, 0.76, facing) * 0.8)
  })
  if (solid.rim)
    paint(canvas, rim(mask, solid.toward, (solid.rimWidth ?? 2.4) * U, 0.5), ink(solid.rim), 0.85)
}

/** A drawing with y upward, turned by `angle` degrees and set down at a place in pixels. */
export const turned = (x: number, y: number, scale: number, angle: number, shape: Svg): Svg =>
  `<g transform="translate(${x.toFixed(1)},${y.toFixed(1)}) rotate(${angle}) scale(${scale},${-scale})">${shape}</g>`
