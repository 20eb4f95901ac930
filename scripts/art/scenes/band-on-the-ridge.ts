import { type Canvas, paint } from '#scripts/art/engine/canvas'
import { ink, inks, mix } from '#scripts/art/engine/colour'
import { bell, clamp, smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure } from '#scripts/art/engine/figures'
import { bankCrest, paintBank, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import { below, bushy, type Crest, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { HERO_TREE, SKIES } from '#scripts/art/palettes'
import { type Instrument, musicianWalking } from '#scripts/art/people/musician-walking'

const RIDGES: Ridge[] = [
  { base: 0.7, rise: 0.05, wave: 500, seed: 4, ink: '#A56F56' },
  { base: 0.735, rise: 0.035, wave: 330, seed: 31, ink: '#70504A', bushes: bushy(120, 2, 9, 0.35) },
]

const STREAKS = {
  foot: 0.62,
  threshold: 0.12,
  cool: '#56606A',
  warm: '#DE9A5C',
  litCool: '#93806F',
  litWarm: '#FFDD9C',
  opacity: 0.5,
  litOpacity: 0.85,
  seed: 51,
}

export const bandOnTheRidge: Scene = {
  slug: 'band-on-the-ridge',
  title: 'The band walks to the show',
  alt: 'Four musicians in hats carry a bass, a pedal steel, a guitar and a fiddle in cases across a huge setting sun',
  place: 'Amboseli, Kenya',
  aspect: CARD,
  focus: { x: 0.5, y: 0.62 },
  widths: CARD_WIDTHS,
  paint: paintRidgeWalk,
}

async function paintRidgeWalk(canvas: Canvas) {
  const { height: H, unit: U, width: W } = canvas
  paintSky(canvas, {
    stops: SKIES.band,
    sun: [0.5, 0.52],
    horizon: 0.7,
    glow: 0.5,
    glowReach: 0.42,
    bands: 14,
    darkLeft: 0,
    climb: 1.1,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: 0.5, y: 0.545, radius: 0.27, crown: '#FDEDC4', foot: '#EF9E58', bands: 11 })
  await paintRidges(canvas, RIDGES, { haze: '#E6A565', sunReach: 0.34, sunStrength: 0.66, thickness: 0.45 })
  const ridge = (x: number) =>
    H * (0.8 - 0.016 * Math.sin((x / W) * 3.1 + 0.2) - 0.005 * fbm(x / U / 120, 2, 3))
  await paintRidge(canvas, ridge)
  await paintMusicians(canvas, ridge)
  await paintFront(canvas)
  return finishing(canvas, { glow: 0.06, glowReach: 0.3, halo: 0.07, tint: [1, 0.7, 0.36] })
}

async function paintRidge(canvas: Canvas, ridge: Crest) {
  const { width: W, height: H, unit: U } = canvas
  const [near, far, lit] = [ink('#7c4a33'), ink('#2a1a1b'), ink('#F0B06A')]
  paint(canvas, await below(canvas, ridge), (x, y) => {
    const t = clamp((y - ridge(x)) / (H * 0.2))
    const worn = 0.22 * fbm(x / U / (70 + 200 * t), y / U / (9 + 20 * t), 3)
    return mix(
      mix(near, far, clamp(t * 1.3 + 0.25 + worn)),
      lit,
      0.5 * smoothstep(0.06, 0, t) * bell(x - 0.5 * W, W * 0.26),
    )
  })
  await paintTufts(
    canvas,
    { top: 0.78, depth: 0.25, lit: '#FFCB85' },
    {
      from: 0.8,
      to: 0.88,
      count: 700,
      seed: 23,
      tones: ['#33201e', '#5a3728', '#a86c3d'],
      opacity: 0.95,
      heights: [10, 44],
      density: (x, y) => (y < ridge(x) + 3 * U ? 0 : smoothstep(-0.2, 0.3, noise(x / U / 110, y / U / 20))),
    },
  )
}

const WALKERS: readonly (readonly [x: number, size: number, phase: number, load: Instrument])[] = [
  [0.3, 2.52, 0.18, 'bass'],
  [0.445, 2.42, 0.7, 'steel'],
  [0.575, 2.5, 0.22, 'guitar'],
  [0.695, 2.34, 0.72, 'fiddle'],
]

async function paintMusicians(canvas: Canvas, ridge: Crest) {
  const { width: W, unit: U } = canvas
  for (const [x, size, phase, load] of WALKERS)
    await paintFigure(
      canvas,
      musicianWalking({ phase, load }),
      { x: x * W, y: ridge(x * W) + 4 * U, scale: size * U * 1.12 },
      {
        ink: ink('#21171a'),
        far: ink('#2d1f20'),
        mid: ink('#4a2d25'),
        rim: ink('#FFD596'),
        toward: [x < 0.5 ? 0.85 : -0.85, 0.5],
        rimWidth: 2.2 * U,
        shadow: { opacity: 0.6, shear: (x - 0.5) * 4, stretch: 0.16, ink: '#1a1012' },
      },
    )
}

async function paintFront(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  await paintTree(
    canvas,
    { ...HERO_TREE, width: 124, leafiness: 1.7, lean: 0.1, thickness: 1.25 },
    { x: 0.03 * W, y: 0.93 * H, scale: 5.4 * U },
    {
      flip: true,
      bark: ink('#1d1517'),
      barkLit: ink('#D9935A'),
      leaves: inks(['#1b1817', '#332a1f', '#66502f', '#A97A42', '#E6B673']),
      toward: [-0.8, 0.3],
      leafScale: 0.9,
    },
  )
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.955, { height: 0.03, reach: 0.3 }, { height: 0.03, reach: 0.3 }),
    base: '#171014',
    glow: '#4a2c22',
    tones: ['#140e12', '#26191b', '#4b2f26', '#86542f', '#D99855'],
    count: 260,
    heights: [46, 150],
    edgeCount: 380,
    rows: [0.93, 1.1],
  })
}
