import { soaringBird } from '#scripts/art/animals/soaring-bird'
import { type Canvas, paint, shade } from '#scripts/art/engine/canvas'
import { ink } from '#scripts/art/engine/colour'
import { paintCumulus } from '#scripts/art/engine/cumulus'
import { smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, paintBank } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import { bushy, paintMist, paintRidges, type Ridge, volcanoCrest } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import type { Point } from '#scripts/art/engine/shapes'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { SKIES } from '#scripts/art/palettes'
import { paintBoulder } from '#scripts/art/things/boulder'
import { paintEuphorbia } from '#scripts/art/things/euphorbia'

const HAZE = '#DCD2B8'
const SUN_X = 0.3

const RIDGES: Ridge[] = [
  { base: 0.69, rise: 0.03, wave: 320, seed: 24, ink: '#4F6A62', bushes: bushy(260, 2, 7, 0.3) },
  { base: 0.755, rise: 0.05, wave: 300, seed: 35, ink: '#3C5148', bushes: bushy(320, 3, 13, 0.35) },
  { base: 0.845, rise: 0.05, wave: 280, seed: 52, ink: '#28382F', bushes: bushy(320, 5, 22, 0.12) },
]

const STREAKS = {
  foot: 0.32,
  threshold: 0.14,
  cool: '#7C95AC',
  warm: '#E0CBA8',
  litCool: '#C4CBC8',
  litWarm: '#FFEFCB',
  opacity: 0.35,
  seed: 58,
}

export const riftViewpoint: Scene = {
  slug: 'rift-viewpoint',
  title: 'Where the road stops for everyone',
  alt: 'A candelabra tree on the edge of the escarpment, the blue layers of the Rift Valley and Longonot below in afternoon light',
  place: 'Great Rift Valley, Kenya',
  aspect: CARD,
  focus: { x: 0.9, y: 0.5 },
  widths: CARD_WIDTHS,
  paint: paintEscarpment,
}

async function paintEscarpment(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.escarpment,
    sun: [SUN_X, 0.4],
    horizon: 0.56,
    glow: 0.42,
    glowReach: 0.4,
    bands: 14,
    darkLeft: 0,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: SUN_X, y: 0.37, radius: 0.085, crown: '#FFF9E8', foot: '#FADDA4', bands: 7 })
  await paintCumulus(canvas, {
    clouds: [
      [0.84, 0.375, 0.2, 0.15],
      [0.58, 0.39, 0.12, 0.06],
      [0.06, 0.385, 0.12, 0.06],
    ],
    inks: { dark: '#8FA0A8', mid: '#D3CFC0', light: '#FBEED2', crown: '#FFF8E6' },
    seed: 23,
    toward: [-0.7, 0.75],
    haze: { ink: '#E6D6B4', share: 0.45 },
    opacity: 0.96,
    baseCut: 0.06,
  })
  await paintValley(canvas)
  await paintBird(canvas)
  await paintEdge(canvas)
  return finishing(canvas, { glow: 0.12, halo: 0.06, tint: [1, 0.86, 0.6], vignette: 0.15 })
}

async function paintValley(canvas: Canvas) {
  const { height: H, unit: U } = canvas
  const air = { haze: HAZE, sunReach: 0.26, thickness: 0.55 }
  const longonot = volcanoCrest(canvas, { x: 0.49, top: 0.425, foot: 0.585, reach: 0.3, crater: 0.05 })
  await paintRidges(
    canvas,
    [
      { base: 0.485, rise: 0.04, wave: 640, seed: 12, ink: '#A5B0B2' },
      { base: 0.53, rise: 0.035, wave: 420, seed: 27, ink: '#8C9FA8' },
      { base: 0.58, rise: 0.1, wave: 400, seed: 3, ink: '#6C8796', crest: longonot },
      { base: 0.598, rise: 0.02, wave: 420, seed: 7, ink: '#71898C', bushes: bushy(130, 1, 4) },
      { base: 0.635, rise: 0.022, wave: 360, seed: 19, ink: '#5F7A78', bushes: bushy(200, 1.5, 5, 0.2) },
    ],
    air,
  )
  const shadows = shade(
    canvas,
    (x, y) =>
      smoothstep(0.08, 0.18, fbm(x / U / 300 + 5, y / U / 16, 3)) *
      smoothstep(0.6, 0.62, y / H) *
      smoothstep(0.76, 0.68, y / H),
    0.58 * H,
    0.78 * H,
  )
  paint(canvas, shadows, ink('#3D5A66'), 0.45)
  await paintRidges(canvas, RIDGES, { ...air, thickness: 0.24 })
  paintMist(canvas, { y: 0.735, spread: 0.02, ink: '#E8DDBE', strength: 0.22, atSun: 0.25 })
  const patchwork = shade(
    canvas,
    (x, y) =>
      smoothstep(0.2, 0.3, noise(x / U / 60 + 9, y / U / 5)) *
      smoothstep(0.59, 0.6, y / H) *
      smoothstep(0.66, 0.63, y / H),
    0.58 * H,
    0.67 * H,
  )
  paint(canvas, patchwork, ink('#C9CE9A'), 0.35)
}

async function paintBird(canvas: Canvas) {
  for (const [x, y, size] of [
    [0.63, 0.27, 1.5],
    [0.73, 0.2, 0.62],
  ] as const)
    await paintFigure(canvas, soaringBird(), standing(canvas, x, y, size), {
      ink: ink('#2d2c30'),
      light: ink('#8A4B33'),
      rim: ink('#FFE9BE'),
      toward: [-0.7, 0.6],
      rimWidth: 1.4 * canvas.unit,
    })
}

const LEDGE: Point[] = [
  [0.6, 1.08],
  [0.59, 0.95],
  [0.63, 0.885],
  [0.7, 0.86],
  [0.78, 0.85],
  [0.88, 0.838],
  [1.0, 0.845],
  [1.08, 0.86],
  [1.1, 1.1],
]
const STEP: Point[] = [
  [-0.1, 1.1],
  [-0.08, 0.93],
  [0.04, 0.905],
  [0.15, 0.915],
  [0.22, 0.95],
  [0.25, 1.08],
]

async function paintEdge(canvas: Canvas) {
  const stone = {
    inks: ['#1d2222', '#333a37', '#5c594a', '#8F8160'],
    rim: '#E9D09A',
    toward: [-0.75, 0.65],
  } as const
  await paintBoulder(canvas, { ...stone, outline: LEDGE, seed: 5 })
  await paintEuphorbia(canvas, {
    x: 0.845,
    y: 0.86,
    height: 560,
    seed: 4,
    shade: '#1c2a24',
    own: '#48604a',
    lit: '#E3D592',
    lightFrom: -1,
  })
  await paintEuphorbia(canvas, {
    x: 0.97,
    y: 0.875,
    height: 300,
    seed: 9,
    shade: '#1c2a24',
    own: '#41583f',
    lit: '#D8CB8A',
    lightFrom: -1,
  })
  await paintBoulder(canvas, { ...stone, outline: STEP, seed: 9 })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.975, { height: 0.035, reach: 0.25 }, { height: 0.05, reach: 0.3 }),
    base: '#151b19',
    glow: '#565638',
    tones: ['#121715', '#232b24', '#464a30', '#80783f', '#D8C477'],
    count: 260,
    heights: [44, 150],
    edgeCount: 380,
    rows: [0.945, 1.1],
  })
}
