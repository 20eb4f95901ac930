import { band } from './bands'
import { type Canvas, cut, paint } from './canvas'
import { ink, inks, mix, ramp, type Stops } from './colour'
import { bell, clamp, lerp, smoothstep } from './curves'
import { acrossCanvas, bladesOf, growClumps } from './grass'
import { fbm, noise } from './noise'
import { below, type Crest } from './ridges'

/** An open plain: where it begins, how deep it is before the front, and its light. */
export type Plain = {
  top: number
  depth?: number
  /** Light at the horizon to dark at the feet. */
  stops: Stops
  /** What the light of the sun makes of the ground. */
  lit: string
  sunX?: number
  poolReach?: number
  poolStrength?: number
  crest?: Crest
  bands?: number
}

/** Paints the plain and gives back its edge. */
export async function paintPlain(canvas: Canvas, plain: Plain): Promise<Crest> {
  const { width: W, height: H, unit: U } = canvas
  const { depth = 0.27, poolReach = 0.22, poolStrength = 0.38, bands = 11, sunX = canvas.sun.x } = plain
  const top = plain.top * H
  const crest = plain.crest ?? ((x: number) => top - H * 0.006 * fbm(x / U / 260 + 3, 7, 3))
  const colour = ramp(plain.stops)
  const lit = ink(plain.lit)
  paint(canvas, await below(canvas, crest), (x, y) => {
    const t = clamp((y - top) / (H * depth))
    const swell = 0.16 * fbm(x / U / (90 + 420 * t) + 2, y / U / (10 + 34 * t), 3)
    const pool = bell(x - (x - sunX) * t * 0.3 - sunX, W * poolReach)
    const tone = clamp(t * 0.95 + swell - 0.24 * pool * (1 - t))
    const brush = { stray: 0.9, long: 60 + 190 * t, thick: 2 + 7 * t, soft: 0.32, swell: 0.5 }
    return mix(colour(band(tone, bands, x / U, y / U, brush)), lit, poolStrength * pool * (1 - t))
  })
  return crest
}

type Tufts = {
  from: number
  to: number
  count: number
  seed: number
  tones: readonly string[]
  opacity?: number
  /** Height of a clump at the horizon and at the front, in units. */
  heights?: readonly [number, number]
  wind?: number
  blades?: number
  density?: (x: number, y: number) => number
}

/** Clumps of grass on a plain, in three tones, larger toward the viewer. */
export async function paintTufts(canvas: Canvas, plain: Omit<Plain, 'stops'>, tufts: Tufts) {
  const { width: W, height: H, unit: U } = canvas
  const { opacity = 1, heights = [5, 46], wind = -0.1, blades = 9, tones, seed } = tufts
  const sunX = plain.sunX ?? canvas.sun.x
  const lit = ink(plain.lit)
  const nearness = (y: number) => clamp((y - plain.top * H) / (H * (plain.depth ?? 0.27)))
  const heightAt = (share: number) => lerp(heights[0], heights[1], nearness(share * H)) * U
  const clumps = growClumps({
    ...acrossCanvas(canvas, tufts.from, tufts.to),
    count: tufts.count,
    seed,
    from: heightAt(tufts.from),
    to: heightAt(tufts.to),
    blades,
    spread: 0.55,
    width: 1.2,
    wind,
    density: tufts.density ?? ((x, y) => smoothstep(-0.25, 0.3, noise(x / U / 150 + seed, y / U / 26))),
  })
  for (const [i, hex] of tones.entries()) {
    const own = clumps.filter((clump) => Math.floor(clump.chance * tones.length) === i)
    if (own.length === 0) continue
    const tone = ink(hex)
    const catching = i === 0 ? 0.2 : 1
    paint(
      canvas,
      await cut(canvas, bladesOf(own)),
      (x, y) => mix(tone, lit, bell(x - sunX, W * 0.2) * 0.55 * (1 - nearness(y)) * catching),
      opacity,
    )
  }
}

type Rise = { height: number; reach: number }

/** Edge of the dark bank in front: higher toward both sides, so that the picture is held. */
export function bankCrest(canvas: Canvas, level: number, left: Rise, right: Rise, roughness = 0.01): Crest {
  const { width: W, height: H, unit: U } = canvas
  return (x) =>
    H *
    (level -
      left.height * bell(x / W, left.reach) -
      right.height * bell(x / W - 1, right.reach) -
      roughness * fbm(x / U / 160, 3, 3))
}

type Bank = {
  crest: Crest
  base?: string
  glow?: string
  /** Five tones, dark to lit. */
  tones?: readonly string[]
  count?: number
  edgeCount?: number
  seed?: number
  heights?: readonly [number, number]
  /** Between which heights its clumps root. */
  rows?: readonly [number, number]
  sunX?: number
  light?: number
  wind?: number
}

