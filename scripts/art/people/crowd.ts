import { type Box, type Canvas, paintInBox, stamp } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { bell, clamp, lerp } from '#scripts/art/engine/curves'
import { rim } from '#scripts/art/engine/light'
import { maskOf } from '#scripts/art/engine/masks'
import { type Random, random } from '#scripts/art/engine/noise'
import { limb, path, type Svg } from '#scripts/art/engine/shapes'

type Crowd = { count: number; seed: number; lightX: number; left: number; width: number }

/** Backs and hats between the viewer and a lit stage, from far to near. */
export async function paintCrowd(canvas: Canvas, { count, seed, lightX, left, width }: Crowd) {
  const { width: W, height: H, unit: U } = canvas
  const next = random(seed)
  // Spread over the width, and most of them near the stage: a small group would be lost in the grass.
  const places = Array.from({ length: count }, (_, index) => ({
    x: left + (width * (index + next())) / count,
    depth: next() ** 1.8,
  }))
  places.sort((a, b) => a.depth - b.depth)
  const [far, near, lit] = [ink('#2b2028'), ink('#120e16'), ink('#F5B36E')]
  for (const { x: share, depth } of places) {
    const size = lerp(0.62, 1.35, depth) * U
    const [x, y] = [share * W, lerp(0.905, 1.02, depth) * H + H * 0.02 * (Math.abs(share - 0.64) * 2) ** 2]
    const shape = guest(x, y, size, next)
    const box: Box = [x - 45 * size, y - 80 * size, x + 45 * size, y + 30 * size]
    await paintInBox(canvas, shape, box, mix(far, near, depth))
    const frame = { width: Math.round(90 * size), height: Math.round(110 * size) }
    const cutOut = await maskOf(
      frame.width,
      frame.height,
      `<g transform="translate(${-box[0]},${-box[1]})">${shape}</g>`,
    )
    const side = clamp((lightX - share) / 0.3, -0.7, 0.7)
    stamp(
      canvas,
      rim(cutOut, [side, 0.75], 1.5 * size, 0.4),
      [box[0], box[1]],
      lit,
      0.8 * bell(share - lightX, 0.3),
    )
  }
}

function guest(x: number, y: number, k: number, next: Random): Svg {
  const wearsHat = next() < 0.55
  const raises = next()
  let shape =
    limb([x, y, 12 * k], [x, y - 16 * k, 13.5 * k], [x + (next() - 0.5) * 2 * k, y - 31 * k, 8 * k]) +
    limb([x - 13 * k, y - 18 * k, 6 * k], [x, y - 29 * k, 6.5 * k], [x + 13 * k, y - 18 * k, 6 * k]) +
    limb([x, y - 42 * k, 7.4 * k], [x + 0.5 * k, y - 45 * k, 7.2 * k]) +
    limb([x, y - 34 * k, 4 * k], [x, y - 38 * k, 4 * k])
  if (wearsHat) shape += hatFromBehind(x, y, k)
  if (raises < 0.3)
    shape += limb(
      [x + 12 * k, y - 22 * k, 4.6 * k],
      [x + 20 * k, y - 40 * k, 3.6 * k],
      [x + 17 * k, y - 60 * k, 2.8 * k],
      [x + 17 * k, y - 64 * k, 3.2 * k],
    )
  if (raises > 0.12 && raises < 0.3)
    shape += limb(
      [x - 12 * k, y - 22 * k, 4.6 * k],
      [x - 20 * k, y - 40 * k, 3.6 * k],
      [x - 18 * k, y - 58 * k, 2.8 * k],
    )
  return shape
}

function hatFromBehind(x: number, y: number, k: number) {
  const at = (dx: number, dy: number) => `${x + dx * k} ${y - dy * k}`
  return path(
    `M${at(-17, 51)}Q${at(-9, 46)} ${at(0, 45)}Q${at(9, 46)} ${at(17, 51)}Q${at(9, 50)} ${at(8, 52)}Q${at(7, 63)} ${at(3, 62)}Q${at(0, 60)} ${at(-3, 62)}Q${at(-7, 63)} ${at(-8, 52)}Q${at(-9, 50)} ${at(-17, 51)}Z`,
  )
}
