import { type Canvas, cut, paint, paintShape, shade } from './canvas'
import { ink, mix, thin } from './colour'
import { bell, clamp, smoothstep } from './curves'
import { fbm, random } from './noise'
import { circle, path } from './shapes'

type Stars = {
  /** The river of the Milky Way: where its middle runs, in shares, 0 on the line. */
  river: (u: number, v: number) => number
  width?: number
  brightness?: number
  /** How much of the river the dust lanes take away. */
  lanes?: number

  count?: number
  /** Stars are lost in the haze below this share of the height. */
  foot?: number
  large?: number
  seed?: number
  hidden?: (x: number, y: number) => boolean
}

/** The Milky Way with its dust lanes, and stars that crowd along it. */
export async function paintStars(canvas: Canvas, stars: Stars) {
  const { width: W, height: H, unit: U } = canvas
  const { foot = 0.66, width = 0.115, brightness = 0.42, lanes = 0.75 } = stars
  const along = (x: number, y: number) =>
    bell(stars.river(x / W, y / H) + 0.05 * fbm(x / U / 260, y / U / 260, 3), width) *
    smoothstep(foot, 0.1, y / H)
  const glow = (x: number, y: number) => {
    const near = along(x, y)
    if (near < 0.02) return 0
    const dust = smoothstep(0.05, 0.3, fbm(x / U / 120 + 9, y / U / 46 + 4) - 0.02)
    return near * clamp(0.5 + 1.1 * fbm(x / U / 90 + 3, y / U / 70)) * (1 - lanes * dust)
  }
  paint(canvas, shade(canvas, glow, 0, H * (foot + 0.04)), ink('#8FA3A8'), brightness)
  await paintPoints(canvas, stars, along)
  await paintLargeStars(canvas, stars)
}

async function paintPoints(canvas: Canvas, stars: Stars, along: (x: number, y: number) => number) {
  const { width: W, height: H, unit: U } = canvas
  const { foot = 0.66, count = 2600, seed = 11, hidden } = stars
  const next = random(seed)
  const sizes = ['', '', '']
  for (let i = 0; i < count; i++) {
    const [x, y] = [next() * W, next() ** 1.25 * H * foot]
    if (next() > 0.32 + 0.68 * along(x, y) || hidden?.(x, y)) continue
    const magnitude = next() ** 5
    const size = magnitude > 0.5 ? 2 : magnitude > 0.1 ? 1 : 0
    sizes[size] += circle(x, y, (0.45 + 1.5 * magnitude) * U)
  }
  for (const [size, shapes] of sizes.entries()) {
    const colour = mix(ink('#BFD0D2'), ink('#FFF3D9'), size / 2)
    const brightness = [0.55, 0.85, 1][size] ?? 1
    paint(canvas, await cut(canvas, shapes), (_, y) =>
      thin(colour, brightness * smoothstep(foot, 0.3, y / H)),
    )
  }
}

async function paintLargeStars(canvas: Canvas, { large = 12, seed = 11, hidden }: Stars) {
  const { width: W, height: H, unit: U } = canvas
  const next = random(seed + 40)
  let shapes = ''
  for (let i = 0; i < large; i++) {
    const [x, y] = [next() * W * 0.95, next() * H * 0.36]
    const r = (3.4 + 3 * next()) * U
    if (hidden?.(x, y)) continue
    shapes += path(
      `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`,
    )
  }
  await paintShape(canvas, shapes, ink('#FFF6E0'))
}
