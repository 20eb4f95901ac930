import { type Box, type Canvas, cut, paint, paintInBox } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { rim } from '#scripts/art/engine/light'
import { noise, type Random, random } from '#scripts/art/engine/noise'
import { type Bone, limbAlong, type Point, path, type Svg, tenth } from '#scripts/art/engine/shapes'

type Palm = {
  x: number
  y: number
  /** Height in units. */
  height: number
  lean: number
  seed: number
  /** Leaflets in shade, in light, in full light, and the midrib. */
  inks: readonly [string, string, string, string]
  trunk?: readonly [string, string]
  trunkLit?: string
}

const FRONDS = 15
const JOINTS = 14

/** A coconut palm: one leaning trunk, fifteen fronds, each leaflet drawn. */
export async function paintPalm(canvas: Canvas, palm: Palm) {
  const { unit: U } = canvas
  const next = random(palm.seed)
  const height = palm.height * U
  const stoutness = palm.height / 520
  const trunk = Array.from({ length: 11 }, (_, i): Bone => {
    const t = i / 10
    const radius = (9 - 4.6 * t + 5 * Math.exp(-t * 9)) * U * stoutness
    return [
      palm.x * canvas.width + palm.lean * height * t ** 1.7,
      palm.y * canvas.height - height * t,
      radius,
    ]
  })
  const wood = await cut(canvas, limbAlong(trunk, 6))
  const [dark, brown] = [ink(palm.trunk?.[0] ?? '#3b2820'), ink(palm.trunk?.[1] ?? '#6f4c37')]
  paint(canvas, wood, (x, y) => mix(dark, brown, 0.35 + 0.5 * noise(x / U / 30, y / U / 5)))
  paint(canvas, rim(wood, [0.9, 0.2], 3 * U, 0.6), ink(palm.trunkLit ?? '#E9BE84'), 0.8)
  const top = trunk[10] ?? [0, 0, 0]
  for (const frond of frondsOf(height, next))
    await paintFrond(canvas, palm, [top[0], top[1]], frond, stoutness, next)
}

type Frond = { angle: number; length: number; chance: number }

function frondsOf(height: number, next: Random): Frond[] {
  const fronds = Array.from({ length: FRONDS }, (_, i) => ({
    angle: -Math.PI * (-0.1 + (1.2 * i) / (FRONDS - 1)) + (next() - 0.5) * 0.3,
    length: height * (0.4 + 0.14 * next()),
    chance: next(),
  }))
  return fronds.sort((a, b) => b.chance - a.chance)
}

async function paintFrond(
  canvas: Canvas,
  palm: Palm,
  top: Point,
  frond: Frond,
  stoutness: number,
  next: Random,
) {
  const { unit: U } = canvas
  const { angle, length, chance } = frond
  const spine = Array.from({ length: JOINTS + 1 }, (_, i): Point => {
    const t = i / JOINTS
    const hang = length * 0.62 * t * t * (0.55 + 0.45 * Math.abs(Math.cos(angle)))
    return [
      top[0] + Math.cos(angle) * length * t * (1 - 0.1 * t),
      top[1] + Math.sin(angle) * length * t * 0.95 + hang,
    ]
  })
  const leaflets = leafletsOf(spine, frond, 1.5 * U * stoutness * 1.25, next)
  const reach = length * 1.5
  const box: Box = [top[0] - reach, top[1] - reach, top[0] + reach, top[1] + reach]
  const [shade, light, bright, rib] = palm.inks
  await paintInBox(canvas, leaflets.shaded, box, ink(shade))
  await paintInBox(canvas, leaflets.lit, box, ink(chance > 0.5 ? light : bright))
  const midrib = spine.map(
    ([x, y], i): Bone => [x, y, Math.max(0.3, (2.2 - (1.9 * i) / JOINTS) * U * stoutness)],
  )
  await paintInBox(canvas, limbAlong(midrib, 2), box, ink(rib))
}

function leafletsOf(
  spine: readonly Point[],
  { angle, length }: Frond,
  thick: number,
  next: Random,
): { shaded: Svg; lit: Svg } {
  let shaded = ''
  let lit = ''
  spine.slice(1).forEach((joint, i) => {
    const before = spine[i] ?? joint
    const step: Point = [joint[0] - before[0], joint[1] - before[1]]
    const run = Math.hypot(...step)
    const along: Point = [step[0] / run, step[1] / run]
    for (let j = 0; j < 4; j++) {
      for (const side of [1, -1]) {
        const t = (i + j / 4) / JOINTS
        const reach =
          length * 0.2 * Math.sin(Math.PI * Math.min(1, t * 0.9 + 0.08)) ** 0.7 * (0.85 + 0.3 * next())
        const drawn = leaflet(
          [before[0] + (step[0] * j) / 4, before[1] + (step[1] * j) / 4],
          along,
          side,
          reach,
          thick,
        )
        if (side * (Math.cos(angle) > 0 ? 1 : -1) < 0) lit += drawn
        else shaded += drawn
      }
    }
  })
  return { shaded, lit }
}

function leaflet([x, y]: Point, [ux, uy]: Point, side: number, reach: number, thick: number): Svg {
  const tipX = x + (ux * 0.75 - uy * side * 0.55) * reach
  const tipY = y + (uy * 0.75 + ux * side * 0.55) * reach + reach * 0.34
  const [midX, midY] = [(x + tipX) / 2, (y + tipY) / 2]
  return path(
    `M${tenth(x - uy * thick)} ${tenth(y + ux * thick)}Q${tenth(midX)} ${tenth(midY - reach * 0.06)} ${tenth(tipX)} ${tenth(tipY)}Q${tenth(midX + thick)} ${tenth(midY + thick)} ${tenth(x + uy * thick)} ${tenth(y - ux * thick)}Z`,
  )
}
