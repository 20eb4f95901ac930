import { type Canvas, cut, paint, paintShape } from '#scripts/art/engine/canvas'
import { ink, type Lab, mix } from '#scripts/art/engine/colour'
import { clamp, smoothstep } from '#scripts/art/engine/curves'
import { rim } from '#scripts/art/engine/light'
import { noise } from '#scripts/art/engine/noise'
import { limb, path } from '#scripts/art/engine/shapes'

/**
 * Middle and radius of the envelope in shares (radius of the height); `far` is how deep it hangs in the haze.
 */
type Balloon = {
  x: number
  y: number
  radius: number
  far: number
  gores: readonly [string, string]
  beads: readonly [string, string]
}

const GORES = 10
/** The beaded belt: its top and the height of one of its four rows, in radii. */
const BELT_TOP = -0.32
const BELT_ROW = 0.125

/** A hot air balloon with a bead zigzag round its belly, lit from the left. */
export async function paintBalloon(canvas: Canvas, balloon: Balloon, hazeHex: string) {
  const { unit: U } = canvas
  const [x, y, r] = [balloon.x * canvas.width, balloon.y * canvas.height, balloon.radius * canvas.height]
  const haze = ink(hazeHex)
  const envelope = await cut(canvas, path(envelopePath(x, y, r)))
  const cloth = clothAt(balloon)
  const [shade, light] = [ink('#3a2a2c'), ink('#FFE7B4')]
  const clothUnderLight = (px: number, py: number) => {
    const v = (py - y) / r
    const half = v < 0 ? Math.sqrt(Math.max(0.02, 1 - v * v)) : Math.max(0.08, 1 - (v / 1.36) ** 1.55)
    const u = clamp((px - x) / r / half, -1, 1)
    const texture = 0.1 * noise(px / U / 26, py / U / 26) + 0.05 * noise(px / U / 8, py / U / 3)
    const lit = clamp(0.5 - u * 0.52 - v * 0.18 + texture)
    const shaded = mix(cloth(Math.asin(u) / Math.PI + 0.5, v), shade, 0.55 * smoothstep(0.45, 0.12, lit))
    return mix(mix(shaded, light, 0.5 * smoothstep(0.66, 0.96, lit)), haze, balloon.far)
  }
  // Four looks at each pixel: the seams of the gores would show as stairs otherwise.
  paint(canvas, envelope, (px, py) => {
    const upper = mix(clothUnderLight(px - 0.25, py - 0.3), clothUnderLight(px + 0.25, py - 0.1), 0.5)
    return mix(
      upper,
      mix(clothUnderLight(px - 0.25, py + 0.1), clothUnderLight(px + 0.25, py + 0.3), 0.5),
      0.5,
    )
  })
  paint(canvas, rim(envelope, [-0.85, -0.1], Math.max(1, r * 0.022), 0.4), ink('#FFEFC6'), 0.8)
  await paintBasket(canvas, x, y, r, mix(ink('#3b2720'), haze, balloon.far))
}

const envelopePath = (x: number, y: number, r: number) =>
  `M${x} ${y + r * 1.32}C${x - r * 0.3} ${y + r * 1.05} ${x - r * 0.98} ${y + r * 0.62} ${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}C${x + r * 0.98} ${y + r * 0.62} ${x + r * 0.3} ${y + r * 1.05} ${x} ${y + r * 1.32}Z`

/** Colour of the cloth by place round the balloon (0..1) and height in radii. */
function clothAt({ gores, beads }: Balloon): (round: number, v: number) => Lab {
  const stripes = [ink(gores[0]), ink(gores[1])] as const
  const [pale, dark] = [ink(beads[0]), ink(beads[1])]
  return (round, v) => {
    const row = (v - BELT_TOP) / BELT_ROW
    if (row > 0 && row < 4) {
      const zigzag = Math.abs(((round * GORES * 2) % 1) - 0.5) * 2
      const inRow = row % 1
      const beaded = (row >= 1 && row < 2 && zigzag < inRow) || (row >= 2 && row < 3 && zigzag > inRow)
      return beaded ? dark : pale
    }
    return stripes[Math.floor(round * GORES) % 2 === 0 ? 0 : 1]
  }
}

async function paintBasket(canvas: Canvas, x: number, y: number, r: number, colour: Lab) {
  const { unit: U } = canvas
  const half = r * 0.15
  const top = y + r * 1.62
  const ropes =
    limb([x - r * 0.1, y + r * 1.2, 0.8 * U], [x - half * 0.9, top, 0.7 * U]) +
    limb([x + r * 0.1, y + r * 1.2, 0.8 * U], [x + half * 0.9, top, 0.7 * U])
  const basket = path(`M${x - half} ${top}h${2 * half}l${-half * 0.22} ${half * 1.25}h${-half * 1.56}Z`)
  const guests =
    limb(
      [x - half * 0.45, top - half * 0.2, half * 0.17],
      [x - half * 0.45, top - half * 0.45, half * 0.17],
    ) +
    limb([x + half * 0.35, top - half * 0.2, half * 0.17], [x + half * 0.35, top - half * 0.5, half * 0.17])
  await paintShape(canvas, ropes + basket + guests, colour)
}
