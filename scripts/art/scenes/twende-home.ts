import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { ink, inks, mix } from '#scripts/art/engine/colour'
import { bell } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, paintBank } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import { bushy, type Crest, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { type Scene, WIDE, WIDE_WIDTHS } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { HERO_TREE, JACARANDA, SKIES } from '#scripts/art/palettes'
import { walker } from '#scripts/art/people/walker'
import { paintFarmhouse } from '#scripts/art/things/farmhouse'
import { paintHill, paintHillGrass, paintPath } from './twende-hill'

const HAZE = '#EDB881'

const RIDGES: Ridge[] = [
  { base: 0.53, rise: 0.1, wave: 520, seed: 4, ink: '#B79A8A' },
  { base: 0.56, rise: 0.075, wave: 420, seed: 19, ink: '#93816F' },
  { base: 0.6, rise: 0.05, wave: 330, seed: 8, ink: '#6F6F52', bushes: bushy(120, 2, 8, 0.2) },
  { base: 0.645, rise: 0.04, wave: 280, seed: 27, ink: '#4F5A3C', bushes: bushy(200, 3, 13, 0.3) },
]

const STREAKS = {
  foot: 0.44,
  threshold: 0.12,
  cool: '#8B8686',
  warm: '#E5AF7C',
  litCool: '#C9B09A',
  litWarm: '#FFE6B4',
  opacity: 0.4,
  litOpacity: 0.85,
  seed: 41,
}

export const twendeHome: Scene = {
  slug: 'twende-home',
  title: 'Twende, let us go home',
  alt: 'A family carries suitcases up a red path between tea rows to a stone farmhouse with its lamps lit at sunset',
  place: 'Limuru, Kenya',
  aspect: WIDE,
  focus: { x: 0.88, y: 0.68 },
  widths: WIDE_WIDTHS,
  paint: paintHomecoming,
}

async function paintHomecoming(canvas: Canvas) {
  await paintEvening(canvas)
  const { width: W, height: H, unit: U } = canvas
  const hill: Crest = (x) =>
    H *
    (0.735 -
      0.1 * bell(x / W - 0.8, 0.34) +
      0.035 * Math.sin((x / W) * 5 + 1) -
      0.006 * fbm(x / U / 120, 2, 3))
  await paintHill(canvas, hill)
  const murram = await paintPath(canvas)
  await paintHomestead(canvas)
  await paintHillGrass(canvas, hill, murram)
  await paintFamily(canvas)
  await paintBank(canvas, {
    crest: bankCrest(canvas, 1.03, { height: 0.13, reach: 0.3 }, { height: 0.11, reach: 0.3 }),
    base: '#171a14',
    glow: '#4d4a28',
    tones: ['#14160f', '#23281a', '#454826', '#7d7a3c', '#D6C06C'],
    heights: [50, 170],
    rows: [0.93, 1.14],
  })
  return finishing(canvas, { glow: 0.15, halo: 0.08, tint: [1, 0.8, 0.5], vignette: 0.16 })
}

async function paintEvening(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.home,
    sun: [0.7, 0.47],
    horizon: 0.56,
    glowReach: 0.42,
    bands: 14,
    darkLeft: 0.05,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: 0.7, y: 0.435, radius: 0.115, crown: '#FFF4DA', foot: '#F5BC78', bands: 8 })
  await paintRidges(canvas, RIDGES, { haze: HAZE, sunReach: 0.3, sunStrength: 0.6, thickness: 0.6 })
}

async function paintHomestead(canvas: Canvas) {
  await paintFarmhouse(canvas, { x: 0.868, y: 0.672 })
  await paintTree(canvas, JACARANDA.habit, standing(canvas, 0.775, 0.68, 1.75), {
    bark: ink('#4a342c'),
    leaves: inks(JACARANDA.leaves),
    toward: [-0.8, 0.5],
  })
  paintSmoke(canvas)
  const grove = ['#2f3022', '#4c502c', '#7d7a36', '#B9A64C', '#EBD084']
  await paintTree(
    canvas,
    {
      ...HERO_TREE,
      width: 124,
      height: 76,
      pads: 11,
      lean: 0,
      leafSize: 0.5,
      leafiness: 1.6,
      thickness: 1.35,
    },
    standing(canvas, 0.955, 0.7, 3.3),
    {
      bark: ink('#3a261d'),
      barkLit: ink('#F0BC78'),
      leaves: inks(grove),
      toward: [-0.85, 0.4],
      leafScale: 0.9,
    },
  )
  const haze = ink(HAZE)
  await paintTree(
    canvas,
    { seed: 12, width: 92, height: 62, pads: 8 },
    standing(canvas, 0.555, 0.715, 1.35),
    {
      bark: mix(ink('#3a261d'), haze, 0.25),
      leaves: [
        mix(ink('#2f3022'), haze, 0.3),
        mix(ink('#5a5a30'), haze, 0.26),
        mix(ink('#97883f'), haze, 0.2),
        ink('#E4CB80'),
      ],
      toward: [0.85, 0.4],
    },
  )
}

/** Smoke of the kitchen fire, drifting as it climbs. */
function paintSmoke(canvas: Canvas) {
  const { width: W, height: H, unit: U } = canvas
  const smoke = shade(
    canvas,
    (x, y) => {
      const t = (0.585 - y / H) / 0.285
      const drift = 0.868 * W + (76 + 38 * noise(y / U / 70, 3) + 60 * t) * U
      return bell(x - drift, (6 + 34 * t) * U) * (1 - t) * 0.5 * (0.6 + 0.5 * noise(x / U / 20, y / U / 26))
    },
    0.3 * H,
    0.585 * H,
  )
  paint(canvas, smoke, ink('#FFE9C8'), 0.7)
}

/** Far to near; cloth, then shawl where there is one. */
const FAMILY = [
  { x: 0.722, y: 0.728, size: 0.66, walk: { phase: 0.3, shawl: true }, cloth: '#8f3a28', shawl: '#A5432C' },
  { x: 0.65, y: 0.77, size: 1.02, walk: { phase: 0.1, load: 'case' }, cloth: '#4a352b', shawl: '#4a352b' },
  {
    x: 0.672,
    y: 0.775,
    size: 1.06,
    walk: { phase: 0.8, skirt: true, load: 'head' },
    cloth: '#375055',
    shawl: '#375055',
  },
  {
    x: 0.606,
    y: 0.825,
    size: 1.42,
    walk: { phase: 0.6, skirt: true, shawl: true },
    cloth: '#7a3526',
    shawl: '#9E3B28',
  },
  { x: 0.583, y: 0.835, size: 0.92, walk: { phase: 0.4 }, cloth: '#4a3a4a', shawl: '#4a3a4a' },
  { x: 0.545, y: 0.845, size: 1.62, walk: { phase: 0.2, load: 'case' }, cloth: '#3c2a26', shawl: '#2b1e1e' },
] as const

async function paintFamily(canvas: Canvas) {
  for (const { x, y, size, walk, cloth, shawl } of FAMILY)
    await paintFigure(canvas, walker(walk), standing(canvas, x, y, size), {
      ink: ink(cloth),
      mid: mix(ink(cloth), ink('#C98A54'), 0.38),
      ear: ink(shawl),
      rim: ink('#FFE2A6'),
      toward: [0.7, 0.6],
      rimWidth: 1.5 * size * canvas.unit,
      shadow: { opacity: 0.55, shear: -1, stretch: 0.34, ink: '#4a2618' },
    })
}
