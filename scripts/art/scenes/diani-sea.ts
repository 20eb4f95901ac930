import { band } from '#scripts/art/engine/bands'
import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { ink, mix, ramp } from '#scripts/art/engine/colour'
import { bell, clamp, smoothstep } from '#scripts/art/engine/curves'
import { fbm, noise } from '#scripts/art/engine/noise'
import { evenly } from '#scripts/art/palettes'

export const HORIZON = 0.56

export const SUN_X = 0.66

/** How far down the deep water ends, as a share of the height below the horizon. */
const SHELF = 0.33

const SEA = evenly(
  '#2C6E86 #2F8593 #3FA4A3 #6CC2B0 #A5DBC0 #DDEBCB #F1E3C0',
  [0, 0.1, 0.28, 0.5, 0.68, 0.82, 1],
)

/** Deep blue at the horizon to straw over the sand, with reefs, sparkle and dark strokes. */
export function paintSeaWater(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const line = HORIZON * H
  const depthAt = (y: number) => (y - line) / (H * SHELF)
  const [colour, glow] = [ramp(SEA), ink('#FFF1CE')]
  paint(
    canvas,
    shade(canvas, () => 1, Math.round(line)),
    (x, y) => {
      const t = depthAt(y)
      const reef = 0.12 * fbm(x / U / 340 + 5, y / U / 34, 3) * clamp(t * 2)
      const tone = band(clamp(t * 0.92 + reef), 13, x / U, y / U, {
        stray: 0.8,
        long: 70 + 230 * t,
        thick: 2 + 8 * t,
        soft: 0.3,
      })
      return mix(colour(tone), glow, 0.22 * bell(x - SUN_X * W, W * 0.13) * (1 - clamp(t)))
    },
  )
  const sparks = shade(
    canvas,
    (x, y) => {
      const t = depthAt(y)
      const ripple =
        noise(x / U / (16 + 70 * t), y / U / (1.3 + 4 * t)) + 0.25 * noise(x / U / 7, y / U / 1.2)
      return smoothstep(0.34, 0.48, ripple + 0.2 * bell(x - SUN_X * W, W * (0.06 + 0.2 * t))) * 0.8
    },
    line,
    H * 0.9,
  )
  const [teal, cream] = [ink('#8FD0C2'), ink('#FFF6DF')]
  paint(canvas, sparks, (x) => mix(teal, cream, bell(x - SUN_X * W, W * 0.2)), 0.75)
  const strokes = shade(
    canvas,
    (x, y) => {
      const t = depthAt(y)
      return smoothstep(0.25, 0.45, noise(x / U / (40 + 120 * t) + 40, y / U / (1.6 + 5 * t))) * (1 - t)
    },
    line,
    H * 0.84,
  )
  paint(canvas, strokes, ink('#1F5F78'), 0.45)
}
