import { lyingLion } from '#scripts/art/animals/lion'
import type { Canvas } from '#scripts/art/engine/canvas'
import { ink, mix } from '#scripts/art/engine/colour'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { bushy, paintRidges, type Ridge } from '#scripts/art/engine/ridges'
import { CARD, CARD_WIDTHS, type Scene } from '#scripts/art/engine/scene'
import type { Point } from '#scripts/art/engine/shapes'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { evenly, SKIES } from '#scripts/art/palettes'
import { paintBoulder } from '#scripts/art/things/boulder'

const HAZE = '#E39A62'
const PLAIN: Plain = {
  top: 0.745,
  depth: 0.28,
  stops: evenly('#D98A50 #A9623F #6B3F35 #3c2529 #251820', [0, 0.2, 0.5, 0.8, 1]),
  lit: '#FFCB85',
  poolReach: 0.24,
  poolStrength: 0.5,
}

const RIDGES: Ridge[] = [
  { base: 0.665, rise: 0.055, wave: 480, seed: 9, ink: '#A7685A' },
  { base: 0.695, rise: 0.035, wave: 320, seed: 3, ink: '#83504F', bushes: bushy(110, 2, 8, 0.3) },
  { base: 0.73, rise: 0.022, wave: 240, seed: 22, ink: '#5F3D44', bushes: bushy(170, 3, 13, 0.5) },
]

const STREAKS = {
  threshold: 0.12,
  cool: '#5B4150',
  warm: '#D98A5C',
  litCool: '#9A6660',
  litWarm: '#FFD596',
  opacity: 0.5,
  litOpacity: 0.85,
  seed: 31,
}

export const lionKopje: Scene = {
  slug: 'lion-kopje',
  title: 'The last light on the kopje',
  alt: 'A lion lies on a granite kopje and looks toward a low red sun',
  place: 'Serengeti, Tanzania',
  aspect: CARD,
  focus: { x: 0.53, y: 0.58 },
  widths: CARD_WIDTHS,
  paint: paintLion,
}

async function paintLion(canvas: Canvas) {
  await paintDusk(canvas)
  await paintPlain(canvas, PLAIN)
  await paintTrees(canvas)
  await paintTufts(canvas, PLAIN, {
    from: 0.75,
    to: 0.85,
    count: 900,
    seed: 23,
    tones: ['#6b3f33', '#96573a', '#C98049'],
    opacity: 0.8,
  })
  await paintKopje(canvas)
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.975, { height: 0.045, reach: 0.3 }, { height: 0, reach: 1 }, 0.012),
    base: '#1a1118',
    glow: '#5c3527',
    tones: ['#170f15', '#2b1a1e', '#553026', '#8f5634', '#E09A58'],
    count: 230,
    heights: [46, 170],
    edgeCount: 360,
    rows: [0.94, 1.12],
  })
  return finishing(canvas, { glow: 0.13, halo: 0.08, tint: [1, 0.66, 0.34], vignette: 0.2 })
}

async function paintDusk(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.lion,
    sun: [0.36, 0.5],
    horizon: 0.66,
    glow: 0.44,
    bands: 14,
    darkLeft: 0,
    climb: 1.15,
  })
  paintStreaks(canvas, STREAKS)
  await paintDisc(canvas, { x: 0.36, y: 0.47, radius: 0.175, crown: '#FDEBC2', foot: '#EE9F5E', bands: 10 })
  await paintRidges(canvas, RIDGES, { haze: HAZE, sunReach: 0.3, sunStrength: 0.6, thickness: 0.45 })
}

async function paintTrees(canvas: Canvas) {
  const haze = ink(HAZE)
  const leaves = (far: number) => [
    ...['#2b1e22', '#4a3329', '#8a5a34'].map((hex) => mix(ink(hex), haze, far)),
    ink('#E0A05C'),
  ]
  await paintTree(
    canvas,
    { seed: 41, width: 110, height: 64, pads: 9, leafSize: 0.5 },
    standing(canvas, 0.1, 0.765, 2.5),
    {
      bark: mix(ink('#241720'), haze, 0.22),
      leaves: leaves(0.21),
      toward: [0.85, 0.2],
    },
  )
  await paintTree(canvas, { seed: 5, width: 92, height: 60, pads: 8 }, standing(canvas, 0.5, 0.75, 1.2), {
    bark: mix(ink('#241720'), haze, 0.42),
    leaves: leaves(0.4),
    toward: [-0.85, 0.2],
  })
}

const KOPJE: Point[] = [
  [0.53, 1.06],
  [0.515, 0.93],
  [0.525, 0.8],
  [0.56, 0.729],
  [0.64, 0.711],
  [0.72, 0.704],
  [0.8, 0.7],
  [0.87, 0.715],
  [0.95, 0.735],
  [1.04, 0.76],
  [1.1, 1.1],
]
const FRONT_LEFT: Point[] = [
  [0.44, 1.06],
  [0.43, 0.97],
  [0.45, 0.905],
  [0.5, 0.872],
  [0.57, 0.88],
  [0.61, 0.925],
  [0.62, 1.08],
]
const FRONT_RIGHT: Point[] = [
  [0.8, 1.08],
  [0.815, 0.93],
  [0.86, 0.865],
  [0.93, 0.845],
  [1.04, 0.86],
  [1.06, 1.1],
]

async function paintKopje(canvas: Canvas) {
  const granite = {
    inks: ['#241820', '#4a2f31', '#87523F', '#D48A55'],
    rim: '#F8BE7C',
    toward: [-0.75, 0.65],
  } as const
  await paintBoulder(canvas, { ...granite, outline: KOPJE, seed: 3 })
  await paintFigure(canvas, lyingLion(), standing(canvas, 0.795, 0.712, 2.15), {
    ink: ink('#38211f'),
    mid: ink('#8a5432'),
    light: ink('#7a4a30'),
    far: ink('#2a1716'),
    ear: ink('#5a3524'),
    rim: ink('#FFCF8C'),
    toward: [-0.8, 0.55],
    rimWidth: 2.6 * canvas.unit,
    rimOpacity: 0.95,
    flip: true,
  })
  await paintBoulder(canvas, { ...granite, outline: FRONT_LEFT, seed: 11 })
  await paintBoulder(canvas, { ...granite, outline: FRONT_RIGHT, seed: 17 })
}
