import { type Canvas, cut, paint } from '#scripts/art/engine/canvas'
import { ink, inks, mix } from '#scripts/art/engine/colour'
import { bell, clamp } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, paintBank } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm } from '#scripts/art/engine/noise'
import { below, bushes, type Crest } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky } from '#scripts/art/engine/sky'
import { paintTeaRows } from '#scripts/art/engine/tea'
import { paintTree } from '#scripts/art/engine/tree'
import { HERO_TREE, SKIES } from '#scripts/art/palettes'
import { teaPicker } from '#scripts/art/people/tea-picker'
import { HAZE, paintFarHills, paintMistBank, SUN_X } from './kericho-hills'

export const kerichoTea: Scene = {
  slug: 'kericho-tea',
  title: 'Morning in the tea',
  alt: 'Three pickers with baskets stand among green tea rows in Kericho while mist lies between the hills',
  place: 'Kericho, Kenya',
  aspect: CARD,
  focus: { x: 0.42, y: 0.6 },
  widths: CARD_WIDTHS,
  paint: paintTea,
}

async function paintTea(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.kericho,
    sun: [SUN_X, 0.3],
    horizon: 0.5,
    glow: 0.36,
    glowReach: 0.4,
    bands: 13,
    darkLeft: 0.04,
  })
  await paintDisc(canvas, { x: SUN_X, y: 0.27, radius: 0.088, crown: '#FFFCEE', foot: '#F8E8B4', bands: 7 })
  await paintFarHills(canvas)
  await paintTeaHill(canvas, MIDDLE, 3)
  paintMistBank(canvas, 0.6, 0.03, 11)
  await paintShadeTrees(canvas)
  await paintPickers(canvas)
  await paintTeaHill(canvas, NEAR, 8)
  await paintBank(canvas, {
    crest: bankCrest(canvas, 1.0, { height: 0.07, reach: 0.3 }, { height: 0.05, reach: 0.3 }),
    base: '#0f2018',
    glow: '#3f5c2c',
    tones: ['#0d1b15', '#193023', '#33532c', '#6b8a3a', '#CAD374'],
    count: 260,
    heights: [36, 110],
    edgeCount: 360,
    rows: [0.97, 1.1],
    wind: 0,
  })
  return finishing(canvas, { glow: 0.1, halo: 0.06, tint: [1, 0.95, 0.76], vignette: 0.13 })
}

type Slope = {
  crest: (canvas: Canvas) => Crest
  depth: number
  rows: number
  inks: readonly [string, string, string]
  lit: readonly [string, string]
  gap: string
  density: number
}

const MIDDLE: Slope = {
  crest:
    ({ width: W, height: H, unit: U }) =>
    (x) =>
      H *
      (0.6 -
        0.06 * bell(x / W - 0.85, 0.3) -
        0.03 * bell(x / W - 0.2, 0.22) -
        0.006 * fbm(x / U / 120, 6, 3)),
  depth: 0.26,
  rows: 17,
  inks: ['#A9BE72', '#6F9450', '#4F7A45'],
  lit: ['#CBD890', '#A2BF66'],
  gap: '#4a7148',
  density: 0.5,
}

const NEAR: Slope = {
  crest:
    ({ width: W, height: H, unit: U }) =>
    (x) =>
      H *
      (0.735 -
        0.09 * bell(x / W - 0.22, 0.34) +
        0.03 * Math.sin((x / W) * 4 + 3) -
        0.006 * fbm(x / U / 140, 2, 3)),
  depth: 0.36,
  rows: 13,
  inks: ['#8DAA52', '#4F7C38', '#1F4228'],
  lit: ['#C9D678', '#7FA647'],
  gap: '#1f3f25',
  density: 1,
}

async function paintTeaHill(canvas: Canvas, slope: Slope, seed: number) {
  const { width: W, height: H, unit: U } = canvas
  const crest = slope.crest(canvas)
  const land = await below(canvas, crest)
  const [far, middle, near] = inks(slope.inks)
  if (!far || !middle || !near) return
  const lit = ink('#F4EEB8')
  paint(canvas, land, (x, y) => {
    const t = clamp((y - crest(x)) / (H * slope.depth) + 0.12 * fbm(x / U / 200 + seed, y / U / 30, 3))
    const tone = t < 0.4 ? mix(far, middle, t / 0.4) : mix(middle, near, (t - 0.4) / 0.6)
    return mix(tone, lit, 0.4 * bell(x - SUN_X * W, W * 0.24) * (1 - t))
  })
  paintTeaRows(canvas, {
    land,
    crest,
    depth: slope.depth,
    rows: slope.rows,
    lean: 2.2,
    density: () => slope.density,
    lit: slope.lit,
    gap: slope.gap,
  })
  const hedge = bushes(canvas, crest, { count: 90, from: 2, to: 6, trees: 0, seed: seed + 20 })
  paint(canvas, await cut(canvas, hedge), middle)
}

async function paintShadeTrees(canvas: Canvas) {
  for (const [x, y, size, seed] of [
    [0.87, 0.6, 3.1, 33],
    [0.72, 0.622, 1.5, 12],
  ] as const)
    await paintTree(
      canvas,
      {
        ...HERO_TREE,
        seed,
        width: 96,
        height: 84,
        droop: 0.3,
        lean: 0,
        leafSize: 0.5,
        leafiness: 1.5,
        trunk: 30,
      },
      standing(canvas, x, y, size),
      {
        bark: mix(ink('#2c3326'), ink(HAZE), 0.25),
        leaves: inks(['#41573c', '#5f7a48', '#86a058', '#B9C97A', '#E6E6A8']),
        toward: [x < SUN_X ? 0.7 : -0.7, 0.6],
        leafScale: 0.9,
      },
    )
}

/** They stand behind the brow of the near hill, so that the tea hides them to the waist. */
async function paintPickers(canvas: Canvas) {
  const brow = NEAR.crest(canvas)
  for (const [x, size, cloth, basket, flip] of [
    [0.575, 1.25, '#8a4a34', '#B58A55', true],
    [0.27, 1.9, '#A8412A', '#C79A5C', false],
    [0.43, 2.1, '#2f5560', '#C0905A', true],
  ] as const)
    await paintFigure(
      canvas,
      teaPicker(),
      { x: x * canvas.width, y: brow(x * canvas.width) + 40 * size * canvas.unit, scale: size * canvas.unit },
      {
        ink: mix(ink('#26231f'), ink(HAZE), 0.04),
        ear: ink(cloth),
        light: ink(basket),
        far: ink('#7d5a36'),
        rim: ink('#FFF6CC'),
        toward: [0.6, 0.7],
        rimWidth: 1.6 * canvas.unit,
        flip,
      },
    )
}
