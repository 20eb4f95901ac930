import { type Canvas, cut, paint } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { modelling, rim } from '#scripts/art/engine/light'
import { warp } from '#scripts/art/engine/masks'
import { fbm } from '#scripts/art/engine/noise'
import { blob, type Point } from '#scripts/art/engine/shapes'

type Boulder = {
  /** Outline in shares of the canvas. */
  outline: readonly Point[]
  seed: number
  /** Shade, half shade, stone, lit stone. */
  inks: readonly [string, string, string, string]
  rim: string
  toward: Point
}

/** Rounded granite in four flat tones, bedded and cut by hand. */
export async function paintBoulder(canvas: Canvas, { outline, seed, inks, rim: rimInk, toward }: Boulder) {
  const { width: W, height: H, unit: U } = canvas
  const shape = blob(
    outline.map(([x, y]): Point => [x * W, y * H]),
    10,
  )
  const stone = warp(await cut(canvas, shape), 7 * U, 38 * U, seed)
  const form = modelling(stone, toward, 34 * U)
  const [shade, halfShade, own, lit] = [ink(inks[0]), ink(inks[1]), ink(inks[2]), ink(inks[3])]
  paint(canvas, stone, (x, y, p) => {
    const bedding =
      0.11 * fbm(x / U / 90 + seed, y / U / 26 + x / U / 200, 3) +
      0.05 * fbm(x / U / 16, y / U / 22 + seed, 3)
    const t = (form.alpha[p] ?? 0) + bedding
    const dark = mix(mix(shade, halfShade, smoothstep(0.34, 0.5, t)), own, smoothstep(0.56, 0.64, t))
    return mix(dark, lit, smoothstep(0.74, 0.84, t))
  })
  paint(canvas, rim(stone, [toward[0] * 0.87, toward[1] * 1.15], 3.2 * U, 0.75), ink(rimInk), 0.85)
}
