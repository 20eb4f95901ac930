import { band } from '#scripts/art/engine/bands'
import { type Canvas, cut, paint } from '#scripts/art/engine/canvas'
import { ink, mix, ramp } from '#scripts/art/engine/colour'
import { bell, clamp, lerp, smoothstep } from '#scripts/art/engine/curves'
import { paintTufts } from '#scripts/art/engine/ground'
import { type Mask, warp } from '#scripts/art/engine/masks'
import { fbm, noise } from '#scripts/art/engine/noise'
import { below, type Crest } from '#scripts/art/engine/ridges'
import { type Point, polygon } from '#scripts/art/engine/shapes'
import { paintTeaRows } from '#scripts/art/engine/tea'
import { evenly } from '#scripts/art/palettes'

const LIT = '#FFE0A0'

/** Depth of the near hill, as a share of the height. */
const HILL = 0.34

export async function paintHill(canvas: Canvas, hill: Crest) {
  const { width: W, height: H, unit: U } = canvas
  const colour = ramp(evenly('#B8A556 #86873F #566032 #343C26 #1F2419', [0, 0.2, 0.5, 0.8, 1]))
  const lit = ink('#FFDF9C')
  const land = await below(canvas, hill)
  paint(canvas, land, (x, y) => {
    const t = clamp((y - hill(x)) / (H * HILL))
    const swell = 0.18 * fbm(x / U / (80 + 300 * t), y / U / (12 + 30 * t), 3)
    const pool = bell(x - 0.72 * W, W * 0.22) * (1 - t)
    const brush = { stray: 0.9, long: 60 + 160 * t, thick: 3 + 7 * t, soft: 0.32 }
    return mix(colour(band(clamp(t + swell - 0.2 * pool), 10, x / U, y / U, brush)), lit, 0.35 * pool)
  })
  paintTeaRows(canvas, {
    land,
    crest: hill,
    depth: HILL,
    density: (x, y) => smoothstep(0.6, 0.44, x / W + 0.05 * noise(x / U / 60, y / U / 40)),
    lit: ['#C3C060', '#7F9A45'],
    gap: '#2c3a22',
  })
}

/** Red murram, winding up to the house. */
export async function paintPath(canvas: Canvas): Promise<Mask> {
  const { width: W, height: H, unit: U } = canvas
  const left: Point[] = []
  const right: Point[] = []
  for (let i = 0; i <= 40; i++) {
    const t = i / 40
    const x = lerp(0.4, 0.735, 1 - t) + 0.1 * Math.sin((1 - t) * 5.2) * (t * 0.75 + 0.12) - 0.02
    const y = lerp(1.04, 0.652, (1 - t) ** 0.62)
    const half = lerp(0.004, 0.115, t ** 1.8)
    left.push([(x - half) * W, y * H])
    right.push([(x + half * 1.05) * W, y * H])
  }
  const murram = warp(await cut(canvas, polygon([...left, ...right.reverse()])), 5 * U, 26 * U, 4)
  const [pale, red, dark] = [ink('#F0B36C'), ink('#B5562F'), ink('#7a3822')]
  paint(canvas, murram, (x, y) => {
    const t = clamp((y / H - 0.64) / 0.4)
    const ruts = 0.5 + 0.5 * noise(x / U / (30 + 120 * t), y / U / (2 + 9 * t))
    return mix(
      mix(pale, red, smoothstep(0, 0.35, t)),
      dark,
      clamp(0.55 * ruts * t + 0.25 * smoothstep(0.6, 1, t)),
    )
  })
  return murram
}

export async function paintHillGrass(canvas: Canvas, hill: Crest, murram: Mask) {
  const { width: W, height: H, unit: U } = canvas
  for (const [from, to, count, seed, tones, tall] of [
    [0.66, 0.76, 900, 3, ['#5b6232', '#8b8a42', '#C4B260'], 44],
    [0.76, 0.9, 700, 7, ['#394326', '#66693a', '#A89A50'], 56],
  ] as const)
    await paintTufts(
      canvas,
      { top: 0.66, depth: 0.36, lit: LIT },
      {
        from,
        to,
        count,
        seed,
        tones,
        opacity: 0.9,
        heights: [6, tall],
        density: (x, y) => {
          const onPath = murram.alpha[Math.min(H - 1, y | 0) * W + clamp(x | 0, 0, W - 1)] ?? 0
          if (y < hill(x) + 4 * U || onPath > 0.1) return 0
          return smoothstep(-0.2, 0.35, noise(x / U / 120 + seed, y / U / 30))
        },
      },
    )
}
