import type { Canvas } from '#scripts/art/engine/canvas'
import { hazedInks, ink, inks, mix } from '#scripts/art/engine/colour'
import { smoothstep } from '#scripts/art/engine/curves'
import { paintDisc } from '#scripts/art/engine/disc'
import { paintFigure, standing } from '#scripts/art/engine/figures'
import { bankCrest, type Plain, paintBank, paintPlain, paintTufts } from '#scripts/art/engine/ground'
import { finishing } from '#scripts/art/engine/light'
import { fbm, noise } from '#scripts/art/engine/noise'
import type { Crest } from '#scripts/art/engine/ridges'
import { type Scene, WIDE, WIDE_WIDTHS } from '#scripts/art/engine/scene'
import { paintSky, paintStreaks } from '#scripts/art/engine/sky'
import { paintTree } from '#scripts/art/engine/tree'
import { evenly, HERO_TREE, SKIES } from '#scripts/art/palettes'
import { type Onlooker, onlooker } from '#scripts/art/people/onlooker'
import { safariCar } from '#scripts/art/things/safari-car'
import { HAZE, paintValley } from './rift-valley'

const SUNLIT = '#FFE0A6'

export const storyRift: Scene = {
  slug: 'story-rift',
  title: 'First light over the Rift',
  alt: 'A guide and two guests stand beside an open safari car and watch first light reach the floor of the Rift Valley',
  place: 'Great Rift Valley, Kenya',
  aspect: WIDE,
  focus: { x: 0.7, y: 0.66 },
  widths: WIDE_WIDTHS,
  paint: paintFirstLight,
}

async function paintFirstLight(canvas: Canvas) {
  await paintDawn(canvas)
  await paintValley(canvas)
  const { width: W, height: H, unit: U } = canvas
  const edge: Crest = (x) =>
    H *
    (0.795 -
      0.02 * smoothstep(0.4, 0.95, x / W) +
      0.012 * Math.sin((x / W) * 7 + 2) -
      0.006 * fbm(x / U / 120, 4, 3))
  const plain: Plain = {
    top: 0.79,
    depth: 0.22,
    stops: evenly('#C98F58 #A26B44 #704834 #472E28 #291C1C', [0, 0.18, 0.45, 0.75, 1]),
    lit: SUNLIT,
    crest: edge,
  }
  await paintPlain(canvas, plain)
  const onLand = (x: number, y: number) =>
    y < edge(x) + 3 * U ? 0 : smoothstep(-0.25, 0.3, noise(x / U / 130, y / U / 24))
  await paintTufts(canvas, plain, {
    from: 0.78,
    to: 0.86,
    count: 760,
    seed: 23,
    tones: ['#5f3f2c', '#8f6039', '#C99352'],
    opacity: 0.9,
    heights: [10, 46],
    density: onLand,
  })
  await paintBackTree(canvas)
  await paintCar(canvas)
  await paintPeople(canvas)
  await paintTufts(canvas, plain, {
    from: 0.86,
    to: 0.93,
    count: 520,
    seed: 11,
    tones: ['#4a3026', '#7c5236', '#B8834a'],
    opacity: 0.95,
    heights: [10, 56],
    density: onLand,
  })
  await paintFront(canvas)
  return finishing(canvas, { glow: 0.15, halo: 0.07, tint: [1, 0.78, 0.5], vignette: 0.16 })
}

async function paintDawn(canvas: Canvas) {
  paintSky(canvas, {
    stops: SKIES.rift,
    sun: [0.56, 0.5],
    horizon: 0.6,
    glow: 0.46,
    glowReach: 0.44,
    bands: 15,
    darkLeft: 0.06,
  })
  paintStreaks(canvas, {
    foot: 0.5,
    threshold: 0.13,
    cool: '#8C8794',
    warm: '#EDB58F',
    litCool: '#D2B3A4',
    litWarm: '#FFE9C2',
    opacity: 0.4,
    seed: 63,
    keepOff: (x, y) => 0.12 * smoothstep(0.45, 0.1, x) * smoothstep(0.5, 0.1, y),
  })
  await paintDisc(canvas, { x: 0.56, y: 0.5, radius: 0.088, crown: '#FFF7E4', foot: '#FBD7A0', bands: 7 })
}

async function paintCar(canvas: Canvas) {
  await paintFigure(canvas, safariCar(), standing(canvas, 0.725, 0.866, 1.98), {
    ink: ink('#3d2e28'),
    far: ink('#1d1516'),
    light: ink('#A67C56'),
    tusk: ink('#5d4636'),
    rim: ink('#FFDFA6'),
    toward: [-0.75, 0.6],
    rimWidth: 2 * canvas.unit,
    shadow: { opacity: 0.65, shear: 1.1, stretch: 0.22, ink: '#241718' },
  })
}

/** The acacia whose shade the car has found. */
async function paintBackTree(canvas: Canvas) {
  await paintTree(canvas, { ...HERO_TREE, seed: 21, lean: -0.14 }, standing(canvas, 0.9, 0.84, 4.9), {
    bark: ink('#241818'),
    barkLit: ink('#E7AE72'),
    leaves: inks(['#211b17', '#3d341f', '#6f5a2f', '#AF8646', '#ECC581']),
    toward: [-0.85, 0.4],
    leafScale: 0.9,
  })
}

const PEOPLE: readonly (readonly [
  x: number,
  y: number,
  size: number,
  look: Onlooker,
  cloth: string,
  sleeves: string,
])[] = [
  [0.66, 0.866, 1.66, { pose: 'resting', hat: true, skirt: true }, '#33201f', '#9a4a33'],
  [0.687, 0.873, 1.76, { pose: 'binoculars', hat: true }, '#2a2224', '#5e6f70'],
  [0.605, 0.876, 1.84, { pose: 'pointing', hat: true }, '#2e2320', '#7d6a42'],
]

async function paintPeople(canvas: Canvas) {
  for (const [x, y, size, look, cloth, sleeves] of PEOPLE)
    await paintFigure(canvas, onlooker(look), standing(canvas, x, y, size), {
      ink: ink(cloth),
      mid: mix(ink(cloth), ink('#D99A5E'), 0.22),
      ear: ink(sleeves),
      rim: ink('#FFE2AC'),
      toward: [-0.6, 0.7],
      rimWidth: 1.7 * canvas.unit,
      flip: look.pose === 'pointing',
      shadow: { opacity: 0.6, shear: 0.9, stretch: 0.24, ink: '#241718' },
    })
}

async function paintFront(canvas: Canvas) {
  const haze = ink(HAZE)
  await paintTree(canvas, { seed: 5, width: 92, height: 60, pads: 8 }, standing(canvas, 0.07, 0.8, 1.5), {
    bark: mix(ink('#2a1d1c'), haze, 0.3),
    leaves: hazedInks(['#33291f', '#5c4a2b', '#9a763d', '#DDB068'], haze, 0.26),
    toward: [0.85, 0.4],
  })
  await paintBank(canvas, {
    crest: bankCrest(canvas, 0.95, { height: 0.03, reach: 0.25 }, { height: 0.025, reach: 0.25 }),
    base: '#1d1416',
    glow: '#5c3a2b',
    tones: ['#1a1214', '#2f1f1e', '#523629', '#875b38', '#CF9756'],
    count: 300,
    heights: [40, 140],
    rows: [0.93, 1.08],
  })
}
