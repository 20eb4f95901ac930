import type { Canvas } from '#scripts/art/engine/canvas'
import { hazedInks, ink, mix } from '#scripts/art/engine/colour'
import { paintDisc } from '#scripts/art/engine/disc'
import { standing } from '#scripts/art/engine/figures'
import { bankCrest, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { bushy, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { SKIES } from '#scripts/art/palettes'
import { paintBalloon } from '#scripts/art/things/balloon'
import { HAZE, PLAIN, paintFarHerd, paintHerd, SUN_X } from './mara-herd'

const RIDGES: Ridge[] = [
  { base: 0.535, rise: 0.075, wave: 560, seed: 3, ink: '#B9B596' },
  { base: 0.555, rise: 0.04, wave: 380, seed: 7, ink: '#93987F' },
  { base: 0.572, rise: 0.022, wave: 260, seed: 13, ink: '#75785F', bushes: bushy(150, 1.5, 6, 0.4) },
  { base: 0.59, rise: 0.016, wave: 240, seed: 17, ink: '#5F5F48', bushes: bushy(150, 2, 11, 0.5) },
]

const STREAKS = {
  foot: 0.46,
  threshold: 0.12,
  cool: '#86A09A',
  warm: '#EDC894',
  litCool: '#D9CFAE',
  litWarm: '#FFF0C8',
  opacity: 0.35,
  seed: 14,
}

export const maraBalloon: Scene = {
  slug: 'mara-balloon',
  title: 'The great migration by balloon',
  alt: 'A striped balloon drifts over wildebeest and zebra on the Mara plain just after sunrise',
  place: 'Maasai Mara, Kenya',
  aspect: CARD,
  focus: { x: 0.66, y: 0.5 },
  widths: CARD_WIDTHS,
  paint: paintMigration,
}

async function paintMigration(canvas: Canvas) {
  await paintMorning(canvas)
  await paintPlain(canvas, PLAIN)
  await paintBalloons(canvas)
  await paintTrees(canvas)
  await paintFarHerd(canvas)
  const tones = ['#75602f', '#A98C46', '#D8BB6B']
  await paintTufts(canvas, PLAIN, { from: 0.6, to: 0.68, count: 1200, seed: 23, tones, opacity: 0.75 })
  await paintTufts(canvas, PLAIN, {
    from: 0.67,
    to: 0.78,
    count: 900,
    seed: 5,
    tones: ['#5c4d2a', '#927a3e', '#C9A95A'],
    opacity: 0.9,
    heights: [6, 60],
  })
  await paintHerd(canvas)
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.965, { height: 0.02, reach: 0.2 }, { height: 0.03, reach: 0.25 }, 0.008),
    base: '#1f1a14',
    glow: '#5c4a28',
    tones: ['#1a1612', '#2f2819', '#564824', '#8d7638', '#D9BC6C'],
    count: 260,
    heights: [46, 150],
    edgeCount: 380,
    rows: [0.94, 1.1],
  })
  return finishing(canvas, { glow: 0.16, halo: 0.07, tint: [1, 0.84, 0.55], vignette: 0.15 })
}

async function paintMorning(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.mara,
    sun: [SUN_X, 0.5],
    horizon: 0.56,
    glow: 0.46,
    bands: 14,
    darkLeft: 0,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: SUN_X, y: 0.47, radius: 0.075, crown: '#FFF8E4', foot: '#FCDCA0' })
  await paintRidges(canvas, RIDGES, { haze: HAZE, thickness: 0.6 })
}

async function paintBalloons(canvas: Canvas) {
  const beads = ['#F3DDB0', '#70483a'] as const
  await paintBalloon(
    canvas,
    {
      x: 0.725,
      y: 0.245,
      radius: 0.142,
      far: 0.06,
      gores: ['#B4492C', '#E2A24A'],
      beads: ['#F3DDB0', '#3B2A2A'],
    },
    HAZE,
  )
  await paintBalloon(
    canvas,
    { x: 0.485, y: 0.4, radius: 0.04, far: 0.42, gores: ['#8A5A3C', '#D9A45C'], beads },
    HAZE,
  )
  await paintBalloon(
    canvas,
    { x: 0.415, y: 0.465, radius: 0.02, far: 0.6, gores: ['#A7644A', '#E2B46A'], beads },
    HAZE,
  )
}

async function paintTrees(canvas: Canvas) {
  const haze = ink(HAZE)
  for (const [x, y, size, far, habit] of [
    [0.93, 0.622, 1.7, 0.3, { seed: 5, width: 96, height: 62 }],
    [0.6, 0.603, 0.55, 0.55, { seed: 9 }],
    [0.07, 0.606, 0.7, 0.5, { seed: 19, stems: 2 }],
    [0.36, 0.602, 0.45, 0.6, { seed: 29 }],
  ] as const)
    await paintTree(canvas, { pads: 8, ...habit }, standing(canvas, x, y, size * 1.5), {
      bark: mix(ink('#2a211b'), haze, far * 0.8),
      leaves: hazedInks(['#343423', '#5b592f', '#93893f', '#d9c06c'], haze, far),
      toward: [-0.8, 0.5],
    })
}
