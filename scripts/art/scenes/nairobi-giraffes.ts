import { giraffe } from '#scripts/art/animals/giraffe'
import { zebra } from '#scripts/art/animals/zebra'
import type { Canvas } from '#scripts/art/engine/canvas'
import { paintCoatNet } from '#scripts/art/engine/coat'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { bushy, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { evenly, SKIES } from '#scripts/art/palettes'
import { paintNairobi } from '#scripts/art/things/skyline'

const HAZE = '#EFC08C'
const SUNLIT = '#FFE2A8'
const PLAIN: Plain = {
  top: 0.612,
  depth: 0.38,
  stops: evenly('#EDC583 #CFA057 #9C7742 #634a31 #33271F', [0, 0.2, 0.46, 0.75, 1]),
  lit: SUNLIT,
  poolReach: 0.26,
  poolStrength: 0.45,
}

const RIDGES: Ridge[] = [{ base: 0.535, rise: 0.05, wave: 520, seed: 4, ink: '#C9A98B' }]

const NEAR_RIDGES: Ridge[] = [
  { base: 0.578, rise: 0.014, wave: 240, seed: 8, ink: '#8E7A62', bushes: bushy(260, 2, 9, 0.25) },
  { base: 0.605, rise: 0.018, wave: 230, seed: 13, ink: '#6C5A48', bushes: bushy(240, 3, 15, 0.4) },
]

const STREAKS = {
  foot: 0.42,
  threshold: 0.12,
  cool: '#9A9A94',
  warm: '#E9B887',
  litCool: '#D3C2A8',
  litWarm: '#FFE9C0',
  opacity: 0.4,
  seed: 22,
}

export const nairobiGiraffes: Scene = {
  slug: 'nairobi-giraffes',
  title: 'Where the city meets the plain',
  alt: 'Three giraffes walk in dry grass, the towers of Nairobi before a pale sun behind them',
  place: 'Nairobi National Park, Kenya',
  aspect: CARD,
  focus: { x: 0.12, y: 0.55 },
  widths: CARD_WIDTHS,
  paint: paintGiraffesAndCity,
}

async function paintGiraffesAndCity(canvas: Canvas) {
  await paintCity(canvas)
  await paintPlain(canvas, PLAIN)
  await paintTufts(canvas, PLAIN, {
    from: 0.615,
    to: 0.7,
    count: 1300,
    seed: 23,
    tones: ['#7d5d36', '#B08646', '#DDB26A'],
    opacity: 0.75,
  })
  await paintTrees(canvas)
  await paintTufts(canvas, PLAIN, {
    from: 0.69,
    to: 0.8,
    count: 900,
    seed: 7,
    tones: ['#5d4529', '#92703d', '#C99C58'],
    opacity: 0.9,
    heights: [6, 58],
  })
  await paintZebras(canvas)
  await paintGiraffes(canvas)
  await paintFront(canvas)
  return finishing(canvas, { glow: 0.14, halo: 0.07, tint: [1, 0.8, 0.5], vignette: 0.15 })
}

async function paintCity(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.nairobi,
    sun: [0.6, 0.47],
    horizon: 0.58,
    glow: 0.5,
    glowReach: 0.42,
    bands: 13,
    darkLeft: 0.05,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: 0.6, y: 0.4, radius: 0.115, crown: '#FFF3D8', foot: '#F3B676', bands: 8 })
  await paintRidges(canvas, RIDGES, {
    haze: HAZE,
    thickness: 0.4,
  })
  await paintNairobi(canvas, { base: 0.575, haze: HAZE, sunX: 0.6 })
  await paintRidges(canvas, NEAR_RIDGES, { haze: HAZE, sunReach: 0.28, sunStrength: 0.5 })
}

async function paintTrees(canvas: Canvas) {
  const haze = ink(HAZE)
  const leaves = ['#34301f', '#5a5230', '#94813e', '#e0c274']
  const bark = ink('#2a1e1a')
  await paintTree(
    canvas,
    { seed: 14, width: 104, height: 64, pads: 9, leafSize: 0.5 },
    standing(canvas, -0.01, 0.665, 3),
    {
      bark: mix(bark, haze, 0.22),
      leaves: hazedInks(leaves, haze, 0.2),
      toward: [0.85, 0.4],
    },
  )
  await paintTree(canvas, { seed: 31, width: 92, height: 60, pads: 8 }, standing(canvas, 0.885, 0.64, 1.9), {
    bark: mix(bark, haze, 0.35),
    leaves: hazedInks(leaves, haze, 0.34),
    toward: [-0.85, 0.4],
  })
}

async function paintZebras(canvas: Canvas) {
  const haze = ink(HAZE)
  for (const [x, y, size, pose, flip] of [
    [0.7, 0.7, 0.52, { grazing: true }, true],
    [0.745, 0.712, 0.56, { phase: 0.3 }, true],
    [0.795, 0.702, 0.5, { phase: 0.7, grazing: true }, false],
  ] as const)
    await paintFigure(canvas, zebra(pose), standing(canvas, x, y, size * 1.15), {
      ink: mix(ink('#2b201c'), haze, 0.29),
      far: mix(ink('#2b201c'), haze, 0.39),
      light: mix(ink('#EBD7B2'), haze, 0.29),
      rim: ink('#FFE3AE'),
      toward: [-0.8, 0.5],
      rimWidth: 1.2 * canvas.unit,
      flip,
      shadow: { opacity: 0.4, shear: 0.5, stretch: 0.25, ink: '#4a3826' },
    })
}

async function paintGiraffes(canvas: Canvas) {
  for (const [x, y, size, pose] of [
    [0.335, 0.84, 2.45, { phase: 0.3, neck: 0.5 }],
    [0.095, 0.845, 3.4, { phase: 0.55, neck: -0.2 }],
    [0.205, 0.868, 4.3, { phase: 0.08, neck: 0.02 }],
  ] as const) {
    const figure = giraffe(pose)
    const stand = standing(canvas, x, y, size * 1.25)
    await paintFigure(canvas, figure, stand, {
      ink: ink('#6B4329'),
      far: ink('#4a2f22'),
      mid: ink('#8f5e37'),
      rim: ink('#FFE0A4'),
      toward: [0.85, 0.45],
      rimWidth: 0.63 * size * canvas.unit,
      shadow: { opacity: 0.55, shear: -1.2, stretch: 0.12, ink: '#3a2a1d' },
    })
    await paintCoatNet(canvas, figure, stand, { ink: ink('#E3B878'), seed: 9 + Math.round(size * 10) })
  }
}

async function paintFront(canvas: Canvas) {
  await paintTufts(canvas, PLAIN, {
    from: 0.82,
    to: 0.9,
    count: 560,
    seed: 17,
    tones: ['#4a3623', '#7d5f36', '#BE934f'],
    opacity: 0.95,
    heights: [6, 66],
  })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.95, { height: 0.03, reach: 0.25 }, { height: 0.03, reach: 0.25 }, 0.008),
    base: '#1f1815',
    glow: '#5c4228',
    tones: ['#1a1412', '#2f231a', '#574026', '#8d6a3a', '#DDB36A'],
    count: 300,
    heights: [46, 150],
    edgeCount: 380,
    rows: [0.93, 1.1],
  })
}
