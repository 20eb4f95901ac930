import { type Canvas, cut, paint, shade } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { clamp, smoothstep } from '#scripts/art/engine/curves'
import { type Mask, multiply, sample } from '#scripts/art/engine/masks'
import { noise } from '#scripts/art/engine/noise'
import { blob, limb, placed, type Svg } from '#scripts/art/engine/shapes'

export type Dhow = {
  x: number
  waterline: number
  /** 1 is a hull of 100 units. */
  size: number
  flip?: boolean
  /** Sailcloth in shade, its own color, against the light. */
  sail: readonly [string, string, string]
  hull?: readonly [string, string, string]
  reflection?: { sail: string; hull: string }
  foam?: string
}

const HULL = blob([
  [-50, 13],
  [-30, 8.5],
  [0, 7],
  [30, 9],
  [52, 16],
  [58, 19],
  [50, 9],
  [40, 1.5],
  [20, -1.5],
  [-20, -1.5],
  [-42, 0],
  [-47, 5],
])
const SAIL = blob([
  [-37, 26],
  [-20, 52],
  [2, 84],
  [26, 118],
  [40, 137],
  [43, 120],
  [40, 95],
  [33, 66],
  [20, 41],
  [5, 25],
  [-18, 22],
])
/** Mast, yard and sheets. */
const RIG =
  limb([6, 6, 1.1], [9, 60, 0.9], [10.5, 92, 0.7]) +
  limb([-42, 20, 0.7], [-20, 53, 1.1], [12, 100, 1], [44, 142, 0.5]) +
  limb([10, 92, 0.28], [-44, 13, 0.22]) +
  limb([20, 41, 0.25], [44, 14, 0.22]) +
  limb([40, 137, 0.2], [-46, 12, 0.15])
const SEAMS = [0.2, 0.4, 0.6, 0.8]
  .map((q) => limb([-37 + q * 77, 26 + q * 111, 0.16], [-18 + q * 40, 22 + q * 22, 0.16]))
  .join('')
const CREW =
  limb([-30, 9, 2.2], [-30, 15, 2.5], [-29.6, 17.6, 1]) +
  limb([-29.4, 19.2, 1.65], [-29.4, 19.3, 1.65]) +
  limb([-30, 15, 0.9], [-27, 12, 0.7], [-25, 13.6, 0.6]) +
  limb([-12, 8, 2.2], [-11.4, 13.5, 2.4], [-11, 16, 1]) +
  limb([-10.7, 17.6, 1.6], [-10.7, 17.7, 1.6]) +
  limb([28, 9, 2.1], [28.8, 14.5, 2.3], [29.2, 17, 1]) +
  limb([29.5, 18.6, 1.6], [29.5, 18.7, 1.6]) +
  limb([29, 14.6, 0.9], [33, 15, 0.7], [35, 18, 0.6])

/** A dhow under its lateen sail, with its reflection when it is near. */
export async function paintDhow(canvas: Canvas, dhow: Dhow) {
  const { width: W, height: H, unit: U } = canvas
  const [x, y, k, flip] = [dhow.x * W, dhow.waterline * H, dhow.size * U, dhow.flip ?? false]
  const drawn = (shape: Svg) => cut(canvas, placed(x, y, k, shape, flip))
  const line = Math.round(y)
  const sail = await drawn(SAIL)
  const hull = afloat(await drawn(HULL), line, 2 * U)
  if (dhow.reflection) paintReflections(canvas, sail, hull, y, 150 * k, dhow.reflection)

  const [shaded, own, bright] = [ink(dhow.sail[0]), ink(dhow.sail[1]), ink(dhow.sail[2])]
  paint(canvas, sail, (px, py) => {
    const [u, v] = [((flip ? -1 : 1) * (px - x)) / k, (y - py) / k]
    const fold = noise(u / 22, v / 9 + u / 20) * 0.1 + 0.05 * noise(u / 3, v / 14)
    const belly = clamp((u - (v - 26) * 0.62 + 42) / 50) + fold
    return mix(mix(shaded, own, smoothstep(0.15, 0.62, belly)), bright, smoothstep(0.7, 0.92, belly) * 0.75)
  })
  paint(canvas, multiply(await drawn(SEAMS), sail), ink('#B99C74'), 0.5)
  const [keel, side, rail] = (dhow.hull ?? ['#2d1c17', '#6B4632', '#D9A566']).map(ink)
  if (!keel || !side || !rail) return
  paint(canvas, hull, (px, py) => {
    const [u, v] = [(px - x) / k, (y - py) / k]
    const board = mix(keel, side, smoothstep(5, 12, v + 1.2 * noise(u / 9, v / 2)))
    return mix(board, rail, smoothstep(10.5, 12, v - (u * (flip ? -1 : 1) > 30 ? 4 : 0)) * 0.6)
  })
  paint(canvas, await drawn(RIG), mix(keel, side, 0.2))
  paint(canvas, await drawn(CREW), keel)
  paintFoam(canvas, x, line, k, dhow.foam ?? '#FFF8E6')
}

/** Nothing of the hull is seen below the water. */
function afloat(hull: Mask, line: number, fade: number): Mask {
  return {
    ...hull,
    alpha: hull.alpha.map((v, p) => v * clamp(1 - (Math.floor(p / hull.width) - line) / fade)),
  }
}

function paintReflections(
  canvas: Canvas,
  sail: Mask,
  hull: Mask,
  y: number,
  reach: number,
  inks: { sail: string; hull: string },
) {
  const { unit: U } = canvas
  const mirrored = (mask: Mask, lost: number) =>
    shade(
      canvas,
      (px, py) => {
        const t = (py - y) / reach
        const wave = noise(px / U / (26 + 30 * t), py / U / (2.4 + 4 * t)) * (5 + 26 * t) * U
        const broken = smoothstep(-0.35, 0.1, noise(px / U / (40 + 60 * t) + 9, py / U / (2 + 4 * t)))
        return sample(mask, px + wave, y - (py - y) * 1.15) * (1 - t * lost) * broken
      },
      y,
      y + reach,
    )
  paint(canvas, mirrored(sail, 0.75), ink(inks.sail), 0.55)
  paint(canvas, mirrored(hull, 1), ink(inks.hull), 0.75)
}

function paintFoam(canvas: Canvas, x: number, line: number, k: number, hex: string) {
  const { unit: U } = canvas
  const foam = shade(
    canvas,
    (px, py) =>
      Math.abs(px - x) > 52 * k
        ? 0
        : smoothstep(0, 0.3, noise(px / U / 9, py / U / 1.3) + 0.1) *
          smoothstep(4, 0, Math.abs(py - line - 1) / U),
    line - 2 * U,
    line + 4 * U,
  )
  paint(canvas, foam, ink(hex), 0.8)
}
