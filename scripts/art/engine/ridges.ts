import { type Canvas, cut, paint, shade } from './canvas'
import { ink, mix } from './colour'
import { bell, clamp, lerp, smoothstep } from './curves'
import { type Mask, union } from './masks'
import { fbm, noise, type Random, random } from './noise'
import { ellipse, path, type Svg, tenth } from './shapes'

/** Height in pixels of a skyline over each x. */
export type Crest = (x: number) => number

/** Everything below a crest. */
export function below(canvas: Canvas, crest: Crest, step = 2): Promise<Mask> {
  const { width: W, height: H } = canvas
  let line = `M0 ${H}`
  for (let x = 0; x <= W + step; x += step) line += `L${tenth(x)} ${tenth(crest(x))}`
  return cut(canvas, path(`${line}L${W + step} ${H}Z`))
}

/** Bushes and far flat-topped trees along a crest, `from` to `to` units tall. */
export type Bushes = { count: number; from: number; to: number; trees?: number; seed: number }

/** Specks of bush, as shapes; x from and to in pixels. */
export function bushes(
  canvas: Canvas,
  crest: Crest,
  { count, from, to, trees = 0.3, seed }: Bushes,
  span?: [number, number],
): Svg {
  const next = random(seed)
  const [left, right] = span ?? [0, canvas.width]
  let shapes = ''
  for (let i = 0; i < count; i++) {
    const x = lerp(left, right, next())
    if (noise(x / canvas.unit / 140 + seed, seed) < -0.12 && next() < 0.8) continue
    const y = crest(x) + from * canvas.unit * 0.2
    const size = lerp(from, to, next() ** 2) * canvas.unit
    shapes += next() < trees ? farTree(x, y, size, next) : bush(x, y, size, next)
  }
  return shapes
}

function farTree(x: number, y: number, size: number, next: Random): Svg {
  const height = size * (1.6 + next())
  const width = size * (1.7 + next() * 0.9)
  const [thick, thin] = [size * 0.09, size * 0.05]
  let shapes = path(
    `M${tenth(x - thick)} ${tenth(y + 1)}L${tenth(x - thin)} ${tenth(y - height)}L${tenth(x + thin)} ${tenth(y - height)}L${tenth(x + thick)} ${tenth(y + 1)}Z`,
  )
  for (let pad = 0; pad < 5; pad++) {
    const padX = x + (next() - 0.5) * width * 1.3
    const padY = y - height - next() * 0.28 * size
    shapes += ellipse(padX, padY, width * (0.34 + 0.25 * next()), size * (0.14 + 0.1 * next()))
  }
  return shapes
}

function bush(x: number, y: number, size: number, next: Random): Svg {
  const flatness = 0.55
  let shapes = ''
  for (let puff = 0; puff < 4; puff++) {
    const puffX = x + (next() - 0.5) * size * 1.6
    const puffY = y - size * flatness * 0.25 * next()
    shapes += ellipse(puffX, puffY, size * (0.4 + 0.5 * next()), size * flatness * (0.4 + 0.4 * next()))
  }
  return shapes
}

/** Bushes in one line: how many, their smallest and largest size in units, the share that are trees. */
export const bushy = (count: number, from: number, to: number, trees = 0) => ({ count, from, to, trees })

export type Ridge = {
  /** Foot of the ridge and how high it rises, as shares of the height. */
  base: number
  rise: number
  /** Length of its waves, in units. */
  wave: number
  seed: number
  ink: string
  bushes?: { count: number; from: number; to: number; trees?: number }
  crest?: Crest
}

type Air = {
  haze: string
  /** How fast a ridge is lost in the haze below its crest. */
  thickness?: number
  /** How far, and how strongly, the light of the sun eats into a ridge. */
  sunReach?: number
  sunStrength?: number
  sunX?: number
}

/** Ridges from far to near, each in its own ink, fading to the haze downward and toward the sun. */
export async function paintRidges(canvas: Canvas, ridges: readonly Ridge[], air: Air) {
  const { width: W, height: H, unit: U } = canvas
  const { thickness = 0.5, sunReach = 0.26, sunStrength = 0.62, sunX = canvas.sun.x } = air
  const haze = ink(air.haze)
  for (const [i, ridge] of ridges.entries()) {
    const crest = ridge.crest ?? rollingCrest(canvas, ridge)
    const land = await below(canvas, crest)
    const seed = ridge.seed + 3
    const grown = ridge.bushes
      ? union(land, await cut(canvas, bushes(canvas, crest, { trees: 0, ...ridge.bushes, seed })))
      : land
    const own = ink(ridge.ink)
    paint(canvas, grown, (x, y) => {
      const depth = (y - crest(x)) / (H * 0.085)
      const texture = 0.1 * noise(x / U / 60, y / U / 4) + 0.05 * noise(x / U / 17, y / U / 2)
      const sunlit = mix(own, haze, clamp(bell(x - sunX, W * sunReach) * sunStrength * (1 - i * 0.1)))
      return mix(sunlit, haze, clamp(depth * thickness + texture))
    })
  }
}

function rollingCrest(
  { height: H, unit: U }: Canvas,
  ridge: Pick<Ridge, 'base' | 'rise' | 'wave' | 'seed'>,
): Crest {
  return (x) =>
    H * (ridge.base - ridge.rise * (fbm(x / U / ridge.wave + ridge.seed, ridge.seed, 4) * 1.3 + 0.25))
}

type Volcano = { x: number; top: number; foot: number; reach: number; crater: number }

/** A dead volcano: concave flanks and a broken crater; shares of the canvas. */
export function volcanoCrest(
  { width: W, height: H, unit: U }: Canvas,
  { x: middle, top, foot, reach, crater }: Volcano,
): Crest {
  return (x) => {
    const u = (x / W - middle) / reach
    const out = Math.max(0, Math.abs(u) - crater / reach)
    const fall = 1 - (1 - clamp(out)) ** 1.9
    const sag =
      0.07 * smoothstep(crater, crater * 0.55, Math.abs(x / W - middle)) * (1 + 0.5 * noise(x / U / 22, 4))
    return H * (top + (foot - top) * (fall + sag + 0.02 * u + 0.05 * fbm(x / U / 60, 8, 3) * (0.3 + fall)))
  }
}

type Mist = { y: number; spread?: number; ink: string; strength?: number; atSun?: number }

/** One soft strip of haze along the horizon, thicker under the sun. */
export function paintMist(
  canvas: Canvas,
  { y: level, spread = 0.028, ink: hex, strength = 0.25, atSun = 0.6 }: Mist,
) {
  const { width: W, height: H, unit: U } = canvas
  const veil = shade(canvas, (x, y) => {
    const thickness = bell(y / H - level, spread)
    if (thickness < 0.01) return 0
    return (
      thickness *
      (strength + atSun * bell(x - canvas.sun.x, W * 0.3)) *
      (0.8 + 0.35 * noise(x / U / 160, y / U / 9))
    )
  })
  paint(canvas, veil, ink(hex))
}