const EARTH_TONES = ['#1d1415', '#33211f', '#573729', '#8d5f38', '#D29A55']

/** The bank of long grass in front, painted back to front; only clumps near the sun catch light. */
export async function paintBank(canvas: Canvas, bank: Bank) {
  await paintBankEarth(canvas, bank)
  await paintBankEdge(canvas, bank)
  await paintBankClumps(canvas, bank)
}

const sunnyAt = (canvas: Canvas, bank: Bank, x: number, reach: number) =>
  bell(x - (bank.sunX ?? canvas.sun.x), canvas.width * reach)

/** Its color fades in: a hard-edged slab is the first thing that looks cheap. */
async function paintBankEarth(canvas: Canvas, bank: Bank) {
  const { height: H, unit: U } = canvas
  const [base, glow] = [ink(bank.base ?? '#231819'), ink(bank.glow ?? '#6b4231')]
  paint(canvas, await below(canvas, bank.crest), (x, y) => {
    const depth = (y - bank.crest(x)) / H
    const share =
      0.75 * sunnyAt(canvas, bank, x, 0.24) * smoothstep(0.1, 0, depth) +
      0.1 +
      0.05 * noise(x / U / 40, y / U / 8)
    const [L, a, b] = mix(base, glow, share)
    return [L, a, b, smoothstep(-0.004, 0.055, depth + 0.02 * noise(x / U / 30, y / U / 9))]
  })
}

async function paintBankEdge(canvas: Canvas, bank: Bank) {
  const { unit: U } = canvas
  const { heights = [40, 150], light = 1, wind = -0.12, edgeCount = 420, seed = 8 } = bank
  const tones = inks(bank.tones ?? EARTH_TONES)
  const scale = (U * heights[0]) / 40
  const place = { ...acrossCanvas(canvas, 0, 0, 20), foot: 1, from: 26 * scale, to: 60 * scale }
  const clumps = growClumps({ ...place, count: edgeCount, seed: seed + 10, blades: 15, spread: 0.7, wind })
  for (const clump of clumps) {
    const drop = bank.crest(clump.x) + 4 * U + 10 * U * clump.chance - clump.y
    for (const blade of clump.blades) blade.y += drop
  }
  const toneOf = (x: number, chance: number) =>
    Math.min(
      3,
      Math.floor((0.15 + chance * 0.85) * (0.45 + 0.75 * sunnyAt(canvas, bank, x, 0.26)) * 4 * light),
    )
  for (let i = 0; i < 4; i++) {
    const own = clumps.filter((clump) => toneOf(clump.x, clump.chance) === i)
    const [here, next] = [tones[i], tones[i + 1]]
    if (own.length && here && next) paint(canvas, await cut(canvas, bladesOf(own)), mix(here, next, 0.5))
  }
}

async function paintBankClumps(canvas: Canvas, bank: Bank) {
  const { width: W, unit: U } = canvas
  const { heights = [40, 150], light = 1, wind = -0.12, count = 330, seed = 8, rows = [0.905, 1.08] } = bank
  const tones = inks(bank.tones ?? EARTH_TONES)
  const clumps = growClumps({
    ...acrossCanvas(canvas, rows[0], rows[1], 20),
    count,
    seed,
    from: heights[0] * U,
    to: heights[1] * U,
    blades: 17,
    spread: 0.62,
    wind,
    density: (x) => clamp(0.4 + 0.9 * Math.abs((x / W - 0.5) * 2) ** 1.6 + 0.25 * noise(x / U / 120, 4)),
  })
  const toneOf = (x: number, depth: number, chance: number) => {
    const sunny = sunnyAt(canvas, bank, x, 0.25)
    const far = 0.35 + 0.65 * chance * (0.35 + 0.65 * sunny) - 0.25 * (1 - sunny)
    const near = 0.55 * chance * (0.4 + sunny) - 0.06
    return Math.min(4, Math.floor(clamp((depth < 0.35 ? far : near) * light) * 5))
  }
  // Eight passes from back to front, each in all its tones.
  const perPass = Math.ceil(clumps.length / 8)
  for (let start = 0; start < clumps.length; start += perPass) {
    const pass = clumps.slice(start, start + perPass)
    for (const [i, tone] of tones.entries()) {
      const own = pass.filter((clump) => toneOf(clump.x, clump.depth, clump.chance) === i)
      if (own.length) paint(canvas, await cut(canvas, bladesOf(own)), tone)
    }
  }
}
