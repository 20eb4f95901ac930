import { wildebeest } from '#scripts/art/animals/wildebeest'
import { zebra } from '#scripts/art/animals/zebra'
import { type Canvas, paint, shade, stamp } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { bell, clamp, lerp, smoothstep } from '#scripts/art/engine/curves'
import { spriteOf } from '#scripts/art/engine/figure'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { type Plain, paintTufts } from '#scripts/art/engine/ground'
import { fbm, random } from '#scripts/art/engine/noise'
import { evenly } from '#scripts/art/palettes'

export const HAZE = '#F0CF98'

const SUNLIT = '#FFE5AA'

export const SUN_X = 0.22

export const PLAIN: Plain = {
  top: 0.598,
  depth: 0.4,
  stops: evenly('#EBCB82 #CFAE5E #A78B45 #6C5C33 #38301F', [0, 0.18, 0.42, 0.72, 1]),
  lit: SUNLIT,
  poolReach: 0.24,
  poolStrength: 0.45,
}

/** Columns of animals winding over the far plain, a few pixels each. */
export async function paintFarHerd(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const next = random(3)
  const herd = Array.from({ length: 330 }, () => {
    const t = next()
    const [roadX, roadY] = [
      lerp(0.98, 0.3, t) + 0.05 * Math.sin(t * 7),
      lerp(0.618, 0.655, t) + 0.006 * Math.sin(t * 11),
    ]
    const y = (roadY + (next() - 0.5) * 0.014) * H
    const x = (roadX + (next() - 0.5) * 0.03) * W
    const size = lerp(0.06, 0.115, clamp((y / H - 0.61) / 0.05)) * 1.1 * (0.9 + 0.3 * next())
    return { x, y, size: Math.max(0.075, Math.round(size * 40) / 40), chance: next() }
  })
  const [dark, brown] = [mix(ink('#2c2320'), ink(HAZE), 0.3), ink('#7a5a38')]
  for (const { x, y, size, chance } of herd.sort((a, b) => a.y - b.y)) {
    const sprite = await spriteOf(wildebeest({ phase: Math.round(chance * 4) / 4, run: 0.6 }), size * U)
    stamp(
      canvas,
      sprite.silhouette,
      [x - sprite.originX, y - sprite.originY],
      mix(dark, brown, chance * 0.3),
      1,
      true,
    )
  }
}

type Beast = { x: number; y: number; size: number; phase: number; striped: boolean }

/** The animals near enough to be known one by one. */
const NEAR: readonly (readonly [x: number, y: number, size: number, phase: number, striped?: 'zebra'])[] = [
  [0.09, 0.915, 1.5, 0.12],
  [0.2, 0.878, 1.12, 0.5],
  [0.4, 0.905, 1.35, 0.62, 'zebra'],
  [0.455, 0.868, 1.02, 0.28],
  [0.62, 0.922, 1.6, 0.85],
  [0.735, 0.875, 1.1, 0.02],
  [0.955, 0.9, 1.38, 0.35],
  [0.5, 0.838, 0.86, 0.7],
  [0.8, 0.842, 0.88, 0.4, 'zebra'],
  [0.845, 0.846, 0.9, 0.15],
  [0.27, 0.838, 0.84, 0.95],
  [0.03, 0.848, 0.9, 0.3],
]

export async function paintHerd(canvas: Canvas) {
  const next = random(8)
  const herd: Beast[] = NEAR.map(([x, y, size, phase, striped]) => ({
    x,
    y,
    size,
    phase,
    striped: striped === 'zebra',
  }))
  for (let i = 0; i < 46; i++) {
    const t = next()
    const x = next() < 0.75 ? 0.3 + 0.72 * next() : next() * 1.1 - 0.03
    herd.push({
      x,
      y: lerp(0.695, 0.775, t),
      size: lerp(0.36, 0.62, t) * (0.9 + 0.2 * next()),
      phase: next(),
      striped: next() < 0.16,
    })
  }
  herd.sort((a, b) => a.y - b.y)
  for (const beast of herd.filter(({ y }) => y <= 0.8)) await paintBeast(canvas, beast)
  await paintDustCurtain(canvas)
  for (const beast of herd.filter(({ y }) => y > 0.8)) await paintBeast(canvas, beast)
}

async function paintBeast(canvas: Canvas, { x, y, size, phase, striped }: Beast) {
  const far = clamp((0.8 - y) / 0.14) * 0.32
  const through = (hex: string, more = 0) => mix(ink(hex), ink(HAZE), far + more)
  const figure = striped ? zebra({ phase, stride: 0.9 }) : wildebeest({ phase, run: 0.85 })
  await paintFigure(canvas, figure, standing(canvas, x, y, size * 1.1), {
    ink: through(striped ? '#2b221d' : '#2a211f'),
    far: through('#2a211f', 0.1),
    mid: striped ? undefined : through('#5f4a3a'),
    light: striped ? through('#EAD9B4') : undefined,
    rim: ink('#FFE3A6'),
    toward: [x < SUN_X ? 0.8 : -0.8, 0.55],
    rimWidth: Math.max(1, 1.5 * size * canvas.unit),
    rimOpacity: 0.85,
    flip: true,
    shadow: { opacity: 0.5, shear: (x - SUN_X) * 3, stretch: 0.3, ink: '#3d3220' },
  })
}

/** Dust between the middle and the near animals, and grass in front of it. */
async function paintDustCurtain(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const [dull, bright] = [ink('#DDBE80'), ink('#FFEBBB')]
  const dust = shade(
    canvas,
    (x, y) =>
      smoothstep(0, 0.5, fbm(x / U / 160, y / U / 50) + 0.12) *
      smoothstep(0.68, 0.74, y / H) *
      smoothstep(0.84, 0.79, y / H),
    0.68 * H,
    0.84 * H,
  )
  paint(canvas, dust, (x) => mix(dull, bright, bell(x - SUN_X * W, W * 0.3)), 0.55)
  await paintTufts(canvas, PLAIN, {
    from: 0.775,
    to: 0.85,
    count: 520,
    seed: 15,
    tones: ['#4a3d24', '#7d6836', '#B8994f'],
    opacity: 0.95,
    heights: [6, 70],
  })
}
