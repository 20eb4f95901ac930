import { rhino } from '#scripts/art/animals/rhino'
import type { Canvas } from '#scripts/art/engine/canvas'
import { hazedInks, ink, inks, mix } from '#scripts/art/engine/colour'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { bushy, paintMist, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { evenly, HERO_TREE, SKIES } from '#scripts/art/palettes'
import { HAZE, paintPeaks } from './mount-kenya'

const LIT = '#FFE6C0'

const SUN_X = 0.27

const PLAIN: Plain = {
  top: 0.655,
  depth: 0.34,
  stops: evenly('#DDBB8C #B8956A #86704E #524735 #2A2723', [0, 0.18, 0.45, 0.75, 1]),
  lit: LIT,
  poolReach: 0.28,
  poolStrength: 0.42,
}

const RIDGES: Ridge[] = [
  { base: 0.6, rise: 0.04, wave: 420, seed: 8, ink: '#9487A0', bushes: bushy(90, 1, 4) },
  { base: 0.625, rise: 0.026, wave: 320, seed: 31, ink: '#7A6E80', bushes: bushy(160, 2, 8, 0.25) },
  { base: 0.652, rise: 0.016, wave: 250, seed: 14, ink: '#5C5458', bushes: bushy(240, 3, 14, 0.45) },
]

const STREAKS = {
  foot: 0.4,
  threshold: 0.13,
  cool: '#8287A6',
  warm: '#E9B9A0',
  litCool: '#C9BCC4',
  litWarm: '#FFE9CC',
  opacity: 0.4,
  seed: 27,
}

export const mountKenyaRhino: Scene = {
  slug: 'mount-kenya-rhino',
  title: 'Dawn below Mount Kenya',
  alt: 'Two rhinos stand on the Laikipia plain at dawn, the jagged peaks of Mount Kenya lilac behind them',
  place: 'Laikipia, Kenya',
  aspect: CARD,
  focus: { x: 0.56, y: 0.56 },
  widths: CARD_WIDTHS,
  paint: paintLaikipia,
}

async function paintLaikipia(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.laikipia,
    sun: [SUN_X, 0.5],
    horizon: 0.62,
    glow: 0.44,
    glowReach: 0.42,
    bands: 14,
    darkLeft: 0,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: SUN_X, y: 0.49, radius: 0.085, crown: '#FFF8E8', foot: '#FBD9AC', bands: 7 })
  await paintPeaks(canvas)
  await paintRidges(canvas, RIDGES, { haze: HAZE, sunReach: 0.28, thickness: 0.6 })
  paintMist(canvas, { y: 0.645, spread: 0.022, ink: '#F8DCC0', strength: 0.4, atSun: 0.4 })
  await paintPlain(canvas, PLAIN)
  await paintTufts(canvas, PLAIN, {
    from: 0.66,
    to: 0.74,
    count: 1100,
    seed: 23,
    tones: ['#8a7350', '#B89A68', '#E2C78E'],
    opacity: 0.75,
  })
  await paintTufts(canvas, PLAIN, {
    from: 0.73,
    to: 0.81,
    count: 700,
    seed: 5,
    tones: ['#665740', '#98805a', '#D2B47E'],
    opacity: 0.9,
    heights: [6, 54],
  })
  await paintRhinos(canvas)
  await paintTufts(canvas, PLAIN, {
    from: 0.8,
    to: 0.9,
    count: 640,
    seed: 17,
    tones: ['#4a4034', '#7d6a4a', '#C2A270'],
    opacity: 0.95,
    heights: [6, 66],
  })
  await paintFront(canvas)
  return finishing(canvas, { glow: 0.14, halo: 0.06, tint: [1, 0.82, 0.62], vignette: 0.15 })
}

async function paintRhinos(canvas: Canvas) {
  const haze = ink(HAZE)
  for (const [x, y, size, phase, far, flip] of [
    [0.71, 0.765, 0.72, 0.35, 0.2, false],
    [0.46, 0.815, 1.22, 0.1, 0.05, false],
  ] as const)
    await paintFigure(canvas, rhino({ phase }), standing(canvas, x, y, size * 1.2), {
      ink: mix(ink('#332d30'), haze, far),
      far: mix(ink('#332d30'), haze, far + 0.1),
      mid: mix(ink('#665856'), haze, far),
      rim: ink(LIT),
      flip,
      toward: [-0.8, 0.5],
      rimWidth: 1.7 * size * canvas.unit,
      shadow: { opacity: 0.6, shear: 1.2, stretch: 0.28, ink: '#3a3028' },
    })
}

async function paintFront(canvas: Canvas) {
  const haze = ink(HAZE)
  await paintTree(canvas, { seed: 31, width: 92, height: 60, pads: 8 }, standing(canvas, 0.1, 0.672, 1.9), {
    bark: mix(ink('#2c2524'), haze, 0.3),
    leaves: hazedInks(['#33312a', '#5a5338', '#968753', '#DEC68A'], haze, 0.28),
    toward: [0.8, 0.4],
  })
  await paintTree(canvas, { ...HERO_TREE, seed: 21 }, standing(canvas, 0.985, 0.92, 4.6), {
    bark: ink('#231c1e'),
    barkLit: ink('#DDA888'),
    leaves: inks(['#211e1e', '#3c372a', '#6b6140', '#AC9558', '#E8CE92']),
    toward: [-0.85, 0.4],
    leafScale: 0.9,
  })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.955, { height: 0.03, reach: 0.25 }, { height: 0.035, reach: 0.25 }),
    base: '#1a1718',
    glow: '#5c4c38',
    tones: ['#171416', '#2b2522', '#4e4232', '#84704a', '#D4B67E'],
    count: 300,
    heights: [46, 150],
    rows: [0.93, 1.1],
  })
}
